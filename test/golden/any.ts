import type { Json } from "./fill.ts";
import { ServerValue } from "./template.ts";

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

const isString = (value: unknown): value is string => typeof value === "string";

const value = (what: string, accepts: (value: unknown) => boolean, sample: Json): ServerValue =>
  new ServerValue({ what, accepts, sample });

const matching = (what: string, pattern: RegExp, sample: string): ServerValue =>
  value(what, (v) => isString(v) && pattern.test(v), sample);

/** Values that the server chooses, by what api.md says of their type. */
export const any = {
  id: matching("an identifier", /./s, "id"),
  timestamp: matching("an ISO 8601 timestamp", isoTimestamp, "2026-01-31T12:00:00.000Z"),
  string: value("a string", isString, "text"),
  text: matching("a string that is not empty", /./s, "text"),
  stringOrNull: value("a string or null", (v) => v === null || isString(v), null),
  boolean: value("a boolean", (v) => typeof v === "boolean", true),
  number: value("a number", (v) => typeof v === "number", 0),
  integer: value("an integer", Number.isInteger, 0),
  array: value("an array", Array.isArray, []),
  /** A header that carries a dated version. */
  date: matching("a date", /^\d{4}-\d{2}-\d{2}$/, "2026-01-31"),
  seconds: matching("a number of seconds", /^\d+$/, "1"),
  json: matching("a JSON content type", /^application\/(\w+\+)?json\b/, "application/json"),
  /** Where api.md says that a call is not allowed, and names no status. */
  refusal: value("a status from 400 to 499", (v) => typeof v === "number" && v >= 400 && v <= 499, 403),
  atLeast: (least: number): ServerValue =>
    value(`an integer of at least ${least}`, (v) => Number.isInteger(v) && Number(v) >= least, least),
  atMost: (most: number): ServerValue =>
    value(`an integer of at most ${most}`, (v) => Number.isInteger(v) && Number(v) <= most, most),
  oneOf: (...values: [string, ...string[]]): ServerValue =>
    value(`one of ${values.join(", ")}`, (v) => isString(v) && values.includes(v), values[0]),
};
