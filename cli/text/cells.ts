import stringWidth from "string-width";

/** How many cells of a terminal a text takes. */
export function cells(text: string): number {
  return stringWidth(text);
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text that takes at most so many cells: a longer one is cut, and has this `end`. */
export function cutToCells(text: string, widest: number, end = "…"): string {
  const start = text.slice(0, 10 * widest); // no reader needs more, and the time to measure a text grows with it
  if (cells(start) <= widest) {
    return start;
  }
  let room = widest - cells(end);
  let cut = "";
  for (const { segment } of characters.segment(start)) {
    room -= cells(segment);
    if (room < 0) {
      break;
    }
    cut += segment;
  }
  return `${cut}${end}`;
}
