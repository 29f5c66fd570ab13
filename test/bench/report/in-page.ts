import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { paths } from "../../harness/paths.ts";

const end = "<!-- end of figures -->";

/** A page with other figures in its places: each is between a comment with its name, and one that ends it. */
export function withFigures(page: string, figures: Readonly<Record<string, string>>): string {
  return Object.entries(figures).reduce((text, [place, shown]) => {
    const begin = `<!-- figures: ${place} -->`;
    const [before = "", rest = ""] = text.split(begin, 2);
    const [, ...after] = rest.split(end);
    if (after.length === 0) throw new Error(`The page has no place for figures: ${begin} … ${end}`);
    return `${before}${begin}\n\n${shown}\n\n${end}${after.join(end)}`;
  }, page);
}

/** Writes figures into a page of `docs`. */
export async function writeFigures(page: string, figures: Readonly<Record<string, string>>): Promise<void> {
  const file = path.join(paths.root, "docs", page);
  await writeFile(file, withFigures(await readFile(file, "utf8"), figures));
}
