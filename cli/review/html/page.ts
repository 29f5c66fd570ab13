import { createHash } from "node:crypto";
import { Marked } from "marked";
import { escapeHtml, FilterXSS } from "xss";
import { graphviz } from "../../graph/drawing.js";
import type { Document } from "../blocks/block.js";
import { markdown } from "../markdown/markdown.js";
import { escaped } from "../markdown/text.js";
import { style } from "./style.js";

/** A browser shows that many characters at once. */
const longestPage = 4_000_000;

const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/** A document as a page without scripts that loads nothing: its Markdown as HTML, with the routing graphs as SVG. */
export async function page(document: Document): Promise<string> {
  const svg = await graphviz();
  const title = `${document.subject.what} of ${document.subject.name}`;
  const text = markdown(document, {
    longest: longestPage,
    // Markdown passes on a block of HTML until the next empty line.
    draw: (drawing) =>
      `<figure>${svg([drawing], `Routing of ${drawing.title}`).replace(/\s+/g, " ")}</figure>`,
    rest: "The program has all of it.",
    isPage: true,
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${sanitizedHtml(text)}
</main>
<footer>Written by workspace-gateway. It shows the state of things at the time it was written.</footer>
</body>
</html>
`;
}

/** The attributes of each element that the page may have. Nothing else gets into it, whatever the Markdown contains. */
const allowed = {
  ...Object.fromEntries(
    ["h2", "h3", "p", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "details", "summary"].map(
      (name) => [name, []],
    ),
  ),
  ...Object.fromEntries(
    ["sub", "sup", "del", "ins", "code", "pre", "strong", "em", "figure"].map((name) => [name, []]),
  ),
  span: ["class"],
  svg: ["role", "aria-label", "width", "height", "viewbox"],
  g: ["class", "transform"],
  polygon: ["points"],
  polyline: ["points"],
  ellipse: ["cx", "cy", "rx", "ry"],
  path: ["d"],
  text: ["text-anchor", "x", "y"],
};

export function sanitizedHtml(text: string): string {
  const marked = new Marked({
    renderer: {
      code({ text: code }) {
        const rows = code.split("\n").map((row) => {
          const look = rowLooks[row.charAt(0)];
          return look === undefined ? escapeHtml(row) : `<span class="${look}">${escapeHtml(row)}</span>`;
        });
        return `<pre><code>${rows.join("\n")}</code></pre>\n`;
      },
    },
  });
  const filter = new FilterXSS({
    whiteList: allowed,
    css: false,
    stripIgnoreTag: true,
    stripIgnoreTagBody: ["script", "style", "title"],
  });
  return filter.process(marked.parse(text, { async: false }));
}

/** How the rows of a difference look, by their first character. */
const rowLooks: Readonly<Record<string, string>> = { "+": "plus", "-": "minus", "!": "changed", "@": "gap" };
