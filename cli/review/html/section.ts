import { html, type Markup, type Piece } from "./markup.js";

/** A part of the page that the contents lead to. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** How many things are in it, for the contents. */
  readonly count?: number;
  readonly body: Markup;
}

const longestSentence = 1_000;

/** A short word in a box. `look` is a class of the style. */
export function badge(look: string, word: string): Markup {
  return html`<span class="badge ${look}">${word}</span>`;
}

/** The first of many things, and a line that says how many are left out. */
export function first<T>(most: number, all: readonly T[], each: (one: T) => Markup, left: string): Piece {
  const rest = all.length - most;
  return [
    all.slice(0, most).map(each),
    rest > 0 && html`<li class="muted">${rest} more ${left} are left out here.</li>`,
  ];
}

/** A sentence, with what stands between back-ticks in it as code. */
export function sentenceMarkup(sentence: string): Piece {
  const pieces = cut(sentence, longestSentence).split("`");
  const isPaired = pieces.length % 2 === 1;
  return isPaired
    ? pieces.map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece))
    : cut(sentence, longestSentence);
}

/** A text of bearable length. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;
}
