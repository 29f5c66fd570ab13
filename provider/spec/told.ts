import { isJsonObject } from "../text/json.js";
import { hidden, type Values } from "./values.js";

/**
 * What a program tells only the check of a resource: a name that no other resource of the type has, and the outputs that the
 * program reads. It stands where the check puts the retained outputs, because every property more takes a program time.
 */
export function told(name: string, used: readonly string[] = []): Values {
  return used.length === 0 ? { [hidden.name]: name } : { [hidden.name]: name, [hidden.used]: [...used] };
}

/** The same of the inputs that a check gets, and the inputs without it. Of a resource that is only looked up, nothing is told. */
export function toldOf({ [hidden.retained]: all, ...inputs }: Values) {
  const { [hidden.name]: name, [hidden.used]: used = [] } = isJsonObject(all) ? all : {};
  const isTold = typeof name === "string" && Array.isArray(used);
  return isTold ? { inputs, name, used: used.map(String) } : { inputs };
}
