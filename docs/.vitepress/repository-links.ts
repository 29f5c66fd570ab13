import path from "node:path";
import type { MarkdownRenderer } from "vitepress";

/**
 * Rewrites links to files that the site does not have: the repository shows files outside of docs, and the first page of the
 * reference is its index.
 */
export function repositoryLinks(files: string): (md: MarkdownRenderer) => void {
  return (md) => {
    md.core.ruler.push("repository-links", ({ tokens, env }) => {
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        if (href !== null) token.attrSet("href", placeOf(href, env.relativePath, files));
      }
    });
  };
}

function placeOf(href: string, page: string, files: string): string {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const at = path.posix.join(path.posix.dirname(page), file);
  if (at.startsWith("../")) return `${files}/${href.replace(file, at.slice("../".length))}`;
  const isReference = /^(?:reference\/)?README\.md$/.test(at);
  return isReference ? href.replace("README.md", "index.md") : anchor === undefined ? file : href;
}
