import { printable } from "pulumi-workspace-gateway/tools";

const longest = 48;

/** A text of at most so many characters, in one line. A note behind it is not cut. */
export function noted(text: string, most: number, note = ""): string {
  const points = [...printable(text)];
  const kept = points.length > most ? [...points.slice(0, most - 1), "…"] : points;
  return `${kept.join("")}${note === "" ? "" : ` (${printable(note)})`}`;
}

/**
 * A text in quotes. All but letters, digits, and hyphens and slashes between them is written as Mermaid's number
 * of the character: nothing can end the quotes, or be taken for Markdown, HTML, a link or a directive. A long text is cut, a
 * `note` behind it is not.
 */
export function mermaidLabel(text: string, note = ""): string {
  const escaped = noted(text, longest, note).replace(
    /(?<![\p{L}\p{N}])[-/]|[-/](?![\p{L}\p{N}])|[^\p{L}\p{N} ,…/-]/gu,
    (sign) => `#${sign.codePointAt(0)};`,
  );
  return `"${escaped || " "}"`;
}
