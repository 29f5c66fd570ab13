import { idOf } from "../client/exchange.js";
import { isTidied, isWord, sameValue } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import type { Refusal } from "../spec/source.js";
import { envelopeKey, isUnknown, type Values } from "../spec/values.js";
import { asText, isJsonObject, type Json, type JsonObject } from "../text/json.js";
import { quoted } from "../text/words.js";

export function selectorsOf(kind: Kind): Field[] {
  return [...kind.fields.values()].filter((field) => field.selects !== undefined);
}

/** The value at a dotted path of a row. The empty path is the row itself. */
export function valueAt(row: JsonObject, place: string): Json | undefined {
  let value: Json | undefined = row;
  for (const key of place === "" ? [] : place.split(".")) {
    value = isJsonObject(value) ? value[key] : undefined;
  }
  return value;
}

/** If none matches, tries the new names, because the object may already have been renamed. */
export function selected(kind: Kind, inputs: Values, rows: readonly JsonObject[]): readonly JsonObject[] {
  const meant = (wanted: Values) =>
    rows.filter((row) => selectorsOf(kind).every((field) => matches(field, wanted[field.name], row)));
  const found = meant(inputs);
  const renamed = Object.entries(inputs).map(([name, wanted]) => {
    const keys = isJsonObject(wanted) ? Object.entries(wanted) : undefined;
    return [
      name,
      keys ? Object.fromEntries(keys.map(([key, value]) => [key, inputs[key] ?? value])) : wanted,
    ] as const;
  });
  return found.length > 0 ? found : meant(Object.fromEntries(renamed));
}

/** Whether a selector matches a row. An undeclared selector matches every row. */
export function matches(field: Field, wanted: Json | undefined, row: JsonObject): boolean {
  if (wanted === undefined) {
    return true;
  }
  const live = valueAt(row, field.selects ?? "");
  if (isJsonObject(wanted) && isJsonObject(live)) {
    return Object.entries(wanted).every(([key, value]) => sameValue({}, value, live[key]));
  }
  return field.anyCase && typeof wanted === "string" ? isWord(live, wanted) : sameValue({}, wanted, live);
}

/** The object exists, but no program is able or permitted to declare it in its current form. */
export class Undeclarable extends Error {
  constructor(
    message: string,
    /** The reason as part of a sentence, without the object's name. */
    readonly why: string,
  ) {
    super(message);
  }
}

/** The rows of a kind's list that no resource can manage. Undefined if resources can manage all of them. */
export function refusalOf({ source }: Kind): Refusal | undefined {
  return source.how === "adopted" ? source.refuse : undefined;
}

export function isRefused(row: JsonObject, { at, value }: Refusal): boolean {
  return isWord(valueAt(row, at), value);
}

/** The gateway sent a value that state cannot store: a number such as 1e400, or a reserved key. */
export class Unstorable extends Undeclarable {
  constructor(what: string, place: string, row: JsonObject) {
    const id = idOf(row);
    const whose = id === undefined ? "" : ` of the object with id ${JSON.stringify(id)}`;
    super(
      `the gateway sent a response with ${what}, in ${place}${whose}. Change the value on the gateway, then run the command again.`,
      `${place} has ${what}`,
    );
  }
}

/**
 * A number may be a string, and an enum value may differ in letter case. Unknown enum values pass through.
 * Throws for a value that cannot be stored. Such a value is harmless in a field that nothing reads.
 */
export function valueIn(field: Field, row: JsonObject): Json | undefined {
  const value = wordIn(field, row);
  const problem = unstorableIn(value);
  if (problem !== undefined) {
    throw new Unstorable(problem, field.readFrom, row);
  }
  return value;
}

/** Like `valueIn`, but for an unmanaged field: a value that cannot be stored is omitted. */
export function shownIn(field: Field, row: JsonObject): Json | undefined {
  const value = wordIn(field, row);
  return unstorableIn(value) === undefined ? value : undefined;
}

function wordIn(field: Field, row: JsonObject): Json | undefined {
  const shown = row[field.readFrom];
  const isNumber =
    field.numeric && typeof shown === "string" && shown.trim() !== "" && !Number.isNaN(Number(shown));
  return isNumber ? Number(shown) : (field.choices.find((word) => isWord(shown, word)) ?? shown);
}

function unstorableIn(value: Json | undefined): string | undefined {
  if (typeof value === "object" && value !== null) {
    return Object.hasOwn(value, envelopeKey)
      ? `a key ${envelopeKey}, which Pulumi cannot store`
      : Object.values(value)
          .map(unstorableIn)
          .find((problem) => problem !== undefined);
  }
  return typeof value !== "number" || Number.isFinite(value)
    ? undefined
    : "a number that is too large to be stored";
}

/** Undefined if the row lacks the value, or has a null that requests do not accept. */
export function requestValue(field: Field, row: JsonObject): Json | undefined {
  const value = valueIn(field, row);
  return value === null && !field.nullable ? undefined : value;
}

export function sentFields(kind: Kind): Field[] {
  return [...kind.fields.values()].filter((field) => !field.local);
}

/** Inputs that the gateway accepts and returns. */
export function echoedFields(kind: Kind): Field[] {
  return sentFields(kind).filter((field) => !field.writeOnly);
}

export function stampOf(kind: Kind, stamp: "created" | "written"): Field | undefined {
  return [...kind.outputFields.values()].find((field) => field.stamp === stamp);
}

