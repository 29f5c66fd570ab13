import { sameValue } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
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

/** Whether a row is one that the selector means. A selector that is not declared means every row. */
export function matches(field: Field, wanted: Json | undefined, row: JsonObject): boolean {
  if (wanted === undefined) {
    return true;
  }
  const live = valueAt(row, field.selects ?? "");
  if (isJsonObject(wanted) && isJsonObject(live)) {
    return Object.entries(wanted).every(([key, value]) => sameValue({}, value, live[key]));
  }
  return sameValue({}, wanted, live);
}
