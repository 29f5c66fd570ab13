import { readFileSync } from "node:fs";
import path from "node:path";
import { paths } from "../../../harness/paths.ts";

/** The page that a reader follows, and the heading under which its way begins. */
const page = path.join(paths.root, "docs/languages.md");
const heading = "## Python, from nothing";

/** What the page tells a reader to write and to type, in its order. */
export interface Way {
  /** Files by their names. */
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly string[];
}

/** Reads the way from the page, so that what is tried is what is printed. */
export function wayOfPage(): Way {
  const [, section = ""] = readFileSync(page, "utf8").split(`\n${heading}\n`);
  const [own = ""] = section.split("\n## ");
  const blocks = [...own.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", text = ""]) => ({
    language,
    text,
  }));
  const textOf = (language: string) =>
    blocks.filter((each) => each.language === language).map(({ text }) => text);
  return {
    files: { "Pulumi.yaml": textOf("yaml").join(""), "__main__.py": textOf("python").join("") },
    commands: textOf("sh").flatMap((text) => text.replaceAll("\\\n", "").trim().split("\n")),
  };
}
