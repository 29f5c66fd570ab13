import { diffArrays, diffWordsWithSpace } from "diff";
import { isJsonObject, isUnknown, type Json } from "pulumi-workspace-gateway/tools";
import { covered } from "../../../account/covered.js";
import { partsOf } from "../../../stack/urn.js";
import type { Snapshot } from "../../plan/plan.js";
import type { FieldDifference, ShownField } from "../differences.js";
import type { FieldChange, TextLine } from "../review.js";
import { changeWords, prose, valueWords, type WordsFor, withoutMarks } from "./field-words.js";
import { graphDiff } from "./graph-diff.js";

/** Texts that are longer are shown as lines. */
const longestInWords = 100;

/** What changes of one property, in the form in which people see it best. */
export function fieldChange(
  { field, before, after, isSure, isLost }: FieldDifference,
  words: WordsFor,
  planned: Snapshot | undefined,
): FieldChange {
  const { name } = field;
  if (field.secret || before === covered || after === covered) {
    return { is: "secret", name, words: isSure ? "changed" : secretWords(before, after) };
  }
  if (isUnknown(after)) {
    return {
      is: "unknown",
      name,
      ...shown("before", before),
      words: unknownWords(words, before, name, planned),
    };
  }
  if (isText(words, before) && isText(words, after) && isLong(words, before, after)) {
    return { is: "text", name, lines: lineDiff(asText(before), asText(after)) };
  }
  if (isGraph(field, before) || isGraph(field, after)) {
    return { is: "graph", name, parts: graphDiff(before, after) };
  }
  return {
    is: "value",
    name,
    ...shown("before", before),
    ...shown("after", after),
    words: `${changeWords(words, before, after)}${isLost ? ": lost to another object; an `up` does not repair it" : ""}`,
  };
}

function shown<K extends string>(key: K, value: Json | undefined): { [P in K]?: Json } {
  const found: { [P in K]?: Json } = {};
  return value === undefined ? found : Object.assign(found, { [key]: withoutMarks(value) });
}

/** A preview never shows a secret, so of one that was set and is set it cannot say whether it stays. */
function secretWords(before: Json | undefined, after: Json | undefined): string {
  if (isUnknown(after)) {
    return "known during the `up`";
  }
  if (isNone(after)) {
    return after === null ? "removed" : "no longer declared: it stays as it is";
  }
  return isNone(before) ? "set" : "may change: a preview does not show whether a secret stays";
}

function isNone(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

function unknownWords(
  words: WordsFor,
  before: Json | undefined,
  name: string,
  planned: Snapshot | undefined,
): string {
  const sources = (planned?.sources?.[name] ?? []).map((urn) => partsOf(urn).name);
  const from = sources.length === 0 ? "" : `, comes from ${sources.join(", ")}`;
  const old = before === undefined ? "" : `${valueWords(words, before)} → `;
  return `${old}known during the \`up\`${from}`;
}

function isText({ place }: WordsFor, value: Json | undefined): boolean {
  return value === undefined || typeof value === "string" || (value === null && prose.has(place));
}

function isLong({ place }: WordsFor, ...values: (Json | undefined)[]): boolean {
  const texts = values.filter((value) => typeof value === "string");
  return (
    (texts.length > 0 && prose.has(place)) ||
    texts.some((text) => text.length > longestInWords || text.includes("\n"))
  );
}

function asText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isGraph({ freeForm }: ShownField, value: Json | undefined): boolean {
  return (
    (freeForm === true && isJsonObject(value)) ||
    (isJsonObject(value) && JSON.stringify(value).length > longestInWords)
  );
}

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
