import { hidden, type Values } from "./values.js";

/**
 * What a program tells only the check of a resource: a name that no other resource of the type has, and the outputs that the
 * program reads. It stands where the check puts the retained outputs, and is one text: every property more takes a program and the
 * engine time, within another one as well.
 */
export function told(name: string, used: readonly string[] = []): string {
  return JSON.stringify([name, ...used]);
}

/** The same of the inputs that a check gets, and the inputs without it. Of a resource that is only looked up, nothing is told. */
export function toldOf({ [hidden.retained]: all, ...inputs }: Values): {
  inputs: Values;
  name?: string;
  used?: string[];
} {
  if (typeof all !== "string") {
    return { inputs };
  }
  const [name, ...used] = JSON.parse(all);
  return { inputs, name, used };
}
