import type { Line, LinePiece } from "../blocks/block.js";
import { asLine } from "../blocks/lines.js";
import { codeSpan, htmlCode } from "./escaping/code-span.js";
import { escaped } from "./escaping/escaped.js";

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
