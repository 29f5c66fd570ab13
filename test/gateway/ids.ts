import { randomUUID } from "node:crypto";
import type { Variants } from "./variants.ts";

/** A fresh id in the style that the variants ask for. */
export function newId(variants: Variants): string {
  const id = randomUUID();
  return variants.ids === "odd" ? `ü/${id.slice(0, 8)} %2F?a=b#c&d+${id.slice(9)}` : id;
}
