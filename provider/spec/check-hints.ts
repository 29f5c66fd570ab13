import { jsonIn } from "../text/json.js";
import { hidden, type Values } from "./values.js";

/**
 * Encodes the hints of a program for `check`: a name that no other resource of the type has, and the outputs that the program
 * reads. They are passed in the input of the retained outputs, because each further property slows a program down. Retained
 * outputs are never a text, so the two cannot be confused.
 */
export function encodeCheckHints(name: string, used: readonly string[] = []): string {
  return JSON.stringify([name, ...used]);
}

/** Separates the hints from the inputs that `check` gets. `name` and `used` are absent for a resource that is only read. */
export function decodeCheckHints({ [hidden.retained]: all, ...inputs }: Values) {
  const texts = typeof all === "string" ? jsonIn(all) : undefined;
  const [name, ...used] = Array.isArray(texts) ? texts : [];
  return typeof name === "string" ? { inputs, name, used: used.map(String) } : { inputs };
}
