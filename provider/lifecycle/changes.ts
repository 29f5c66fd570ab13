import { canonical, echoHash, sameValue } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import { hasUnknown, hidden, isUnknown, type Values } from "../spec/values.js";
import { isJsonObject, type Json } from "../text/json.js";
import { matches } from "./rows.js";
import {
  isFirstDeclaration,
  isFixed,
  objectIn,
  removalOf,
  removedFields,
  shownOf,
  undeclaredFields,
} from "./state.js";

/**
 * The difference between the last declaration and the new one.
 * What the gateway added by itself is not in it.
 */
interface Difference {
  readonly changed: readonly Field[];
  /** No longer declared. */
  readonly removed: readonly Field[];
  /** Declared after an import, with the value that the object already has. */
  readonly confirmed: readonly Field[];
}

export function difference(kind: Kind, olds: Values, news: Values): Difference {
  const different = [...kind.fields.values()].filter((field) => {
    const value = news[field.name];
    return value !== undefined && (hasUnknown(value) || !sameValue(field, olds[field.name], value));
  });
  const shown = isFirstDeclaration(news) ? shownOf(olds) : undefined;
  const confirmable = shown === undefined ? [] : undeclaredFields(kind, olds);
  const confirmed = different.filter(
    (field) => confirmable.includes(field) && sameValue(field, shown?.[field.name] ?? null, news[field.name]),
  );
  const changed = different.filter((field) => !confirmed.includes(field));
  return { changed, removed: removedFields(kind, olds, news), confirmed };
}

/** Whether a field that was changed or removed needs a new object. */
export function isReplacing(kind: Kind, field: Field, olds: Values, news: Values): boolean {
  return news[field.name] === undefined
    ? removalOf(kind, field, { ...olds, ...news }) === "replaces"
    : isFixed(kind, field) && !isStored(field, olds, news);
}

/**
 * The difference in the engine's form.
 * `elsewhere`: the connection, or the provider, that is declared now leads to another place.
 */
export function diffFor(kind: Kind, id: string, olds: Values, news: Values, elsewhere = false) {
  const { changed, removed, confirmed } = difference(kind, olds, news);
  const failed = olds[hidden.failed] === true ? [hidden.failed] : [];
  const row = { ...olds, ...objectIn(olds, hidden.selected), id };
  const replaced = [...changed, ...removed]
    .filter((field) =>
      field.selects === undefined
        ? isReplacing(kind, field, olds, news)
        : !matches(field, news[field.name], row),
    )
    .map((field) => field.name);
  const way = olds.connection === news.connection ? "provider" : "connection";
  const replaces = [...failed, ...replaced, ...(elsewhere ? [way] : [])];
  return {
    changes:
      [...changed, ...removed, ...confirmed, ...replaces].length > 0 || olds[hidden.unfinished] === true,
    replaces,
    deleteBeforeReplace: replaces.length > 0 && !elsewhere && keepsName(kind, olds, news),
  };
}

/** Whether the gateway has the declared value already, in place of the one that was declared before. */
function isStored(field: Field, olds: Values, news: Values): boolean {
  const value = news[field.name];
  const echo = objectIn(olds, hidden.echo)?.[field.name];
  return value !== undefined && echo !== undefined && echo === echoHash(field, value);
}

/** Whether a replacement is created before the old object is deleted, though both may have one name. */
export function overlaps({ overlap }: Kind, declared: Values): boolean {
  return overlap !== undefined && declared[overlap.input] === overlap.value;
}

/**
 * Whether a replacement has the name of the old object and cannot exist beside it: the gateway refuses a
 * second object of the same name (the API's section "Errors": 409).
 */
function keepsName(kind: Kind, olds: Values, news: Values): boolean {
  return (
    kind.naturalKey.length > 0 &&
    !overlaps(kind, news) &&
    kind.naturalKey.every((name) => !hasUnknown(news[name]) && sameValue({}, olds[name], news[name]))
  );
}

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
