import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { paths } from "../../harness/paths.ts";

/** README and every page of docs, with what is written by hand and what is generated. */
export const pages: readonly string[] = [
  "README.md",
  ...readdirSync(path.join(paths.root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
    .map((file) => `docs/${file.replaceAll(path.sep, "/")}`)
    .toSorted(),
];

export function textOf(page: string): string {
  return readFileSync(path.join(paths.root, page), "utf8");
}

/** The blocks of a language in a page, in their order, each with the line that it begins in. */
export function blocksOf(page: string, language: string): { line: number; text: string }[] {
  const whole = textOf(page);
  return [...whole.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map((found) => ({
    line: whole.slice(0, found.index).split("\n").length + 1,
    text: found[1] ?? "",
  }));
}
