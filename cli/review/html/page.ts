import type { Document, Section } from "../blocks/block.js";
import { blockMarkup } from "./block-markup.js";
import { type Asking, fieldFor, type NameField } from "./field/field-markup.js";
import { framed } from "./frame.js";
import { lineMarkup, titleMarkup } from "./line-markup.js";
import { html, type Markup } from "./markup.js";

/** How many characters a page may have. A browser shows so many at once. */
const room = 4_000_000;

/** A document as one page that needs nothing else. With what decides where names end, one can ask it for a name. */
export function page(document: Document, asking?: Asking): string {
  const { subject, sections } = document;
  const field = asking && fieldFor(asking);
  const inside = html`${head(document)}
<div class="columns">
${sections.length > 1 && contents(sections, field)}
<main>
${sections.map(section)}
${field?.section}
</main>
</div>`;
  return framed(`${subject.what} of ${subject.name}`, inside, field?.script);
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

function contents(sections: readonly Section[], field: NameField | undefined): Markup {
  return html`<nav aria-label="Contents"><ul>${sections.map(
    ({ id, title, count }) =>
      html`<li><a href="#${id}">${titleMarkup(title)}</a>${count !== undefined && html` <span class="muted">${count}</span>`}</li>`,
  )}${field?.entry}</ul></nav>`;
}

function section({ id, title, share = 0.5, blocks }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-head"><h2 id="${id}-head">${titleMarkup(title)}</h2>
${blocks.map((block, at) => blockMarkup(block, `${id}-${at + 1}`, share * room))}
</section>
`;
}
