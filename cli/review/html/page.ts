import { createHash } from "node:crypto";
import type { Document, Section } from "../blocks/block.js";
import { blockMarkup } from "./block-markup.js";
import { lineMarkup, titleMarkup } from "./line-markup.js";
import { html, type Markup } from "./markup.js";
import { style } from "./style.js";

/** How many characters a page may have. A browser shows so many at once. */
const room = 4_000_000;

/** Nothing is loaded and nothing runs: only the page's own style is let in, by its digest. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/** A document as one page that needs nothing else: no script, no request. */
export function page(document: Document): string {
  const { subject, sections } = document;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${`${subject.what} of ${subject.name}`}</title>
<style>${style}</style>
</head>
<body>
<div class="page">
${head(document)}
<div class="columns">
${sections.length > 1 && contents(sections)}
<main>
${sections.map(section)}
</main>
</div>
<footer>Written by workspace-gateway. It shows what was known when it was written.</footer>
</div>
</body>
</html>
`.toString();
}

function head({ subject, alert, look, words, headline, about, isQuiet }: Document): Markup {
  return html`<header>
${alert !== undefined && html`<p class="alert" role="alert">${lineMarkup(alert)}</p>`}
<p class="over">${subject.what} of <span class="name">${subject.name}</span></p>
<h1 class="${look}">${isQuiet ? "Nothing changes" : words}</h1>
${headline.length > 0 && html`<ul class="headline">${headline.map((line) => html`<li>${lineMarkup(line)}</li>`)}</ul>`}
<p class="about">${about.map((line, at) => [at > 0 && " · ", lineMarkup(line)])}</p>
</header>`;
}

function contents(sections: readonly Section[]): Markup {
  return html`<nav aria-label="Contents"><ul>${sections.map(
    ({ id, title, count }) =>
      html`<li><a href="#${id}">${titleMarkup(title)}</a>${count !== undefined && html` <span class="muted">${count}</span>`}</li>`,
  )}</ul></nav>`;
}

function section({ id, title, share = 0.5, blocks }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-head"><h2 id="${id}-head">${titleMarkup(title)}</h2>
${blocks.map((block, at) => blockMarkup(block, `${id}-${at + 1}`, share * room))}
</section>
`;
}
