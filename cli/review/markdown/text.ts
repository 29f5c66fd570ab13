import { abridged, visibly } from "../../text/visible.js";
import type { Line, LinePiece } from "../blocks/block.js";
import { asLine } from "../blocks/lines.js";

/** Does not show, and tears apart what GitHub and GitLab would make a link, a reference or a mention of. */
const tear = "&#8203;";

/** What has a meaning in Markdown or HTML. An entity stands for the character alone, in the one as in the other. */
const markup = /[\\`*_[\]<>&|~$]/g;

/** What begins a mention, a reference, an address or an emoji: `@name`, `#1`, `!1`, `~label`, `GH-1`, `:smile:`. */
const references = /@|[#!%~$*&[](?=[\p{L}\p{N}_"'{])|GH-(?=\d)|www(?=\.)|:(?=\/\/|[\w+-]+:)/giu;

/** What begins a list, a heading, a rule or a quick action at the start of a line: `- `, `1. `, `/merge`. */
const beginnings = /^(?=\s*(?:[-+=]+(?:\s|$)|#+(?:\s|$)|\d+[.)](?:\s|$)|\/))/;

/**
 * A text that comes from elsewhere as a part of a line: nothing in it is markup, calls anybody, or loads anything.
 * It is also right between HTML tags. What is written is never longer than twice the most that may be shown.
 */
export function escaped(text: string, most = 600, longest = 2 * most): string {
  const torn = visibly(text, most, abridged).replace(references, "$&\u200b").replace(beginnings, "\u200b");
  const written = torn.replace(markup, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll("\u200b", tear);
  return written.length <= longest || most < 8 ? written : escaped(text, Math.floor(most / 2), longest);
}

/** A text that comes from elsewhere as code: between back-ticks where it has none, and nothing that a table reads. */
export function codeSpan(text: string, most = 120): string {
  if (/[`|\\]/.test(text)) {
    return htmlCode(text, most);
  }
  const shown = visibly(text, most, abridged);
  return shown.trim() === "" ? '`""`' : `\`${shown}\``;
}

/** The same where Markdown is not read, as in a `<summary>`. */
export function htmlCode(text: string, most = 120): string {
  return `<code>${escaped(text, most)}</code>`;
}

/** A sentence whose names stand between back-ticks. Whatever names hold, all of it is either escaped or code. */
export function withCode(text: string, most = 600): string {
  const parts = visibly(text, most).split(/`([^`]+)`/);
  return parts.map((part, index) => (index % 2 === 0 ? escaped(part, most) : codeSpan(part, most))).join("");
}
/** Lines as a block of code that none of them can close. They must be without line breaks. */
export function fence(language: string, lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length),
  );
  const ticks = "`".repeat(longest + 1);
  return [`${ticks}${language}`, ...lines, ticks].join("\n");
}

const tags = { small: "sub", mark: "sup", old: "del", new: "ins" } as const;

/** A line. Whatever its pieces hold, all of it is either escaped or code. */
export function lineText(line: Line): string {
  return line.map(pieceText).join("");
}

function pieceText(piece: LinePiece): string {
  if (typeof piece === "string") {
    return escaped(piece);
  }
  const { look, text } = piece;
  switch (look) {
    case "code":
      return codeSpan(text);
    case "strong":
      return `**${escaped(text)}**`;
    default:
      return `<${tags[look]}>${escaped(text)}</${tags[look]}>`;
  }
}

/** A title in which back-ticks enclose code. */
export function titleText(title: string): string {
  return lineText(asLine(title));
}

/** A part that a reader opens. Markdown is not read in its title. */
export function folded(title: string, body: string): string {
  const shown = asLine(title).map((piece) =>
    typeof piece === "string" ? escaped(piece) : htmlCode(piece.text),
  );
  return `<details><summary>${shown.join("")}</summary>\n\n${body}\n\n</details>`;
}