/** A request body with the declared values, under the API's names, without the input in the path. */
export function bodyOf(
  kind: Kind,
  values: Values,
  fields: Iterable<Field> = kind.fields.values(),
): JsonObject {
  const { parent, scoped } = kind.endpoints;
  const inPath = scoped === true ? undefined : parent?.field;
  const sent = [...fields].filter(
    (field) => !field.local && field.name !== inPath && values[field.name] !== undefined,
  );
  return Object.fromEntries(sent.map((field) => [field.sendAs, values[field.name] ?? null]));
}

export function lacksFields(kind: Kind, row: JsonObject, declared: Values): boolean {
  const inputs = echoedFields(kind).filter(
    ({ name }) => declared[name] !== undefined && declared[name] !== null,
  );
  const outputs = [...kind.outputFields.values()].filter((field) => !field.createOnly);
  // Some responses omit the parent's id (API document, section "Model"), but it is known from the request.
  const parent = kind.endpoints.parent?.field;
  return [...inputs, ...outputs].some((field) => field.name !== parent && row[field.readFrom] === undefined);
}

/** For a kind without a natural key, all declared values must match the row. */
export function isNamesake(kind: Kind, declared: Values, row: JsonObject): boolean {
  if (kind.naturalKey.length === 0) {
    return differences(kind, declared, row).length === 0;
  }
  return kind.naturalKey.every((name) => {
    const field = kind.fields.get(name);
    const live = field === undefined ? undefined : valueIn(field, row);
    return field === undefined || live === undefined
      ? name === kind.endpoints.parent?.field
      : isTidied(field, declared[name] ?? null, live);
  });
}

/** Declared fields whose value in a row differs. A field that the row lacks is not a difference. */
export function differences(kind: Kind, declared: Values, row: JsonObject): Field[] {
  return echoedFields(kind).filter((field) => {
    const live = declared[field.name] === undefined ? undefined : valueIn(field, row);
    return live !== undefined && !sameValue(field, declared[field.name], live);
  });
}

/** Fields whose value in a row differs from the sent one, ignoring normalization by the gateway. */
export function alteredFields(kind: Kind, sent: Values, row: JsonObject): Field[] {
  return echoedFields(kind).filter((field) => {
    const [wanted, live] = [sent[field.name], valueIn(field, row)];
    return wanted !== undefined && !isUnknown(wanted) && live !== undefined && !isTidied(field, wanted, live);
  });
}

/** Milliseconds. `Date` headers and some timestamps have only whole seconds. */
export const clockSlack = 2000;

/** By the server's clock. Undefined if the row lacks that time. */
export function timeIn(kind: Kind, row: JsonObject, stamp: "created" | "written"): number | undefined {
  const field = stampOf(kind, stamp);
  const shown = field === undefined ? undefined : row[field.readFrom];
  const time = typeof shown === "string" ? Date.parse(shown) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function distinguishingFields({ distinguishedBy = [], fields }: Kind): Field[] {
  return distinguishedBy.flatMap((name) => fields.get(name) ?? []);
}

export function described(kind: Kind, row: JsonObject): string {
  return [idOf(row) ?? "", ...inParentheses(distinctions(kind, row))].join(" ");
}

const mostListed = 20;

/** `called`: an object's names. `apart`: how it differs from other objects with the same name. */
export function thereAre(
  objects: readonly {
    readonly id: string | undefined;
    readonly called: readonly (Json | undefined)[];
    readonly apart?: readonly string[];
  }[],
  isAll = true,
): string {
  const shown = objects.slice(0, mostListed).map(({ id = "", called, apart = [] }) => {
    const names = called.filter((name) => name !== id);
    const words = names.map((name = null) => (typeof name === "string" ? quoted(name) : asText(name)));
    return [id, ...inParentheses([...words, ...apart])].join(" ");
  });
  const more = objects.length > mostListed ? [`${objects.length - mostListed} more`] : [];
  const unseen = isAll ? [] : ["objects that the gateway does not list"];
  return `Existing objects: ${[...shown, ...more, ...unseen].join(", ") || "none"}.`;
}

export function distinctions(kind: Kind, row: JsonObject): string[] {
  return distinguishingFields(kind).map(
    (field) => `${field.name} ${JSON.stringify(valueIn(field, row) ?? null)}`,
  );
}

function inParentheses(words: readonly string[]): string[] {
  return words.length === 0 ? [] : [`(${words.join(", ")})`];
}

/** Whether a row differs from a declared distinguishing value. A gateway may omit null. */
export function isAnother(kind: Kind, declared: Values, row: JsonObject): boolean {
  return distinguishingFields(kind).some((field) => {
    const [wanted, live] = [declared[field.name], valueIn(field, row) ?? null];
    return wanted !== undefined && !isUnknown(wanted) && !isTidied(field, wanted, live);
  });
}

export function rowsMeant(kind: Kind, declared: Values, rows: readonly JsonObject[]): JsonObject[] {
  const possible = rows.filter((row) => isNamesake(kind, declared, row) && !isAnother(kind, declared, row));
  return kind.distinguishedBy === undefined ? possible : closest(kind, declared, possible);
}

/** First by distinguishing values, then by all declared values. Several if no value distinguishes them. */
export function closest(kind: Kind, declared: Values, rows: readonly JsonObject[]): JsonObject[] {
  const likely = narrowed(rows, (row) => !isAnother(kind, declared, row));
  return narrowed(likely, (row) => isAsDeclared(kind, declared, row));
}

export function isAsDeclared(kind: Kind, declared: Values, row: JsonObject): boolean {
  return alteredFields(kind, declared, row).length === 0;
}

function narrowed(rows: readonly JsonObject[], passes: (row: JsonObject) => boolean): JsonObject[] {
  const passing = rows.filter(passes);
  return passing.length > 0 ? passing : [...rows];
}
