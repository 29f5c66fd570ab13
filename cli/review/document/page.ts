import { createHash } from "node:crypto";
import { Marked } from "marked";
import { escapeHtml, FilterXSS } from "xss";
import { graphviz } from "../../graph/drawing.js";
import type { ReviewDocument } from "./block.js";
import { escaped, markdown } from "./markdown.js";

const style = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f6f8fa; --line: #d1d9e0; --text: #1f2328; --muted: #59636e;
  --green: #116329; --green-ground: #e6ffec; --red: #a40e26; --red-ground: #ffebe9; --blue: #0a4fa3; --blue-ground: #ddf0ff;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --panel: #151b23; --line: #3d444d; --text: #e6edf3; --muted: #9aa3ad;
    --green: #7ee787; --green-ground: #10291c; --red: #ffaba3; --red-ground: #331519; --blue: #8cc4ff; --blue-ground: #12263f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 32px 24px 64px; max-width: 1080px; overflow-wrap: anywhere;
  background: var(--ground); color: var(--text);
  font: 15px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif;
}
h1 { font-size: 15px; font-weight: 400; color: var(--muted); margin: 0; }
h1::first-letter { text-transform: uppercase; }
h2 { font-size: 24px; line-height: 1.3; margin: 4px 0 12px; }
h3 { font-size: 19px; margin: 32px 0 12px; padding-bottom: 6px; border-bottom: 1px solid var(--line); }
ul { padding-left: 22px; }
li { margin: 4px 0; }
sub { font-size: 13px; vertical-align: baseline; color: var(--muted); }
sup { font-size: 11px; line-height: 0; }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code, td, ins, del { unicode-bidi: isolate; }
ins { color: var(--green); text-decoration: none; }
del { color: var(--red); }
pre { margin: 8px 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; }
pre span { display: inline-block; width: 100%; }
.plus { background: var(--green-ground); color: var(--green); }
.minus { background: var(--red-ground); color: var(--red); }
.changed { background: var(--blue-ground); color: var(--blue); }
.gap { background: var(--panel); color: var(--muted); }
details { margin: 8px 0; }
summary { cursor: pointer; }
summary:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
table { display: block; overflow-x: auto; border-collapse: collapse; font-size: 14px; }
th, td { text-align: left; vertical-align: baseline; padding: 5px 12px; border: 1px solid var(--line); min-width: 72px; }
th { color: var(--muted); font-size: 13px; }
figure { margin: 12px 0; overflow-x: auto; }
svg { max-width: none; }
svg polygon, svg path, svg ellipse, svg polyline { fill: none; stroke: var(--muted); }
svg .graph > polygon { stroke: none; }
svg text { font: 11px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--text); }
svg .edge polygon { fill: var(--muted); }
svg .edge text { font-size: 9px; fill: var(--muted); }
svg .created > :not(text) { stroke: var(--green); }
svg .moved > :not(text), svg .after > :not(text) { stroke: var(--blue); }
svg .deleted > :not(text), svg .missing > :not(text), svg .before > :not(text) { stroke: var(--red); }
svg .deleted > :not(text), svg .node.missing > :not(text), svg .before path { stroke-dasharray: 5 4; }
svg .off > :not(text) { stroke-dasharray: 2 3; }
svg .after path { stroke-width: 2; }
svg .edge.after polygon { fill: var(--blue); }
svg .edge.before polygon, svg .edge.missing polygon { fill: var(--red); }
footer { margin-top: 48px; padding-top: 12px; border-top: 1px solid var(--line); color: var(--muted); font-size: 13px; }
@media print {
  body { max-width: none; padding: 0; }
  li, tr, pre { break-inside: avoid-page; }
  table, figure { overflow: visible; }
  figure svg { max-width: 100%; height: auto; }
  ::details-content { content-visibility: visible; block-size: auto; }
}
`;

/** A browser can show this many characters without delay. */
const longestPage = 4_000_000;

const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/** A page without scripts or external resources: the Markdown as HTML, with the routing graphs as SVG. */
export async function page(document: ReviewDocument): Promise<string> {
  const svg = await graphviz();
  const title = `${document.subject.what} of ${document.subject.name}`;
  const text = markdown(document, {
    longest: longestPage,
    mostEntries: 20_000,
    // Markdown passes HTML through until the next blank line.
    draw: (drawing) =>
      `<figure>${svg([drawing], `Routing of ${drawing.title}`).replace(/\s+/g, " ")}</figure>`,
    rest: "See the program for the full text.",
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
<footer>Generated by workspace-gateway. This page shows the state when it was generated.</footer>
</body>
</html>
`;
}

/** The allowed elements and attributes. Everything else is stripped, whatever the Markdown contains. */
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

const rowLooks: Readonly<Record<string, string>> = { "+": "plus", "-": "minus", "!": "changed", "@": "gap" };
