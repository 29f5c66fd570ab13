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

/**
 * The text of a page. `page.md#section` is only that section, and `page.md#!section` all but that section. Lines
 * that are left out are empty, so that line numbers stay.
 */
export function textOf(page: string): string {
  const [file = "", section] = page.split("#");
  const text = readFileSync(path.join(paths.root, file), "utf8");
  if (section === undefined) return text;
  const parts = text.split(/^(?=## )/m);
  const isSection = (part: string) => slugOf(/^## (.*)/.exec(part)?.[1] ?? "") === section.replace("!", "");
  if (!parts.some(isSection)) throw new Error(`${file} has no section ${section}.`);
  const isLeftOut = (part: string) => isSection(part) === section.startsWith("!");
  return parts.map((part) => (isLeftOut(part) ? part.replaceAll(/.+/g, "") : part)).join("");
}

const slugOf = (heading: string) => heading.toLowerCase().replaceAll(" ", "-");

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
