import { howMany } from "pulumi-workspace-gateway/tools";
import type { ObjectChange, Review } from "../facts/review.js";
import { operationWords } from "../plan/operation-words.js";
import { fieldChanges } from "./fields.js";
import { html, type Markup } from "./markup.js";
import { badge, cut, type Section, sentenceMarkup } from "./section.js";

/** Changes beyond these are folded: a reader opens what concerns them. */
const mostOpen = 25;
/** From here on a browser lays out only those changes that are on the screen. */
const many = 100;
/** How much of the page all changes may take. The least important ones, which come last, are left out beyond it. */
const mostCharacters = 3_000_000;
const longestName = 200;

/** Where the page shows what changes of a resource. */
export type Anchors = ReadonlyMap<string, string>;

/** The anchors of the changes that {@link changesSection} shows. */
export function anchorsOf(changes: readonly ObjectChange[]): Anchors {
  return new Map(changes.map(({ urn }, index) => [urn, `change-${index + 1}`]));
}

/** What changes, the most important first. */
export function changesSection({ changes, workspaces }: Review): Section {
  return {
    id: "changes",
    title: "Changes",
    count: changes.length,
    body:
      changes.length === 0 ? html`<p>Nothing changes.</p>` : listOf(changes, workspaces, "change", mostOpen),
  };
}

/** What somebody changed on the gateway since the last `up`. */
export function driftSection({ drift, workspaces }: Review): Section {
  return {
    id: "drift",
    title: "Changed on the gateway since the last up",
    count: drift.length,
    body: html`<p class="muted">Somebody changed this outside of the program. Unless the program says the same, the apply puts it back.</p>
${listOf(drift, workspaces, "drift", mostOpen)}`,
  };
}

function listOf(
  changes: readonly ObjectChange[],
  names: Review["workspaces"],
  id: string,
  open: number,
): Markup {
  const shown: Markup[] = [];
  let size = 0;
  for (const [index, change] of changes.entries()) {
    const one = article(change, names, `${id}-${index + 1}`, index < open);
    size += one.toString().length;
    if (size > mostCharacters) {
      break;
    }
    shown.push(one);
  }
  const left = changes.length - shown.length;
  return html`<div class="${shown.length >= many ? "many" : "few"}">${shown}</div>${left > 0 && html`<p class="muted">${howMany(left, "more change")}, the least important, left out here: the page would be too large.</p>`}`;
}

function article(change: ObjectChange, names: Review["workspaces"], id: string, isOpen: boolean): Markup {
  const { operation, kind, name, title, workspace, line, notes, fields } = change;
  const where = [
    title === undefined || title === name
      ? undefined
      : html`declared as <code>${cut(name, longestName)}</code>`,
    workspace === undefined
      ? undefined
      : html`workspace <span class="name">${cut(names[workspace] ?? workspace, longestName)}</span>`,
    line === undefined ? undefined : html`<code>${cut(line, longestName)}</code>`,
  ].filter((part) => part !== undefined);
  return html`<details class="change" id="${id}"${isOpen && html` open`}>
<summary>${badge(operation, `${operationWords[operation].sign} ${operation}`)} <h3>${spaced(kind)} <span class="name">${cut(title ?? name, longestName)}</span></h3></summary>
<p class="about">${where.map((part, index) => [index > 0 && " · ", part])}</p>
${notes.length > 0 && html`<ul class="notes">${notes.map((note) => html`<li>${sentenceMarkup(note)}</li>`)}</ul>`}
${fieldChanges(fields)}
</details>
`;
}

/** `ModelProvider` as people read it; the type token of another package stays as it is. */
function spaced(kind: string): string {
  return cut(
    kind.replace(/^[A-Z]\w*$/, (name) =>
      name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    ),
    longestName,
  );
}
