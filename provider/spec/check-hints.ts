import { isJsonObject, jsonIn } from "../text/json.js";
import { hidden, isUnknown, referenceMark, unknownValue, type Values } from "./values.js";

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
