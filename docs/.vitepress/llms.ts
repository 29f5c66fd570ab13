import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SiteConfig } from "vitepress";
import { guide } from "./sidebar.ts";

/** Writes `llms.txt`: the guide's pages as Markdown, each with its first sentence. See https://llmstxt.org. */
export function writeLlmsTxt({ srcDir, outDir, site }: SiteConfig): void {
  const groups = guide.map(({ title, pages }) => {
    const lines = Object.entries(pages).map(([page, text]) => {
      const file = page.endsWith("/") ? `${page}README.md` : `${page}.md`;
      const source = readFileSync(path.join(srcDir, file), "utf8");
      const target = page.endsWith("/") ? `${page}index.md` : file;
      copyFileSync(path.join(srcDir, file), path.join(outDir, target));
      const [, first] = /^# .*\n\n([A-Z](?:[^\n]|\n(?!\n))*?\.)\s/.exec(source) ?? [];
      return `- [${text}](${site.base}${target})${first === undefined ? "" : `: ${first.replaceAll("\n", " ")}`}`;
    });
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  const head = `# ${site.title}\n\n> ${site.description}\n`;
  writeFileSync(path.join(outDir, "llms.txt"), [head, ...groups].join("\n"));
}
