import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { paths } from "../../harness/paths.ts";

/** README and every page of docs, with what is written by hand and what is generated. */
export const pages: readonly string[] = ["README.md", ...markdownBelow("docs")];

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
  readonly line: number;
  readonly text: string;
}

export const allBlocksOf = (page: string) => blocksIn(textOf(page));

export function blocksIn(whole: string): Block[] {
  return [...whole.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = "", 2: text = "" }) => ({
      language,
      line: whole.slice(0, index).split("\n").length + 1,
      text,
    }),
  );
}

export function blocksOf(page: string, language: string): Block[] {
  return allBlocksOf(page).filter((block) => block.language === language);
}
