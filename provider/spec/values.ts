import { isJsonObject, type Json, type JsonObject, jsonIn } from "../text/json.js";

/** Property values of a resource, as the engine passes them: camelCase names, plain values. */
export type Values = { [name: string]: Json };

/** In a preview, the engine passes this string for every unknown value of any type. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: Json | undefined): boolean {
  return value === unknownValue;
}

export function hasUnknown(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) {
    return isUnknown(value);
  }
  return Object.values(value).some(hasUnknown);
}

/** Properties for this package's own use. The engine hides names that begin with two underscores. */
export const hidden = {
  /** Makes the engine's plugin load this package. The SDK sets it, and it must not be changed. */
  provider: "__provider",
  /** Marks a read of an object that the program does not manage (`X.get`). */
  get: "__get",
  /** Hashes of values that the gateway returned in a different form than declared. */
  echo: "__echo",
  /** Hashes, by property, of values stored although a different one was sent or the property was cleared. */
  altered: "__altered",
  /** True if a create or an update did not finish. */
  unfinished: "__unfinished",
  /** True if the object failed after its creation, so it must be recreated. */
  failed: "__failed",
  /** The object's values before it was adopted, so that a destroy can restore them. */
  found: "__found",
  /** The resource's URN, for kinds whose messages need it (`needsUrn`). */
  urn: "__urn",
  /** A hash of the id of the account that last wrote the object. */
  account: "__account",
  /** The address of the object's gateway. Older releases stored a hash of it. */
  gateway: "__gateway",
  /** The name of the explicit provider that last wrote the object. */
  by: "__by",
  /** Values that a selector may use and that are not outputs. */
  selected: "__selected",
  /** The gateway's values of undeclared fields: outputs, never managed. */
  shown: "__shown",
  /**
   * True if the values come from an import and no program has declared them yet. In checked inputs: `earlier`
   * if the previous inputs were such values, and false afterward.
   */
  imported: "__imported",
  /** A hash of the values in other objects from which outputs with `follows` were derived. */
  follows: "__follows",
  /**
   * In the inputs of an updated resource: its retained outputs, because a preview knows only the inputs of
   * such a resource. In its outputs: their names. In the inputs from a program: hints that only `check`
   * needs.
   */
  retained: "__carried",
} as const;

/**
 * The mark that `check` adds for an unknown input that is exactly the referenced output of another resource.
 * The mark's value is also unknown, so that an `up` with a saved plan may omit the mark.
 */
export function referenceMark(field: string): string {
  return `__reference_${field}`;
}

export function isHidden(name: string): boolean {
  return name.startsWith("__");
}

/** The engine's key for secrets. No object value can contain it. */
export const envelopeKey = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** The engine's form of a secret. Its value is encrypted from the first checkpoint onward. */
export function secretEnvelope(value: Json): JsonObject {
  return { [envelopeKey]: secretMark, value };
}

/** True for the envelope of a secret or of its encrypted text. */
export function isSecretEnvelope(value: JsonObject): boolean {
  return value[envelopeKey] === secretMark;
}

export interface CheckHints {
  /** The outputs that the program reads. */
  readonly used?: readonly string[];
  /** The inputs whose argument is exactly the referenced output, not a value derived from it. */
  readonly references?: readonly string[];
}

/**
 * Encodes a program's hints for `check`, with a name that is unique among the resources of the type. They are
 * passed in the input for the retained outputs, because each additional property slows programs down.
 * Retained outputs are never a string, so the two cannot be confused.
 */
export function encodeCheckHints(name: string, hints: CheckHints = {}): string {
  return JSON.stringify({ name, ...hints });
}

/**
 * Separates the hints from the inputs that `check` receives. `name` and `used` are absent for a resource that
 * is only read. Each reference with an unknown value adds a mark to the inputs.
 */
export function decodeCheckHints({ [hidden.retained]: all, ...declared }: Values) {
  const hints = typeof all === "string" ? jsonIn(all) : undefined;
  const { name, used, references } = isJsonObject(hints) ? hints : {};
  const unknown = texts(references).filter((field) => isUnknown(declared[field]));
  const marks = unknown.map((field) => [referenceMark(field), unknownValue]);
  const inputs: Values = { ...declared, ...Object.fromEntries(marks) };
  return typeof name === "string" ? { inputs, name, used: texts(used) } : { inputs };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

export function objectIn(values: Values, name: string): JsonObject | undefined {
  const value = values[name];
  return isJsonObject(value) ? value : undefined;
}

export function textIn(values: Partial<Values>, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}
