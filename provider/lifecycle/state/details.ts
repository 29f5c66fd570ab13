import { canonical, sameValue } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { isUnknown, type Values } from "../../spec/values.js";
import { isJsonObject, type Json } from "../../text/json.js";
import { difference } from "./diff.js";

/** What becomes of the value at a path. */
export type Alteration = "add" | "delete" | "update";

/** The place of a value, as the engine spells it, and what becomes of the value. */
type Detail = readonly [path: string, alteration: Alteration];

/**
 * Every value that differs between the last declaration and the new one, down to the smallest, under the name of its field.
 * A secret is one value: what is in it has no paths.
 */
export function detailsOf(kind: Kind, olds: Values, news: Values): ReadonlyMap<string, readonly Detail[]> {
  const { changed, removed } = difference(kind, olds, news);
  return new Map(
    [...changed, ...removed].map((field) => [field.name, ofField(field, olds[field.name], news[field.name])]),
  );
}

function ofField(field: Field, old: Json | undefined, now: Json | undefined): Detail[] {
  if (field.secret) {
    return [[field.name, alteration(old, now)]];
  }
  return field.unordered && Array.isArray(old) && Array.isArray(now)
    ? ofSets(field.name, old, now)
    : ofValues(field.name, old, now);
}

function ofValues(path: string, old: Json | undefined, now: Json | undefined): Detail[] {
  if (sameValue({}, old, now) && !isUnknown(now)) {
    return [];
  }
  if (Array.isArray(old) && Array.isArray(now)) {
    const places = Array.from({ length: Math.max(old.length, now.length) }, (_, place) => place);
    return places.flatMap((place) => ofValues(`${path}[${place}]`, old[place], now[place]));
  }
  if (isJsonObject(old) && isJsonObject(now)) {
    const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
    return [...keys].flatMap((key) => ofValues(path + step(key), old[key], now[key]));
  }
  return [[path, alteration(old, now)]];
}

/** The elements that only one of the lists has: where both lists have such a one at a place, it is an update. */
function ofSets(path: string, old: readonly Json[], now: readonly Json[]): Detail[] {
  const gone = placesOfOthers(old, now);
  const fresh = placesOfOthers(now, old);
  return [...new Set([...gone, ...fresh])].map((place) => [
    `${path}[${place}]`,
    alteration(gone.has(place) ? old[place] : undefined, fresh.has(place) ? now[place] : undefined),
  ]);
}

/** The places of the elements that the other list does not have, or not as often. */
function placesOfOthers(list: readonly Json[], other: readonly Json[]): Set<number> {
  const left = other.map((element) => canonical(element));
  return new Set(
    list.flatMap((element, place) => {
      const found = isUnknown(element) ? -1 : left.indexOf(canonical(element));
      left.splice(found, found < 0 ? 0 : 1);
      return found < 0 ? [place] : [];
    }),
  );
}

function alteration(old: Json | undefined, now: Json | undefined): Alteration {
  if (old === undefined) {
    return "add";
  }
  return now === undefined ? "delete" : "update";
}

/** A key in the engine's spelling of paths: it knows one escape, for quotation marks. */
function step(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `["${key.replaceAll('"', '\\"')}"]`;
}
