/**
 * Builds a path and encodes every inserted value, because ids may hold any character
 * (api.md, "Resources and their fields": identifiers are strings).
 *
 * `.` and `..` survive percent-encoding and would be resolved away by URL parsers, so they are refused.
 */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((built, part, index) => built + segment(values[index - 1] ?? "") + part);
}

function segment(value: string): string {
  if (value === "" || value === "." || value === "..") {
    throw new Error(`${JSON.stringify(value)} cannot be part of a path: an id is expected`);
  }
  return encodeURIComponent(value);
}

/** Fills `{name}` places of a path template from `values`, encoded. */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_place, name: string) => segment(String(values[name] ?? "")));
}
