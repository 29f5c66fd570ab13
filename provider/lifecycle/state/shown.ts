import type { Field } from "../../spec/field.js";
import { type Kind, offeredFields } from "../../spec/kind.js";
import { hidden, type Values } from "../../spec/values.js";
import { isJsonObject, type Json, type JsonObject } from "../../text/json.js";
import { removalOf, removedFields } from "./removal.js";
import { shownIn } from "./row.js";

/** The inputs that these values leave to the gateway, and that are outputs then. */
export function undeclaredFields(kind: Kind, declared: Values): Field[] {
  return offeredFields(kind).filter(({ name }) => declared[name] === undefined);
}

/** What a state says of the values that the program does not declare. Undefined if it says nothing. */
export function shownOf(state: Values): JsonObject | undefined {
  const shown = state[hidden.shown];
  return isJsonObject(shown) ? shown : undefined;
}

/**
 * What a state will say of them, by a row or, for what the row lacks, by the state before.
 * They stand apart from the declared values: another release takes all that stands among these for managed.
 */
export function shownBy(
  kind: Kind,
  declared: Values,
  row: JsonObject | undefined,
  prior: Values,
): JsonObject | undefined {
  const fields = undeclaredFields(kind, declared);
  const before = shownAfter(kind, prior, declared);
  if (fields.length === 0 || (row === undefined && before === undefined)) {
    return undefined;
  }
  return withValues(
    fields.map((field) => {
      const live = row && shownIn(field, row);
      return [field.name, live === undefined ? before?.[field.name] : live];
    }),
  );
}

/**
 * What is known of them before a change is made. Undefined if nothing is: a value that is no longer declared gives way to
 * the gateway's default, which only the gateway knows.
 */
export function shownAfter(kind: Kind, olds: Values, news: Values): JsonObject | undefined {
  const fields = undeclaredFields(kind, news);
  // Where all was declared, nothing had to be said.
  const before = shownOf(olds) ?? (undeclaredFields(kind, olds).length === 0 ? {} : undefined);
  const known = { ...olds, ...news };
  const removed = removedFields(kind, olds, news);
  const outcomes = new Map(removed.map((field) => [field.name, removalOf(kind, field, known)]));
  if (before === undefined || fields.length === 0 || [...outcomes.values()].includes("reset")) {
    return undefined;
  }
  const left = Object.entries(olds).filter(([name]) => outcomes.get(name) === "left");
  const values = { ...before, ...Object.fromEntries(left) };
  return withValues(fields.map(({ name }) => [name, values[name]]));
}

/** Null is left out: the states of most objects would have more nulls than values. */
function withValues(entries: readonly (readonly [string, Json | undefined])[]): JsonObject {
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => (entry[1] ?? null) !== null));
}
