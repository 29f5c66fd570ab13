import type { Kind } from "../../spec/kind.js";
import type { JsonObject } from "../../text/json.js";
import { stampOf } from "./row.js";

/** Milliseconds by which two times may differ: `Date` and some timestamps have only whole seconds. */
export const clockSlack = 2000;

/**
 * Whether a row is of an object that was made after this time of the server's clock.
 * Undefined if the row does not tell when the object was made.
 */
export function madeSince(kind: Kind, row: JsonObject, began: number): boolean | undefined {
  const made = timeMade(kind, row);
  return made === undefined ? undefined : made >= began - clockSlack;
}

/** When an object was made, by the server's clock. Undefined if the row does not tell. */
export function timeMade(kind: Kind, row: JsonObject): number | undefined {
  return timeIn(kind, row, "created");
}

/** When an object was last written, by the server's clock. Undefined if the row does not tell. */
export function timeWritten(kind: Kind, row: JsonObject): number | undefined {
  return timeIn(kind, row, "written");
}

/** Whether a row shows that the object was written again after it was made. */
export function writtenAgain(kind: Kind, row: JsonObject): boolean {
  const made = timeMade(kind, row);
  const written = timeWritten(kind, row);
  return made !== undefined && written !== undefined && written > made;
}

function timeIn(kind: Kind, row: JsonObject, stamp: "created" | "written"): number | undefined {
  const field = stampOf(kind, stamp);
  const shown = field === undefined ? undefined : row[field.readFrom];
  const time = typeof shown === "string" ? Date.parse(shown) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
