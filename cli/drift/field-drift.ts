import { howMany } from "pulumi-workspace-gateway/tools";
import type { FieldDifference } from "../review/facts/differences.js";
import { fieldChange } from "../review/facts/fields/field-change.js";
import { changeWords, type WordsFor } from "../review/facts/fields/value-words.js";
import type { FieldChange } from "../review/facts/review.js";
import type { FieldDrift } from "./drift.js";

/** A text that is not longer is shown whole on both sides. */
const longestInLine = 80;

/** A change of a value that is no secret, with what differs of a long one in one line. */
export function fieldDrift(difference: FieldDifference, words: WordsFor): FieldDrift {
  const change = fieldChange(difference, words, undefined);
  return "words" in change
    ? change
    : { ...change, words: lineFor(change, changeWords(words, difference.before, difference.after)) };
}

function lineFor(change: Exclude<FieldChange, { words: string }>, whole: string): string {
  if (change.is === "graph") {
    const [part] = change.parts;
    return change.parts.length === 1 && part !== undefined && part.details.length < 2
      ? [`${part.name} ${part.change}`, ...part.details].join(": ")
      : `${howMany(change.parts.length, "part")} of it differ`;
  }
  const count = (sign: string) => change.lines.filter((line) => line.sign === sign).length;
  const isShort = whole.length <= 2 * longestInLine && !whole.includes("\\n");
  return isShort ? whole : `${howMany(count("+"), "line")} added, ${count("-")} removed`;
}
