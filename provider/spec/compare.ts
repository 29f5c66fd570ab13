import { hash } from "node:crypto";
import { isJsonObject, type Json } from "../text/json.js";
import { withoutEndSlashes } from "../text/words.js";
import type { Field } from "./field.js";

/** Key order never matters. Element order matters unless the field is `unordered`. */
export function sameValue(
  field: Pick<Field, "unordered">,
  a: Json | undefined,
  b: Json | undefined,
): boolean {
  return canonical(a, field.unordered) === canonical(b, field.unordered);
}

/** A hash collision could hide only one drift of this field. */
export function echoHash(field: Pick<Field, "unordered">, value: Json): string {
  return shortHash(canonical(value, field.unordered));
}

export function shortHash(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 8);
}

/** Compares a value with an enum value. Gateways may use a different letter case than the API. */
export function isWord(value: Json | undefined, word: string): boolean {
  return typeof value === "string" && value.toLowerCase() === word.toLowerCase();
}

type Tidying = Partial<Pick<Field, "unordered" | "prose" | "freeForm">>;

/**
 * Whether `shown` may be `sent` in the gateway's own spelling. If not, the gateway has altered the value.
 * See the table in docs/guarantees.md.
 *
 * This comparison is used for the response to our own write, and to recognize an object by its name. It
 * never hides drift.
 */
export function isTidied(field: Tidying, sent: Json, shown: Json): boolean {
  if (typeof sent === "number" && typeof shown === "number") {
    // Integers are not rounded: 1000 and 1001 may be two priorities.
    const areWhole = Number.isInteger(sent) && Number.isInteger(shown);
    return sent === shown || (!areWhole && Math.abs(sent - shown) <= Math.abs(sent) / 1000);
  }
  if (typeof sent === "string" && typeof shown === "string") {
    return tidied(field, sent) === tidied(field, shown);
  }
  if (Array.isArray(sent) && Array.isArray(shown)) {
    return field.unordered
      ? isSameSet(field, sent, shown)
      : sent.length === shown.length && sent.every((item, at) => isTidied(field, item, shown[at] ?? null));
  }
  if (isJsonObject(sent) && isJsonObject(shown)) {
    return Object.entries(sent).every(([key, value]) => isTidied(field, value, shown[key] ?? null));
  }
  return sent === shown || (isEmpty(sent) && isEmpty(shown));
}

function isSameSet(field: Tidying, sent: readonly Json[], shown: readonly Json[]): boolean {
  const keys = (list: readonly Json[]) =>
    new Set(list.map((item) => (typeof item === "string" ? tidied(field, item) : canonical(item))));
  const [wanted, live] = [keys(sent), keys(shown)];
  return wanted.size === live.size && [...wanted].every((key) => live.has(key));
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

/** White space inside a string matters only where it carries meaning. */
function tidied({ prose, freeForm }: Tidying, text: string): string {
  const plain = unescaped(text).normalize("NFC").replace(/\r\n?/g, "\n").trim();
  if (/^https?:\S+$/i.test(plain) && URL.canParse(plain)) {
    return withoutEndSlashes(new URL(plain).href);
  }
  return prose || freeForm ? plain : plain.replace(/\s+/g, " ");
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'" };

/** Decodes HTML entities, even if they were escaped several times. */
function unescaped(text: string): string {
  return text
    .replace(/&(?:amp;|#38;|#x26;)+/gi, "&")
    .replace(/&(?:(lt|gt|quot|apos)|#(x?[\da-f]{1,6}));/gi, (entity, name = "", code = "") => {
      const point = Number(`0${code}`); // "x27" becomes "0x27", which is hexadecimal
      const isPoint = point > 0 && point <= 0x10ffff;
      return isPoint ? String.fromCodePoint(point) : (entities[name.toLowerCase()] ?? entity);
    });
}

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
