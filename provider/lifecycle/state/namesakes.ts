import { idOf } from "../../client/answers.js";
import { isTidied } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { isUnknown, type Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { alteredFields, isNamesake, valueIn } from "./row.js";

/** The inputs that tell objects of one natural key apart. */
function distinguishingFields({ distinguishedBy = [], fields }: Kind): Field[] {
  return distinguishedBy.flatMap((name) => fields.get(name) ?? []);
}

/** An object for people who have to tell it from others of its name: its id, and the values in which they differ. */
export function described(kind: Kind, row: JsonObject): string {
  return [idOf(row) ?? "", ...inParentheses(distinctions(kind, row))].join(" ");
}

/** The values of an object in which others of its name differ, in words. */
export function distinctions(kind: Kind, row: JsonObject): string[] {
  return distinguishingFields(kind).map(
    (field) => `${field.name} ${JSON.stringify(valueIn(field, row) ?? null)}`,
  );
}

function inParentheses(words: readonly string[]): string[] {
  return words.length === 0 ? [] : [`(${words.join(", ")})`];
}

/**
 * Whether a row has another value for an input that tells objects of one name apart, and that is declared. A gateway may leave out
 * what is null.
 */
export function isAnother(kind: Kind, declared: Values, row: JsonObject): boolean {
  return distinguishingFields(kind).some((field) => {
    const [wanted, live] = [declared[field.name], valueIn(field, row) ?? null];
    return wanted !== undefined && !isUnknown(wanted) && !isTidied(field, wanted, live);
  });
}

/** The rows of the name that may be the object that is declared, without those that tell that they are not. */
export function rowsMeant(kind: Kind, declared: Values, rows: readonly JsonObject[]): JsonObject[] {
  const possible = rows.filter((row) => isNamesake(kind, declared, row) && !isAnother(kind, declared, row));
  return kind.distinguishedBy === undefined ? possible : closest(kind, declared, possible);
}

/**
 * Those of several objects of one name that are most like what is declared: in what tells such objects apart, then in
 * everything that is declared. More than one if nothing that is declared tells them apart.
 */
export function closest(kind: Kind, declared: Values, rows: readonly JsonObject[]): JsonObject[] {
  const likely = narrowed(rows, (row) => !isAnother(kind, declared, row));
  return narrowed(likely, (row) => isAsDeclared(kind, declared, row));
}

/** Whether a row shows everything that is declared, apart from what gateways tidy in stored values. */
export function isAsDeclared(kind: Kind, declared: Values, row: JsonObject): boolean {
  return alteredFields(kind, declared, row).length === 0;
}

/** The rows that pass, or all if none does. */
function narrowed(rows: readonly JsonObject[], passes: (row: JsonObject) => boolean): JsonObject[] {
  const passing = rows.filter(passes);
  return passing.length > 0 ? passing : [...rows];
}
