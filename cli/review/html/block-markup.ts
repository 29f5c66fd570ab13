import { howMany } from "pulumi-workspace-gateway/tools";
import type { Block, ChangeGroup, Item } from "../blocks/block.js";
import { fit } from "../blocks/fit.js";
import { fitGroups } from "../blocks/fit-changes.js";
import { printedArticle } from "./change-markup.js";
import { drawing } from "./drawing.js";
import { badge, lineMarkup, titleMarkup } from "./line-markup.js";
import { html, type Markup } from "./markup.js";

/** From here on a browser lays out only those changes that are on the screen. */
const many = 100;

/** A block in so much room. Of elements that need an id, it begins with the given one. */
export function blockMarkup(block: Block, id: string, room: number): Markup {
  switch (block.is) {
    case "line":
      return html`<p class="muted small">${lineMarkup(block.line)}</p>`;
    case "list":
      return html`<ul class="list">${fit(block.items.map(item), room, (count) => html`<li class="muted">${count} more are left out here.</li>`)}</ul>`;
    case "table":
      return table(block, room);
    case "changes":
      return changes(block.groups, room);
    case "drawing":
      return drawing(block.graph, id);
    case "fold":
      return html`<details><summary>${titleMarkup(block.title)}</summary>${block.blocks.map((inner, at) => blockMarkup(inner, `${id}-${at + 1}`, room))}</details>`;
  }
}

function item({ risk, line }: Item): Markup {
  return risk === undefined
    ? html`<li>${lineMarkup(line)}</li>`
    : html`<li class="finding ${risk}">${badge(risk, risk)} ${lineMarkup(line)}</li>`;
}

function table({ title, head, rows }: Extract<Block, { is: "table" }>, room: number): Markup {
  const printed = rows.map(
    (cells) =>
      html`<tr>${cells.map((cell, at) => html`<td data-head="${head[at]}">${lineMarkup(cell)}</td>`)}</tr>`,
  );
  const all = fit(
    printed,
    room,
    (count) =>
      html`<tr><td colspan="${head.length}" class="muted">${howMany(count, "more row")} left out here</td></tr>`,
  );
  return html`<div class="scroll routes" role="region" tabindex="0" aria-label="${title}"><table>
<thead><tr>${head.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
<tbody>${all}</tbody>
</table></div>
`;
}

function changes(all: readonly ChangeGroup[], room: number): Markup {
  const { groups, left } = fitGroups(all, printedArticle, room);
  const count = groups.reduce((sum, { shown }) => sum + shown.length, 0);
  return html`<div class="${count >= many ? "many" : "few"}">${groups.map(({ title, isOpen, shown }) =>
    isOpen
      ? [title !== undefined && html`<p class="group-title">${titleMarkup(title)}</p>`, shown]
      : html`<details class="group"><summary>${titleMarkup(title ?? "")}</summary>${shown}</details>`,
  )}</div>${left !== "" && html`<p class="muted">${left}, the least important, left out here: the page would be too large.</p>`}`;
}
