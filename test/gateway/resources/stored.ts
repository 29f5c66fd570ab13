import type { Json, Row } from "../json.ts";
import type { Variants } from "../variants.ts";

/** Returns normalized values, as some servers store them. Secrets are unchanged. */
export function canonicalRow(row: Row): Row {
  const normal = Object.entries(row).map(([key, value]) => [
    key,
    key === "api_key" ? value : canonicalValue(key, value),
  ]);
  return Object.fromEntries(normal);
}

function canonicalValue(key: string, value: Json): Json {
  if (typeof value === "string") return canonicalText(value);
  if (typeof value === "number" && key.endsWith("_cost")) return Number(value.toPrecision(6));
  if (isStrings(value)) return value.map((item) => item.trim()).sort();
  return sortedKeys(value);
}

function canonicalText(text: string): string {
  const trimmed = text.trim();
  return /^https?:\/\/[^/?#\s]+$/.test(trimmed) ? `${trimmed}/` : trimmed;
}

function isStrings(value: Json): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function sortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortedKeys(inner)]));
}

/** Returns the values to store for the fields of a request. References and keys are stored unchanged. */
export function storedRow(sent: Row, variants: Variants, on: "create" | "change"): Row {
  const { canonical, ignored, ignoredOnCreate, nulls } = variants;
  const isIgnored = (key: string, value: Json) =>
    ignored.includes(key) ||
    (on === "create" ? ignoredOnCreate.includes(key) : nulls === "ignored" && value === null);
  const isWhole = (key: string) => key === "api_key" || key.endsWith("_id");
  return Object.fromEntries(
    Object.entries(canonical ? canonicalRow(sent) : sent)
      .filter(([key, value]) => !isIgnored(key, value))
      .map(([key, value]) => [key, isWhole(key) ? value : limited(value, variants)]),
  );
}

function limited(value: Json, variants: Variants): Json {
  const { longestText, largestNumber, droppedKey } = variants;
  if (typeof value === "string") return value.slice(0, longestText ?? value.length);
  if (typeof value === "number") return Math.min(value, largestNumber ?? value);
  if (Array.isArray(value)) return value.map((item) => limited(item, variants));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([key]) => key !== droppedKey);
  return Object.fromEntries(entries.map(([key, inner]) => [key, limited(inner, variants)]));
}
