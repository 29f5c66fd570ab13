import { snakeCase } from "../../spec/field.js";
import { defined } from "../../text/defined.js";

/**
 * Builds a path and encodes every inserted value, because ids may hold any character (the API's section
 * "Resources and their fields": identifiers are strings).
 *
 * `.` and `..` are refused: percent-encoding does not change them, and URL parsers would remove them from the
 * path. So is half a character (a lone surrogate), which has no encoding.
 */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((built, part, index) => built + segment(values[index - 1] ?? "") + part);
}

/** Whether a path can have this value for one of its parts. */
export function isSegment(value: string): boolean {
  return value !== "" && value !== "." && value !== ".." && value.isWellFormed();
}

function segment(value: string): string {
  if (!isSegment(value)) {
    throw new Error(`${JSON.stringify(value)} cannot be part of a path: an id is expected`);
  }
  return encodeURIComponent(value);
}

/** The query of a request: values by the API's names. */
export function queryOf(values: object): Record<string, string> {
  const given = Object.entries(defined(values));
  return Object.fromEntries(given.map(([name, value]) => [snakeCase(name), String(value)]));
}

/** Fills the `{name}` places of a path template with encoded `values`. */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_place, name: string) => segment(String(values[name] ?? "")));
}
