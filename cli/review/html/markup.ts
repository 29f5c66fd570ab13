import { hexOf } from "../../text/visible.js";

/** What may stand in a template: markup as it is, text and numbers escaped, lists one after the other. */
export type Piece = Markup | string | number | false | undefined | readonly Piece[];

/** Markup that may stand in a page as it is. Only {@link html} and {@link scriptMarkup} make it. */
export class Markup {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static of(strings: TemplateStringsArray, pieces: readonly Piece[]): Markup {
    return new Markup(String.raw({ raw: strings }, ...pieces.map(written)));
  }

  /** A script's text is not escaped, because a browser takes it as it is. */
  static ofScript(id: string, type: string, text: string): Markup {
    if (/<(?:!--|\/?script)/i.test(text)) {
      throw new Error("a script may not say how a script begins or ends");
    }
    return new Markup(`<script id="${escapeText(id)}" type="${escapeText(type)}">${text}</script>`);
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * A template of a page. Everything that is put into it is escaped, unless it is markup itself: there is no other way in.
 * Attributes have to stand in quotes.
 */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return Markup.of(strings, pieces);
}

/** A program of this package that runs in a page. It has to be let in by the page's policy. */
export function scriptMarkup(id: string, text: string): Markup {
  return Markup.ofScript(id, "text/javascript", text);
}

/** Data for a script: it stands in the page as text that nothing runs, and no text of an object can end it. */
export function dataMarkup(id: string, data: object): Markup {
  return Markup.ofScript(id, "application/json", JSON.stringify(data).replaceAll("<", "\\u003c"));
}

function written(piece: Piece): string {
  if (piece instanceof Markup) {
    return piece.toString();
  }
  if (piece === undefined || piece === false) {
    return "";
  }
  return typeof piece === "object" ? piece.map(written).join("") : escapeText(String(piece));
}

const entityOf: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Control characters, and what is invisible or turns the direction of writing: a reviewer has to see them. XML, as a drawing
 * by itself is, has no place for some of them.
 */
const unseen = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Noncharacter_Code_Point}\u2028\u2029]/gu;

/** Text with a mark in the place of each character that nobody would see. */
export function revealed(text: string): string {
  return text.toWellFormed().replace(unseen, (character) => `⟦U+${hexOf(character)}⟧`);
}

/** Text as a page shows it, in an element or in a quoted attribute. */
export function escapeText(text: string): string {
  return revealed(text).replace(/[&<>"']/g, (character) => entityOf[character] ?? "");
}
