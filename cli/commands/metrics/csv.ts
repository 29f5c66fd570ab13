import type { Json } from "pulumi-workspace-gateway/tools";

/** What makes a spreadsheet take a text for a formula, also after it has skipped a tab or a line break. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A record of a CSV file (RFC 4180), with the carriage return before the line feed that ends it. A text that a spreadsheet
 * would run as a formula gets an apostrophe at its front; numbers are written as they are.
 */
export function csvRecord(values: readonly (Json | undefined)[]): string {
  return `${values.map(field).join(",")}\r`;
}

function field(value: Json | undefined): string {
  if (value === undefined || value === null) {
    return "";
  }
  if (typeof value === "number") {
    return String(value);
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const guarded = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
