import { readFileSync } from "node:fs";

/** Long prompts are files of their own: who reviews a text need not read a program. */
export function promptText(file: string): string {
  return readFileSync(new URL(`prompts/${file}`, import.meta.url), "utf8");
}
