import { howMany } from "pulumi-workspace-gateway/tools";
import type { TextLine } from "../facts/review.js";
import { html, type Markup, type Piece } from "./markup.js";
import { cut } from "./section.js";

const mostLines = 400;
const mostPartsOfLine = 200;
/** How much is shown of a part that differs, and of one that stays: that one by its two ends. */
const longest = { marked: 2_000, kept: 400 };
/** More lines than these are folded away. */
const mostOpen = 30;

/** The difference of two texts, line by line, with the words that differ marked. */
export function textDiff(lines: readonly TextLine[], summary: string): Markup {
  const rows = html`<div class="diff mono">${lines.slice(0, mostLines).map(row)}${rest(lines.length - mostLines)}</div>`;
  return lines.length <= mostOpen
    ? rows
    : html`<details><summary>${summary}: ${howMany(lines.length, "line")}</summary>${rows}</details>`;
}

function rest(count: number): Piece {
  return (
    count > 0 &&
    html`<div class="row gap"><span class="sign">⋯</span><span>${howMany(count, "more line")} of this difference are left out here</span></div>`
  );
}

const looks = { "+": "plus", "-": "minus", " ": "same", "~": "gap" } as const;
const signs = { "+": "+", "-": "−", " ": "", "~": "⋯" } as const;

function row({ sign, parts, count }: TextLine): Markup {
  const text =
    sign === "~"
      ? html`${howMany(count ?? 0, "line")} unchanged`
      : [
          parts.slice(0, mostPartsOfLine).map((part) => words(sign, part)),
          parts.length > mostPartsOfLine && "…",
        ];
  return html`<div class="row ${looks[sign]}"><span class="sign">${signs[sign]}</span><span>${text}</span></div>`;
}

function words(sign: "+" | "-" | " ", { text, marked }: TextLine["parts"][number]): Piece {
  if (!marked || sign === " ") {
    return middleLeftOut(text);
  }
  const shown = cut(text, longest.marked);
  return sign === "+" ? html`<ins>${shown}</ins>` : html`<del>${shown}</del>`;
}

function middleLeftOut(text: string): string {
  const half = longest.kept / 2;
  const left = text.length - longest.kept;
  return left <= 0 ? text : `${text.slice(0, half)}… (${left} characters) …${text.slice(-half)}`;
}
