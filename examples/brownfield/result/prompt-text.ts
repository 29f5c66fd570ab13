import { readFileSync } from "node:fs";

/** Long prompts are files of their own, so that you can review a text without reading a program. */
export function promptText(file: string): string {
  return readFileSync(new URL(`prompts/${file}`, import.meta.url), "utf8");
}
