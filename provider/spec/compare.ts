import { hash } from "node:crypto";
import { withoutEndSlashes } from "../text/end-slashes.js";
import { isJsonObject, type Json } from "../text/json.js";
import type { Field } from "./field.js";

/**
 * Whether two values of a field mean the same. The order of keys never counts.
 * The order of elements counts unless the field is `unordered`.
 */
export function sameValue(
  field: Pick<Field, "unordered">,
  a: Json | undefined,
  b: Json | undefined,
): boolean {
  return canonical(a, field.unordered) === canonical(b, field.unordered);
}

/**
 * A short hash of the value that the gateway returned for a field.
 * Two values with the same hash would only hide one drift of this field.
 */
export function echoHash(field: Pick<Field, "unordered">, value: Json): string {
  return shortHash(canonical(value, field.unordered));
}

export function shortHash(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 8);
}

/**
 * Whether two strings are the same apart from what gateways often tidy: spaces around the text,
 * the Unicode form of letters, slashes at the end.
 *
 * Used only to recognise an object by its natural key, never to detect drift.
 */
export function looselySame(a: Json | undefined, b: Json | undefined): boolean {
  return tidied(a) === tidied(b);
}

/** Whether a value is a word of an enumeration. A gateway may spell it in another case than the API. */
export function isWord(value: Json | undefined, word: string): boolean {
  return typeof value === "string" && value.toLowerCase() === word.toLowerCase();
}

function tidied(value: Json | undefined): string {
  return typeof value === "string" ? withoutEndSlashes(value.normalize("NFC").trim()) : canonical(value);
}

/** A text without what tidying changes: line ends, spaces, and the spelling of an address. */
function normalized(text: string): string {
  const singleSpaced = text.replace(/\s+/g, " ").trim();
  return tidied(
    /^https?:/i.test(singleSpaced) && URL.canParse(singleSpaced) ? new URL(singleSpaced).href : singleSpaced,
  );
}

/** A gateway may round a number to one of these counts of digits after the point. */
const roundingDigits = [4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Whether a live value may be the sent value as the gateway stores it: tidied text, or a rounded number. */
export function maybeTidied(sent: Json | undefined, live: Json | undefined): boolean {
  if (typeof sent === "number" && typeof live === "number") {
    return roundingDigits.some((digits) => Number(sent.toFixed(digits)) === live);
  }
  return typeof sent === "string" && typeof live === "string" && normalized(sent) === normalized(live);
}

/**
 * One text for all values that mean the same: keys are sorted.
 * Elements are sorted where their order does not count.
 */
export function canonical(value: Json | undefined, unordered = false): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item));
    return `[${(unordered ? items.sort() : items).join(",")}]`;
  }
  if (isJsonObject(value)) {
    const entries = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
    return `{${entries.join(",")}}`;
  }
  return JSON.stringify(value) ?? "undefined";
}
