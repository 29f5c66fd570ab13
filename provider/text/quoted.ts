import { printable } from "./printable.js";

const longest = 80;

/** A text of an object in a sentence: one line, not too long, in back-ticks that it cannot end. */
export function quoted(text: string): string {
  const line = printable(text).replaceAll("`", "'");
  return `\`${line.length > longest ? `${line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…` : line}\``;
}
