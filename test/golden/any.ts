import { ServerValue } from "./template.ts";

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

const isString = (value: unknown): value is string => typeof value === "string";
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const matching = (what: string, pattern: RegExp, sample: string): ServerValue =>
  new ServerValue({ what, accepts: (v) => isString(v) && pattern.test(v), sample });

/** Values that the server chooses, by what api.md says of their type. */
export const any = {
  id: new ServerValue({ what: "an identifier", accepts: (v) => isString(v) && v !== "", sample: "id" }),
  timestamp: new ServerValue({
    what: "an ISO 8601 timestamp",
    accepts: (v) => isString(v) && isoTimestamp.test(v),
    sample: "2026-01-31T12:00:00.000Z",
  }),
  string: new ServerValue({ what: "a string", accepts: isString, sample: "text" }),
  text: new ServerValue({
    what: "a string that is not empty",
    accepts: (v) => isString(v) && v !== "",
    sample: "text",
  }),
  stringOrNull: new ServerValue({
    what: "a string or null",
    accepts: (v) => v === null || isString(v),
    sample: null,
  }),
  boolean: new ServerValue({
    what: "a boolean",
    accepts: (v) => typeof v === "boolean",
    sample: true,
  }),
  number: new ServerValue({ what: "a number", accepts: (v) => typeof v === "number", sample: 0 }),
  integer: new ServerValue({ what: "an integer", accepts: Number.isInteger, sample: 0 }),
  object: new ServerValue({ what: "an object", accepts: isObject, sample: {} }),
  array: new ServerValue({ what: "an array", accepts: Array.isArray, sample: [] }),
  /** A header that carries a dated version. */
  date: matching("a date", /^\d{4}-\d{2}-\d{2}$/, "2026-01-31"),
  seconds: matching("a number of seconds", /^\d+$/, "1"),
  json: matching("a JSON content type", /^application\/(\w+\+)?json\b/, "application/json"),
  /** Where api.md says that a call is not allowed, and names no status. */
  refusal: new ServerValue({
    what: "a status from 400 to 499",
    accepts: (v) => typeof v === "number" && v >= 400 && v <= 499,
    sample: 403,
  }),
  atLeast: (least: number): ServerValue =>
    new ServerValue({
      what: `an integer of at least ${least}`,
      accepts: (v) => Number.isInteger(v) && Number(v) >= least,
      sample: least,
    }),
  atMost: (most: number): ServerValue =>
    new ServerValue({
      what: `an integer of at most ${most}`,
      accepts: (v) => Number.isInteger(v) && Number(v) <= most,
      sample: most,
    }),
  oneOf: (...values: [string, ...string[]]): ServerValue =>
    new ServerValue({
      what: `one of ${values.join(", ")}`,
      accepts: (v) => isString(v) && values.includes(v),
      sample: values[0],
    }),
};
