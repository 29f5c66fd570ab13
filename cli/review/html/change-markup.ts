import type { ChangedValue, Diff, DiffRow, ShownChange } from "../blocks/block.js";
import type { PrintedChange } from "../blocks/fit-changes.js";
import { fitRows } from "../blocks/fit-rows.js";
import { operationWords } from "../plan/operation-words.js";
import { badge, lineMarkup } from "./line-markup.js";
import { html, type Markup } from "./markup.js";

/** More rows of a difference than these are folded away. */
const openRows = 30;

/** A change as an article of a page, which can be closed. */
export function printedArticle(change: ShownChange): PrintedChange<Markup> {
  return { change, brief: article(change, false), whole: (room) => article(change, body(change, room)) };
}

function article(
  { id, operation, risk, noun, name, title, place, source }: ShownChange,
  inside: Markup | false,
): Markup {
  const where = [
    title !== undefined && html`declared as <code>${name}</code>`,
    place !== undefined && html`in <span class="name">${place}</span>`,
    source !== undefined && html`<code>${source}</code>`,
  ].filter((part) => part !== false);
  return html`<details class="change ${risk ?? ""}" id="${id}" open>
<summary>${badge(operation, `${operationWords[operation].sign} ${operation}`)} <h3>${noun} <span class="name">${title ?? name}</span></h3></summary>
${where.length > 0 && html`<p class="about">${where.map((part, at) => [at > 0 && " · ", part])}</p>`}
${inside}
</details>
`;
}

function body({ notes, values, diffs }: ShownChange, room: number): Markup {
  return html`${notes.length > 0 && html`<ul class="notes">${notes.map((note) => html`<li>${lineMarkup(note)}</li>`)}</ul>`}
${values.length > 0 && html`<dl class="values">${values.map(value)}</dl>`}
${diffs.map((diff) => difference(diff, room / diffs.length - 800))}`;
}

/** Before and after beside each other, and on a narrow screen below each other. */
function value({ name, before, after }: ChangedValue): Markup {
  return before === undefined
    ? html`<div><dt><code>${name}</code></dt><dd>${lineMarkup(after)}</dd></div>`
    : html`<div><dt><code>${name}</code></dt><dd><del>${lineMarkup(before)}</del> <span class="muted">→</span> <ins>${lineMarkup(after)}</ins></dd></div>`;
}

function difference(diff: Diff, room: number): Markup {
  const { rows, rest } = fitRows(diff, (each) => [row(each)], room, "The program has all of it.");
  const shown = html`<div class="diff mono">${rows}</div>${rest !== undefined && html`<p class="muted">${rest}</p>`}`;
  return html`<h4><code>${diff.name}</code></h4>${rows.length <= openRows ? shown : html`<details><summary>${rows.length} rows</summary>${shown}</details>`}`;
}

const looks = { "+": "plus", "-": "minus", "!": "changed", " ": "same", "~": "gap" } as const;
const signs = { "+": "+", "-": "−", "!": "~", " ": "", "~": "⋯" } as const;

function row({ sign, parts }: DiffRow): Markup {
  return html`<div class="row ${looks[sign]}"><span class="sign">${signs[sign]}</span><span>${parts.map(
    ({ text, marked }) =>
      !marked ? text : sign === "+" ? html`<ins>${text}</ins>` : html`<del>${text}</del>`,
  )}</span></div>`;
}
