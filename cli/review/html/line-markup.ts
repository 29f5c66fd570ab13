import type { Line, LinePiece } from "../blocks/block.js";
import { asLine } from "../blocks/lines.js";
import { html, type Markup } from "./markup.js";

export function lineMarkup(line: Line): readonly (Markup | string)[] {
  return line.map(pieceMarkup);
}

function pieceMarkup(piece: LinePiece): Markup | string {
  if (typeof piece === "string") {
    return piece;
  }
  const { look, text, to } = piece;
  const shown = to ? html`<a href="#${to}">${text}</a>` : text;
  switch (look) {
    case "code":
      return html`<code>${shown}</code>`;
    case "strong":
      return html`<strong>${shown}</strong>`;
    case "small":
      return html`<span class="muted small">${shown}</span>`;
    case "mark":
      return html`<sup>${shown}</sup>`;
    case "old":
      return html`<del>${shown}</del>`;
    case "new":
      return html`<ins>${shown}</ins>`;
  }
}

/** A title in which back-ticks enclose code. */
export function titleMarkup(title: string): readonly (Markup | string)[] {
  return lineMarkup(asLine(title));
}

/** A short word in a box. `look` is a class of the style. */
export function badge(look: string, word: string): Markup {
  return html`<span class="badge ${look}">${word}</span>`;
}
