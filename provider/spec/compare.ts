import { createHash } from "node:crypto";
import { isJsonObject, type Json } from "../text/json.js";
import type { Field } from "./field.js";

/** Whether two values of a field mean the same: key order never counts, element order only where the field says so. */
export function sameValue(
  field: Pick<Field, "unordered">,
  a: Json | undefined,
  b: Json | undefined,
): boolean {
  return canonical(a, field.unordered) === canonical(b, field.unordered);
}

/** A short hash of what the gateway echoed; collisions would only hide one drift of one field. */
export function echoHash(field: Pick<Field, "unordered">, value: Json): string {
  return shortHash(canonical(value, field.unordered));
}

export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 8);
}

/**
 * Whether two strings differ at most by what gateways commonly tidy: surrounding space, letter form, a last slash.
 * Only for recognising an object by its natural key, never for telling drift.
 */
export function looselySame(a: Json | undefined, b: Json | undefined): boolean {
  return tidied(a) === tidied(b);
}

function tidied(value: Json | undefined): string {
  return typeof value === "string"
    ? value
        .normalize("NFC")
        .trim()
        .replace(/(?<!\/)\/+$/, "")
    : canonical(value);
}

/** What is left of a text however a gateway tidies it: its ends of lines, its blanks, and how an address is spelled. */
function bare(text: string): string {
  const blanks = text.replace(/\s+/g, " ").trim();
  return tidied(/^https?:/i.test(blanks) && URL.canParse(blanks) ? new URL(blanks).href : blanks);
}

/** Digits after the point below which a gateway may round. */
const finestRounding = [4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Whether a live value may be what a gateway has made of the value that was sent: tidied text, or a rounded number. */
export function maybeTidied(sent: Json | undefined, live: Json | undefined): boolean {
  if (typeof sent === "number" && typeof live === "number") {
    return finestRounding.some((digits) => Number(sent.toFixed(digits)) === live);
  }
  return typeof sent === "string" && typeof live === "string" && bare(sent) === bare(live);
}

/** One spelling for values that mean the same: sorted keys, and sorted elements where their order does not count. */
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
