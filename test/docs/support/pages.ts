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

export interface Block {
  readonly language: string;
  /** The line that it begins in. */
  readonly line: number;
  readonly text: string;
}

/** The blocks of a page, in their order. */
export function allBlocksOf(page: string): Block[] {
  const whole = textOf(page);
  return [...whole.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = "", 2: text = "" }) => ({
      language,
      line: whole.slice(0, index).split("\n").length + 1,
      text,
    }),
  );
}

/** The blocks of a language in a page, in their order. */
export function blocksOf(page: string, language: string): Block[] {
  return allBlocksOf(page).filter((block) => block.language === language);
}
