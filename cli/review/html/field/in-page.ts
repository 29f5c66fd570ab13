// Runs in the browser: `provider/build/bundle.mts` makes one file of it, which a page has in itself.

import { answerFor, answerWords, type MomentWords, triedHead } from "../../../routing/explain.js";
import { compareKeys } from "../../../routing/route.js";
import type { Setup } from "../../../routing/setup.js";
import { asLine } from "../../blocks/lines.js";
import { revealed } from "../markup.js";
import { fieldIds } from "./field-ids.js";
import { unpacked } from "./packed.js";

const moments = unpacked(JSON.parse(find(fieldIds.data).textContent));

find(fieldIds.workspace).append(...choices(moments.after.workspaces));

find(fieldIds.form).addEventListener("submit", (event) => {
  event.preventDefault();
  const name = chosenIn(fieldIds.name);
  const told = name === "" ? [] : answerWords(answerFor(moments, chosenIn(fieldIds.workspace), name));
  find(fieldIds.answer).replaceChildren(...told.map(({ lead }) => sentence("p", lead)));
  find(fieldIds.why).replaceChildren(...told.map(reasons));
});

// What needs a script is shown by it.
for (const each of document.querySelectorAll<HTMLElement>(".live")) {
  each.hidden = false;
}

function find(id: string): HTMLElement {
  return document.getElementById(id) ?? document.body;
}

function chosenIn(id: string): string {
  const control = find(id);
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.value : "";
}

/** The workspaces by name. Of several with one name, the ids tell them apart. */
function choices(workspaces: Setup["workspaces"]): HTMLElement[] {
  const titles = Object.entries(workspaces).toSorted((a, b) => compareKeys([a[1], a[0]], [b[1], b[0]]));
  return titles.map(([value, title]) => {
    const isTwice = titles.some(([key, other]) => other === title && key !== value);
    return element("option", { value }, [revealed(isTwice ? `${title} (${value})` : title)]);
  });
}

function reasons({ rows, notes }: MomentWords, at: number, all: readonly MomentWords[]): HTMLElement {
  const title = all.length === 1 ? "The mappings, in order" : at === 0 ? "Before" : "After";
  return element("div", {}, [
    element("h3", {}, [title]),
    ...(rows.length === 0 ? [] : [table(title, rows)]),
    element(
      "ul",
      { className: "list" },
      notes.map((note) => sentence("li", note)),
    ),
  ]);
}

function table(title: string, rows: readonly (readonly string[])[]): HTMLElement {
  const heads = triedHead.map((head) => element("th", { scope: "col" }, [head]));
  const lines = rows.map((cells) =>
    element(
      "tr",
      {},
      cells.map((cell, at) => {
        const made = sentence("td", cell);
        made.dataset.head = triedHead[at] ?? "";
        return made;
      }),
    ),
  );
  const body = element("table", {}, [
    element("thead", {}, [element("tr", {}, heads)]),
    element("tbody", {}, lines),
  ]);
  return element("div", { className: "scroll routes", role: "region", tabIndex: 0, ariaLabel: title }, [
    body,
  ]);
}

/** A text in which back-ticks enclose names. */
function sentence(tag: "p" | "li" | "td", text: string): HTMLElement {
  const pieces = asLine(text, Number.POSITIVE_INFINITY);
  return element(
    tag,
    {},
    pieces.map((piece) =>
      typeof piece === "string" ? revealed(piece) : element("code", {}, [revealed(piece.text)]),
    ),
  );
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  children: readonly (string | HTMLElement)[],
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
