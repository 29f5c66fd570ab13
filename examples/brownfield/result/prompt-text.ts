import { readFileSync } from "node:fs";

/** Long prompts are in separate files, so that you can review their text without reading the program. */
export function promptText(file: string): string {
  return readFileSync(new URL(`prompts/${file}`, import.meta.url), "utf8");
}
