import { ServerValue } from "./template.ts";

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

const isString = (value: unknown): value is string => typeof value === "string";

const value = (what: string, accepts: (value: unknown) => boolean) => new ServerValue(what, accepts);

const matching = (what: string, pattern: RegExp) => value(what, (v) => isString(v) && pattern.test(v));

/** Values that the server chooses, by what api.md says of their type. */
export const any = {
  id: matching("an identifier", /./s),
  timestamp: matching("an ISO 8601 timestamp", isoTimestamp),
  string: value("a string", isString),
  text: matching("a string that is not empty", /./s),
  stringOrNull: value("a string or null", (v) => v === null || isString(v)),
  boolean: value("a boolean", (v) => typeof v === "boolean"),
  number: value("a number", (v) => typeof v === "number"),
  integer: value("an integer", Number.isInteger),
  array: value("an array", Array.isArray),
  /** A header that carries a dated version. */
  date: matching("a date", /^\d{4}-\d{2}-\d{2}$/),
  seconds: matching("a number of seconds", /^\d+$/),
  json: matching("a JSON content type", /^application\/(\w+\+)?json\b/),
  /** Where api.md says that a call is not allowed, and names no status. */
  refusal: value("a status from 400 to 499", (v) => typeof v === "number" && v >= 400 && v <= 499),
  atLeast: (least: number) =>
    value(`an integer of at least ${least}`, (v) => Number.isInteger(v) && Number(v) >= least),
  atMost: (most: number) =>
    value(`an integer of at most ${most}`, (v) => Number.isInteger(v) && Number(v) <= most),
  oneOf: (...values: string[]) =>
    value(`one of ${values.join(", ")}`, (v) => isString(v) && values.includes(v)),
};
