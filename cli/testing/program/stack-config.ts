import { Secret } from "../secret.js";

/** The config of a stack: all values as texts, by full keys, and which of them are secret. */
export interface StackConfig {
  readonly values: Readonly<Record<string, string>>;
  readonly secret: readonly string[];
  /** All texts that are secret, so that no error shows them. */
  readonly secretTexts: readonly string[];
}

/** The config that files and a test give: a key without a namespace is one of the project. */
export function stackConfigOf(project: string, given: Readonly<Record<string, unknown>>): StackConfig {
  const entries = Object.entries(given).map(([key, value]) => ({
    key: key.includes(":") ? key : `${project}:${key}`,
    value,
  }));
  return {
    values: Object.fromEntries(entries.map(({ key, value }) => [key, textOf(value)])),
    secret: entries.filter(({ value }) => holdsSecret(value)).map(({ key }) => key),
    secretTexts: entries.flatMap(({ value }) => secretTextsIn(value)),
  };
}

/** A structured value is JSON, as pulumi hands it to programs. */
function textOf(value: unknown): string {
  const open = opened(value);
  return typeof open === "object" && open !== null ? JSON.stringify(open) : String(open);
}

function opened(value: unknown): unknown {
  if (value instanceof Secret) {
    return opened(value.value);
  }
  if (Array.isArray(value)) {
    return value.map(opened);
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, opened(inside)]))
    : value;
}

function holdsSecret(value: unknown): boolean {
  return (
    value instanceof Secret ||
    (typeof value === "object" && value !== null && Object.values(value).some(holdsSecret))
  );
}

function secretTextsIn(value: unknown, isSecret = false): string[] {
  if (value instanceof Secret) {
    return secretTextsIn(value.value, true);
  }
  if (typeof value === "object" && value !== null) {
    return Object.values(value).flatMap((inside) => secretTextsIn(inside, isSecret));
  }
  return isSecret ? [String(value)] : [];
}
