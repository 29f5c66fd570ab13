import type { FieldChange, GraphPart } from "../facts/review.js";
import { html, type Markup, type Piece } from "./markup.js";
import { badge, cut, first, sentenceMarkup } from "./section.js";
import { textDiff } from "./text-diff.js";

const longestName = 200;
const longestWords = 1_000;
const mostParts = 200;
const mostDetails = 30;
/** More parts of a graph than these are folded away. */
const mostOpen = 20;

/** What changes in the properties of an object: the short ones in a table, texts and graphs below it. */
export function fieldChanges(fields: readonly FieldChange[]): Piece {
  const short = fields.filter((field) => field.is !== "text" && field.is !== "graph");
  return [
    short.length > 0 &&
      html`<table class="fields"><thead><tr><th scope="col">property</th><th scope="col">change</th></tr></thead>
<tbody>${short.map(({ name, words }) => html`<tr><th scope="row"><code>${cut(name, longestName)}</code></th><td class="words">${change(cut(words, longestWords))}</td></tr>`)}</tbody></table>`,
    fields.map(long),
  ];
}

function long(field: FieldChange): Piece {
  switch (field.is) {
    case "text":
      return html`${heading(field.name)}${textDiff(field.lines, cut(field.name, longestName))}`;
    case "graph":
      return html`${heading(field.name)}${graphParts(field.parts)}`;
    default:
      return undefined;
  }
}

function heading(name: string): Markup {
  return html`<h4><code>${cut(name, longestName)}</code></h4>`;
}

/** "2 → 1 (−50 %)" with the old value and the new one marked. */
function change(words: string): Piece {
  const [before, after, ...others] = words.split(" → ");
  return before === undefined || after === undefined || others.length > 0
    ? sentenceMarkup(words)
    : html`<del>${sentenceMarkup(before)}</del> → <ins>${sentenceMarkup(after)}</ins>`;
}

function graphParts(parts: readonly GraphPart[]): Markup {
  const list = html`<ul class="parts">${first(mostParts, parts, graphPart, "parts of the graph")}</ul>`;
  return parts.length <= mostOpen
    ? list
    : html`<details><summary>${parts.length} changes of the graph</summary>${list}</details>`;
}

function graphPart({ what, change, name, details }: GraphPart): Markup {
  const lines = html`<ul>${first(mostDetails, details, (detail) => html`<li class="mono">${cut(detail, longestWords)}</li>`, "lines")}</ul>`;
  return html`<li>${badge(change, change)} ${what} <code>${cut(name, longestWords)}</code>${details.length > 0 && lines}</li>`;
}
