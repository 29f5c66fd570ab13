import { diffArrays, diffWordsWithSpace } from "diff";
import type { TextLine } from "../review.js";

/** Lines that stay and are shown around those that change. */
const context = 3;

/** Texts that differ more are shown as removed and added as a whole: finding the smallest difference takes long. */
const mostLines = 200;
const mostWords = 60;
/** Of texts in which more lines or longer ones change, no words are marked: nobody reads them word by word. */
const mostMarked = 30;
const longestMarked = 5_000;

/** The difference of two texts, line by line. In a line that changed, the words that differ are marked. */
export function lineDiff(before: string | undefined, after: string | undefined): TextLine[] {
  const lines = linesThatDiffer(linesOf(before), linesOf(after));
  const isShown = lines.some(({ sign }) => sign !== " ") || before === after;
  // Only the ends of lines differ, which are no part of them otherwise.
  return folded(isShown ? lines : linesThatDiffer(linesOf(before, "\n"), linesOf(after, "\n")));
}

function linesThatDiffer(old: readonly string[], planned: readonly string[]): TextLine[] {
  const runs = diffArrays([...old], [...planned], { maxEditLength: mostLines }) ?? [
    { value: [...old], removed: true, added: false },
    { value: [...planned], removed: false, added: true },
  ];
  const lines: TextLine[] = [];
  for (const [at, { value, removed, added }] of runs.entries()) {
    const next = runs[at + 1];
    if (removed && next?.added) {
      lines.push(...replaced(value, next.value));
    } else if (!(added && runs[at - 1]?.removed)) {
      const sign = removed ? "-" : added ? "+" : " ";
      lines.push(...value.map((line) => plain(sign, line)));
    }
  }
  return lines;
}

function linesOf(text: string | undefined, end: string | RegExp = /\r?\n/): string[] {
  return text === undefined ? [] : text.split(end);
}

function plain(sign: TextLine["sign"], text: string): TextLine {
  return { sign, parts: [{ text, marked: false }] };
}

/** Lines in the place of others: the first of these in the place of the first of those. */
function replaced(old: readonly string[], planned: readonly string[]): TextLine[] {
  const pairs = old.map((line, at) => marked(line, at < mostMarked ? planned[at] : undefined));
  return [
    ...pairs.map(([removed]) => removed),
    ...planned.map((line, at) => pairs[at]?.[1] ?? plain("+", line)),
  ];
}

/** A line and the one in its place, with marks on what differs, if they have enough in common. */
function marked(old: string, planned: string | undefined): [TextLine, TextLine | undefined] {
  const words =
    planned === undefined || Math.max(old.length, planned.length) > longestMarked
      ? undefined
      : diffWordsWithSpace(old, planned, { maxEditLength: mostWords });
  const kept = (words ?? []).filter(({ added, removed }) => !added && !removed);
  const common = kept.reduce((sum, { value }) => sum + value.trim().length, 0);
  if (words === undefined || common * 4 < Math.max(old.length, planned?.length ?? 0)) {
    return [plain("-", old), planned === undefined ? undefined : plain("+", planned)];
  }
  const side = (sign: "-" | "+", left: "added" | "removed", shown: "added" | "removed"): TextLine => ({
    sign,
    parts: words.filter((word) => !word[left]).map((word) => ({ text: word.value, marked: word[shown] })),
  });
  return [side("-", "added", "removed"), side("+", "removed", "added")];
}

/** Long runs of lines that stay become one line with their count. */
function folded(lines: readonly TextLine[]): TextLine[] {
  const changed = lines.flatMap(({ sign }, at) => (sign === " " ? [] : [at]));
  const shown = new Set(
    changed.flatMap((at) => Array.from({ length: 2 * context + 1 }, (_, off) => at - context + off)),
  );
  const result: TextLine[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const end = shown.has(at) ? at + 1 : endOfRun(shown, at, lines.length);
    // A count of one line is not shorter than the line.
    if (line !== undefined && end - at <= 1) {
      result.push(line);
    } else {
      result.push({ sign: "~", parts: [], count: end - at });
      at = end - 1;
    }
  }
  return result;
}

function endOfRun(shown: ReadonlySet<number>, from: number, length: number): number {
  let end = from;
  while (end < length && !shown.has(end)) {
    end++;
  }
  return end;
}
