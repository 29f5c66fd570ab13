import { isJsonObject, type Json, type JsonObject, jsonIn } from "../text/json.js";

/** Property values of a resource, as the engine hands them over: camelCase names, plain values. */
export type Values = { [name: string]: Json };

/**
 * In a preview the engine gives this string for every value that it does not know yet,
 * whatever the type of the value.
 */
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

/**
 * Names of the properties that this package keeps for itself.
 * The engine hides names that begin with two underscores.
 */
export const hidden = {
  /** The text that makes the engine's plugin load this package; set by the engine's SDK, kept as it is. */
  provider: "__provider",
  /** Marks a read of an object that the program does not manage (`X.get`). */
  get: "__get",
  /** Hashes of values that the gateway returned in another form than they were declared. */
  echo: "__echo",
  /**
   * Hashes of the values that the gateway stored in place of those that were sent, by property: one that is declared, or
   * one that was to be cleared.
   */
  altered: "__altered",
  /** True if a create or an update has not been finished. */
  unfinished: "__unfinished",
  /** True if the object failed after it was created: it must be created again. */
  failed: "__failed",
  /** The values that an object had before it was taken over, so that they can be put back. */
  found: "__found",
  /** The resource's URN, for kinds whose messages need it (`needsUrn`). */
  urn: "__urn",
  /** A hash of the id of the account that wrote the object last. */
  account: "__account",
  /** The address of the gateway that the object is on; of older releases a hash of it. */
  gateway: "__gateway",
  /** The name of the program's own provider by which the object was last written. */
  by: "__by",
  /** Values of the object that a selector may ask for and that no output has. */
  selected: "__selected",
  /** The values that the gateway shows of fields that the program does not declare: outputs, never managed. */
  shown: "__shown",
  /**
   * True if the values were only read by an import: no program has declared them yet. Among checked inputs, `earlier` if the
   * inputs before these were such values, and false after that.
   */
  imported: "__imported",
  /** A hash of the values of other objects from which the outputs that follow them were made. */
  follows: "__follows",
  /**
   * Among the inputs of a resource that was updated: its retained outputs, because all that a preview knows of such a
   * resource is its inputs. Among its outputs: their names. Among the inputs of a program: what only the check needs.
   */
  retained: "__carried",
} as const;

/**
 * The name of the mark that `check` puts beside an unknown input which is exactly the id of another resource, or the output that
 * it refers to. The value of the mark is unknown, too: a plan that the engine has saved accepts an `up` without it.
 */
export function referenceMark(field: string): string {
  return `__reference_${field}`;
}

export function isHidden(name: string): boolean {
  return name.startsWith("__");
}

/** The key by which the engine knows a secret among values: no value of an object can have it. */
export const envelopeKey = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/**
 * The form in which the engine passes a secret.
 * The value in it is encrypted from the first checkpoint on.
 */
export function secretEnvelope(value: Json): JsonObject {
  return { [envelopeKey]: secretMark, value };
}

/** Whether an object is such a form, of a secret or of its encrypted text. */
export function isSecretEnvelope(value: JsonObject): boolean {
  return value[envelopeKey] === secretMark;
}

/** Hints from the program for `check`. */
export interface CheckHints {
  /** The outputs that the program reads. */
  readonly used?: readonly string[];
  /** The inputs whose argument is exactly the output of another resource that they refer to, and not a value made of it. */
  readonly references?: readonly string[];
}

/**
 * Encodes the hints of a program for `check`, with a name that no other resource of the type has. They are passed in the input of
 * the retained outputs, because each further property slows a program down. Retained outputs are never a text, so the two
 * cannot be confused.
 */
export function encodeCheckHints(name: string, hints: CheckHints = {}): string {
  return JSON.stringify({ name, ...hints });
}

/**
 * Separates the hints from the inputs that `check` gets. `name` and `used` are absent for a resource that is only read. The inputs
 * get a mark for each reference whose value is unknown.
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
