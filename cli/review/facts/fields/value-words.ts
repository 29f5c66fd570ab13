import { isUnknown, type Json } from "pulumi-workspace-gateway/tools";
import { numberText, numberTexts, percentOf, percentText } from "../../../text/numbers.js";
import { meanings, ranks, switches, units } from "./field-words.js";

/** What is the same for a change of a value: the place, as `Kind.property`, and the names of ids. */
export interface WordsFor {
  readonly place: string;
  /** The logical name of the resource that has this id, if there is one. */
  nameOf(id: string): string | undefined;
  /** What happens to the value if it is no longer declared. */
  readonly removal?: string;
}

/** A change of a value in words: `2 → 1 (−50 %)`, `administrator → member`, `set to "a"`. */
export function changeWords(of: WordsFor, before: Json | undefined, after: Json | undefined): string {
  if (before === undefined || after === undefined) {
    return before === undefined
      ? withUnit(of, valueWords(of, after ?? null), after)
      : `${withUnit(of, valueWords(of, before), before)} → no longer declared${of.removal === undefined ? "" : `: ${of.removal}`}`;
  }
  const [old, planned] =
    typeof before === "number" && typeof after === "number"
      ? numberTexts(before, after)
      : [valueWords(of, before), valueWords(of, after)];
  return `${old} → ${withUnit(of, planned, after)}${percentWords(of, before, after)}`;
}

function withUnit({ place }: WordsFor, words: string, value: Json | undefined): string {
  const unit = units[place];
  return unit !== undefined && typeof value === "number" ? `${words} ${unit}` : words;
}

function percentWords({ place }: WordsFor, before: Json, after: Json): string {
  if (typeof before !== "number" || typeof after !== "number" || ranks.has(place)) {
    return "";
  }
  const percent = percentOf(before, after);
  return percent === undefined ? "" : ` (${percentText(percent)})`;
}

/** The longest value that is shown as it is; of a longer one, the first part. */
const longest = 200;

/** A value in words. */
export function valueWords({ place, nameOf }: WordsFor, value: Json): string {
  if (value === null) {
    return "none";
  }
  if (typeof value === "number") {
    return numberText(value);
  }
  if (typeof value === "boolean") {
    const [on, off] = switches[place] ?? ["yes", "no"];
    return value ? on : off;
  }
  if (typeof value === "string") {
    return meanings[place]?.[value] ?? textWords(value, nameOf);
  }
  return shortened(JSON.stringify(withoutMarks(value)));
}

function textWords(value: string, nameOf: WordsFor["nameOf"]): string {
  const name = isUnknown(value) ? undefined : nameOf(value);
  return name ?? (isUnknown(value) ? notKnown : shortened(JSON.stringify(value)));
}

const notKnown = "(not known yet)";

/** A value in which what is not known yet is said in words. */
export function withoutMarks(value: Json): Json {
  if (typeof value !== "object" || value === null) {
    return isUnknown(value) ? notKnown : value;
  }
  return Array.isArray(value)
    ? value.map(withoutMarks)
    : Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, withoutMarks(inside)]));
}

/** The first part of a long text. */
export function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
