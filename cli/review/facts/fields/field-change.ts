import { isJsonObject, isUnknown, type Json } from "pulumi-workspace-gateway/tools";
import { covered } from "../../../account/covered.js";
import { partsOf } from "../../../stack/urn.js";
import type { Snapshot } from "../../plan/plan.js";
import type { FieldDifference, ShownField } from "../differences.js";
import type { FieldChange } from "../review.js";
import { prose } from "./field-words.js";
import { graphDiff } from "./graph-diff.js";
import { lineDiff } from "./line-diff.js";
import { changeWords, valueWords, type WordsFor, withoutMarks } from "./value-words.js";

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
  const sources = (planned?.from[name] ?? []).map((urn) => partsOf(urn).name);
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
