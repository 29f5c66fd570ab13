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

/** The text of a page. `page.md#section` is only that section. */
export function textOf(page: string): string {
  const [file = "", section] = page.split("#");
  const text = readFileSync(path.join(paths.root, file), "utf8");
  if (section === undefined) return text;
  const found = text.split(/^(?=## )/m).find((part) => slugOf(/^## (.*)/.exec(part)?.[1] ?? "") === section);
  if (found === undefined) throw new Error(`${file} has no section ${section}.`);
  return found;
}

const slugOf = (heading: string) => heading.toLowerCase().replaceAll(" ", "-");

interface Block {
  readonly language: string;
  readonly text: string;
}

export function blocksOf(page: string, language: string): Block[] {
  return blocksIn(textOf(page)).filter((block) => block.language === language);
}

export function blocksIn(whole: string): Block[] {
  return [...whole.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
    language,
    text,
  }));
}
