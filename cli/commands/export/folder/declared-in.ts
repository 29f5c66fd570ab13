import type { KnownObject } from "../../../export/exported-program.js";

/** Whether a program declares a resource of this kind and logical name, as the engine tells resources apart. */
export function isDeclaredIn(program: string, { kind, name }: Pick<KnownObject, "kind" | "name">): boolean {
  const literal = [JSON.stringify(name), `'${name}'`, `\`${name}\``].map(escaped).join("|");
  return new RegExp(`new\\s+(?:\\w+\\.)?${kind}\\(\\s*(?:${literal})`).test(program);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
