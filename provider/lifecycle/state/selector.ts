import { isWord, sameValue } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import type { Refusal } from "../../spec/source.js";
import type { Values } from "../../spec/values.js";
import { isJsonObject, type Json, type JsonObject } from "../../text/json.js";

/** Inputs that say which existing object is meant. */
export function selectorsOf(kind: Kind): Field[] {
  return [...kind.fields.values()].filter((field) => field.selects !== undefined);
}

/** The value at a dotted place of a row; the empty place is the row itself. */
export function valueAt(row: JsonObject, place: string): Json | undefined {
  let value: Json | undefined = row;
  for (const key of place === "" ? [] : place.split(".")) {
    value = isJsonObject(value) ? value[key] : undefined;
  }
  return value;
}

/**
 * The rows that the selectors of these inputs mean. If there is none, it may be one that has the name already that the inputs
 * give to what they mean: another resource, or a former run, has renamed it.
 */
export function selected(kind: Kind, inputs: Values, rows: readonly JsonObject[]): readonly JsonObject[] {
  const meant = (wantedOf: (field: Field) => Json | undefined) =>
    rows.filter((row) => selectorsOf(kind).every((field) => matches(field, wantedOf(field), row)));
  const found = meant(({ name }) => inputs[name]);
  return found.length > 0 ? found : meant(({ name }) => renamed(inputs[name], inputs));
}

/** What selects, with the values that the inputs give to what is selected. */
function renamed(wanted: Json | undefined, inputs: Values): Json | undefined {
  return isJsonObject(wanted)
    ? Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, inputs[key] ?? value]))
    : wanted;
}

/** Whether a row is one that the selector means. A selector that is not declared means every row. */
export function matches(field: Field, wanted: Json | undefined, row: JsonObject): boolean {
  if (wanted === undefined) {
    return true;
  }
  const live = valueAt(row, field.selects ?? "");
  if (isJsonObject(wanted) && isJsonObject(live)) {
    return Object.entries(wanted).every(([key, value]) => sameValue({}, value, live[key]));
  }
  return field.anyCase && typeof wanted === "string" ? isWord(live, wanted) : sameValue({}, wanted, live);
}

/** The object is there, but no program can declare it as it is, or none may. */
export class Undeclarable extends Error {
  constructor(
    message: string,
    /** Why, where the object has been named already: a part of a sentence. */
    readonly why: string,
  ) {
    super(message);
  }
}

/** Says which rows of a kind's list no resource can manage. Undefined if resources can manage all of them. */
export function refusalOf({ source }: Kind): Refusal | undefined {
  return source.how === "adopted" ? source.refuse : undefined;
}

export function isRefused(row: JsonObject, { at, value }: Refusal): boolean {
  return isWord(valueAt(row, at), value);
}
