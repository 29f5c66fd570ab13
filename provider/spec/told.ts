import { jsonIn } from "../text/json.js";
import { hidden, type Values } from "./values.js";

/**
 * What a program tells only the check of a resource: a name that no other resource of the type has, and the outputs that the
 * program reads. It stands where the check puts the retained outputs, because every property more takes a program time. It is a
 * text, which those never are.
 */
export function told(name: string, used: readonly string[] = []): string {
  return JSON.stringify([name, ...used]);
}

/** The same of the inputs that a check gets, and the inputs without it. Of a resource that is only looked up, nothing is told. */
export function toldOf({ [hidden.retained]: all, ...inputs }: Values) {
  const texts = typeof all === "string" ? jsonIn(all) : undefined;
  const [name, ...used] = Array.isArray(texts) ? texts : [];
  return typeof name === "string" ? { inputs, name, used: used.map(String) } : { inputs };
}
