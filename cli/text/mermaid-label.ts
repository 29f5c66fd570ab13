import { printable } from "pulumi-workspace-gateway/tools";

const longest = 48;

/**
 * A text in quotes. All but letters, digits, and hyphens and slashes between them is written as Mermaid's number
 * of the character: nothing can end the quotes, or be taken for Markdown, HTML, a link or a directive. A long text is cut, a
 * `note` behind it is not.
 */
export function mermaidLabel(text: string, note = ""): string {
  const points = [...printable(text)];
  const kept = points.length > longest ? [...points.slice(0, longest - 1), "…"] : points;
  const escaped = `${kept.join("")}${note === "" ? "" : ` (${printable(note)})`}`.replace(
    /(?<![\p{L}\p{N}])[-/]|[-/](?![\p{L}\p{N}])|[^\p{L}\p{N} ,…/-]/gu,
    (sign) => `#${sign.codePointAt(0)};`,
  );
  return `"${escaped || " "}"`;
}
