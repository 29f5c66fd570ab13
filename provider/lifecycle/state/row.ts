import { idOf } from "../../client/answers.js";
import { isTidied, isWord, sameValue } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { envelopeKey, isUnknown, type Values } from "../../spec/values.js";
import type { Json, JsonObject } from "../../text/json.js";
import { Undeclarable } from "./selector.js";

/** The gateway sent a value that no state can hold: a number such as 1e400, or a key that the engine takes for its own. */
export class Unstorable extends Undeclarable {
  constructor(what: string, place: string, row: JsonObject) {
    const id = idOf(row);
    const whose = id === undefined ? "" : ` of the object with id ${JSON.stringify(id)}`;
    super(
      `the gateway sent an answer with ${what}, in ${place}${whose}: change it on the gateway, then run again.`,
      `${place} has ${what}`,
    );
  }
}

/**
 * A field's value in a row. Undefined if the row does not have it. A number may come as a string, and the word of an
 * enumeration in another case; one that nobody knows comes through.
 * Fails for a value that cannot be stored; one in what nobody reads harms nobody.
 */
export function valueIn(field: Field, row: JsonObject): Json | undefined {
  const value = wordIn(field, row);
  const problem = unstorableIn(value);
  if (problem !== undefined) {
    throw new Unstorable(problem, field.readFrom, row);
  }
  return value;
}

/** The same of a field that nobody manages: what cannot be stored is left out. */
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

/** The part of a value that no state can hold, in words. */
function unstorableIn(value: Json | undefined): string | undefined {
  if (typeof value === "object" && value !== null) {
    return Object.hasOwn(value, envelopeKey)
      ? `a key ${envelopeKey}, which Pulumi cannot carry`
      : Object.values(value)
          .map(unstorableIn)
          .find((problem) => problem !== undefined);
  }
  return typeof value !== "number" || Number.isFinite(value)
    ? undefined
    : "a number that is too large to be stored";
}

/**
 * A field's value in a row in the form that a request takes. Undefined if the row does not have it, or has a null that
 * requests do not take. Fails as `valueIn` does.
 */
export function requestValue(field: Field, row: JsonObject): Json | undefined {
  const value = valueIn(field, row);
  return value === null && !field.nullable ? undefined : value;
}

/** Inputs that requests send: all but those that only this package uses. */
export function sentFields(kind: Kind): Field[] {
  return [...kind.fields.values()].filter((field) => !field.local);
}

/** Inputs that the gateway accepts and returns. */
export function echoedFields(kind: Kind): Field[] {
  return sentFields(kind).filter((field) => !field.writeOnly);
}

/** The output that tells when the gateway created an object, or last wrote it, if the kind has one. */
export function stampOf(kind: Kind, stamp: "created" | "written"): Field | undefined {
  return [...kind.outputFields.values()].find((field) => field.stamp === stamp);
}

/**
 * The declared inputs for the body of a request, or those of some fields, under the API's names.
 * The input that is in the request's path is left out.
 */
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

/** Whether a row lacks something that state should hold, so that the object must be read again. */
export function lacksFields(kind: Kind, row: JsonObject, declared: Values): boolean {
  const inputs = echoedFields(kind).filter(
    ({ name }) => declared[name] !== undefined && declared[name] !== null,
  );
  const outputs = [...kind.outputFields.values()].filter((field) => !field.createOnly);
  // Some responses lack it (the API's section "Model"), and it is known from the request.
  const parent = kind.endpoints.parent?.field;
  return [...inputs, ...outputs].some((field) => field.name !== parent && row[field.readFrom] === undefined);
}

/**
 * Whether a row is the object that the declared values name. The natural key decides.
 * Of a kind without one, all declared values must be equal.
 */
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

/** Declared fields that have another value in a row. A field that is not in the row is no difference. */
export function differences(kind: Kind, declared: Values, row: JsonObject): Field[] {
  return echoedFields(kind).filter((field) => {
    const live = declared[field.name] === undefined ? undefined : valueIn(field, row);
    return live !== undefined && !sameValue(field, declared[field.name], live);
  });
}

/** The fields of which a row shows another value than was sent, apart from what gateways tidy in what they store. */
export function alteredFields(kind: Kind, sent: Values, row: JsonObject): Field[] {
  return echoedFields(kind).filter((field) => {
    const [wanted, live] = [sent[field.name], valueIn(field, row)];
    return wanted !== undefined && !isUnknown(wanted) && live !== undefined && !isTidied(field, wanted, live);
  });
}

/** Milliseconds by which two times may differ: `Date` and some timestamps have only whole seconds. */
export const clockSlack = 2000;

/**
 * Whether a row is of an object that was made after this time of the server's clock.
 * Undefined if the row does not tell when the object was made.
 */
export function madeSince(kind: Kind, row: JsonObject, began: number): boolean | undefined {
  const made = timeMade(kind, row);
  return made === undefined ? undefined : made >= began - clockSlack;
}

/** When an object was made, by the server's clock. Undefined if the row does not tell. */
export function timeMade(kind: Kind, row: JsonObject): number | undefined {
  return timeIn(kind, row, "created");
}

/** When an object was last written, by the server's clock. Undefined if the row does not tell. */
export function timeWritten(kind: Kind, row: JsonObject): number | undefined {
  return timeIn(kind, row, "written");
}

/** Whether a row shows that the object was written again after it was made. */
export function writtenAgain(kind: Kind, row: JsonObject): boolean {
  const made = timeMade(kind, row);
  const written = timeWritten(kind, row);
  return made !== undefined && written !== undefined && written > made;
}

function timeIn(kind: Kind, row: JsonObject, stamp: "created" | "written"): number | undefined {
  const field = stampOf(kind, stamp);
  const shown = field === undefined ? undefined : row[field.readFrom];
  const time = typeof shown === "string" ? Date.parse(shown) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
