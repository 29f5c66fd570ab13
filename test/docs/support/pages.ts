import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { paths } from "../../harness/paths.ts";

/** README and every page of docs, with what is written by hand and what is generated. */
export const pages: readonly string[] = ["README.md", ...markdownBelow("docs")];

/** What stands beside the examples. */
export const examplePages: readonly string[] = markdownBelow("examples");

function markdownBelow(folder: string): string[] {
  return readdirSync(path.join(paths.root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
    .map((file) => `${folder}/${file.replaceAll(path.sep, "/")}`)
    .toSorted();
}

export function textOf(page: string): string {
  return readFileSync(path.join(paths.root, page), "utf8");
}

/** The blocks of a language in a page, in their order, each with the line that it begins in. */
export function blocksOf(page: string, language: string): { line: number; text: string }[] {
  const whole = textOf(page);
  const blocks = [...whole.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)];
  return blocks
    .filter(([, named]) => named === language)
    .map((found) => ({
      line: whole.slice(0, found.index).split("\n").length + 1,
      text: found[2] ?? "",
    }));
}
