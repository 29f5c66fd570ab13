import type { Json, Row } from "../json.ts";

/** Values as a server that normalises would store them; secrets stay as they are. */
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
