import { echoHash, sameValue } from "../../spec/compare.js";
import { type Field, snakeCase } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { hidden, isHidden, secretEnvelope, type Values } from "../../spec/values.js";
import { isJsonObject, type Json, type JsonObject } from "../../text/json.js";
import { echoedFields, valueIn } from "./row.js";
import { selectorsOf } from "./selector.js";

/** What a state is made from. */
export interface Parts {
  /** What the program declared. */
  readonly declared: Values;
  /** What the gateway last said of the object. */
  readonly row: JsonObject | undefined;
  /** Names of the inputs that have just been sent: only what was sent can be echoed. */
  readonly sent: ReadonlySet<string>;
  /** The state before, for outputs and echoes that this operation did not touch. */
  readonly prior: Values;
  readonly account: string | undefined;
  readonly gateway: string;
  /** The mark of what the outputs that follow another object are made of, if it is known. */
  readonly follows?: string | undefined;
  /** Values that the object had before it was taken over. */
  readonly found: JsonObject | undefined;
}

/**
 * The outputs to store: the values that the program declared, the kind's outputs, and, where the gateway echoed a
 * declared value in another form, a hash of that form, so that only a change of it is drift.
 */
export function makeState(
  kind: Kind,
  { declared, row, sent, prior, account, gateway, follows, found }: Parts,
): Values {
  const echoes = echoesOf(kind, declared, row, sent, prior);
  return seal(kind, {
    ...declared,
    ...outputsOf(kind, row, prior),
    ...echoEntry(echoes),
    ...(account === undefined ? {} : { [hidden.account]: account }),
    [hidden.gateway]: gateway,
    ...followsEntry(follows ?? prior[hidden.follows]),
    ...selectedEntry(kind, row, prior),
    ...(found === undefined ? {} : { [hidden.found]: found }),
  });
}

function echoesOf(
  kind: Kind,
  declared: Values,
  row: JsonObject | undefined,
  sent: ReadonlySet<string>,
  prior: Values,
) {
  const kept = priorEchoes(prior);
  const echoes: JsonObject = {};
  for (const field of echoedFields(kind)) {
    const value = declared[field.name];
    const live = row === undefined || !sent.has(field.name) ? undefined : valueIn(field, row);
    const known = kept[field.name];
    if (value !== undefined && live !== undefined && !sameValue(field, value, live)) {
      echoes[field.name] = echoHash(field, live);
    } else if (live === undefined && known !== undefined && sameValue(field, value, prior[field.name])) {
      echoes[field.name] = known;
    }
  }
  return echoes;
}

/** The kind's outputs in a row; what the row lacks, and what only the create response has, stays as it was. */
export function outputsOf(kind: Kind, row: JsonObject | undefined, prior: Values): Values {
  const outputs: Values = {};
  for (const field of kind.outputFields.values()) {
    const live = row === undefined ? undefined : valueIn(field, row);
    const value = live ?? prior[field.name];
    if (value !== undefined) {
      outputs[field.name] = value;
    }
  }
  return outputs;
}

/** A state after a look at the gateway. */
export interface Observed {
  readonly inputs: Values;
  readonly outputs: Values;
  readonly drifted: boolean;
  /** Fields that were lost to another object: reported, not repaired. */
  readonly lost: readonly Field[];
}

function followsEntry(mark: Json | undefined): Values {
  return mark === undefined ? {} : { [hidden.follows]: mark };
}

/** What a selector may ask for in the row itself, apart from the id: kept, so that selecting by it is no change. */
function selectedEntry(kind: Kind, row: JsonObject | undefined, prior: Values): Values {
  const keys = selectorsOf(kind).flatMap((field) => (field.selects === "" ? field.keys : []));
  const before = priorSelected(prior);
  const selected: JsonObject = {};
  for (const key of keys.filter((name) => name !== "id")) {
    const value = row?.[snakeCase(key)] ?? before[key];
    if (value !== undefined) {
      selected[key] = value;
    }
  }
  return Object.keys(selected).length === 0 ? {} : { [hidden.selected]: selected };
}

export function priorSelected(values: Values): JsonObject {
  const selected = values[hidden.selected];
  return isJsonObject(selected) ? selected : {};
}

/** Lays live values over a state: what stands there stays unless the gateway shows something else. */
export function observeState(kind: Kind, state: Values, row: JsonObject): Observed {
  const echoes = { ...priorEchoes(state) };
  const inputs = inputsOf(kind, state);
  const different = echoedFields(kind).filter((field) => isDrift(field, state, echoes, row));
  const lost = different.filter((field) => field.exclusive !== undefined && state[field.name] === true);
  const drifted = different.filter((field) => !lost.includes(field));
  for (const field of drifted) {
    inputs[field.name] = valueIn(field, row) ?? null;
    delete echoes[field.name]; // it was the form of a value that no longer stands there
  }
  const { [hidden.echo]: _before, [hidden.follows]: follows, ...kept } = bookkeeping(state);
  const live = outputsOf(kind, row, state);
  const hasFollowed = [...kind.outputFields.values()].some(
    (field) => field.follows !== undefined && !sameValue(field, live[field.name], state[field.name]),
  );
  const outputs = {
    ...kept,
    ...inputs,
    ...live,
    ...echoEntry(echoes),
    ...followsEntry(hasFollowed ? undefined : follows), // what has been seen to follow need not be read back
    ...selectedEntry(kind, row, state),
  };
  return { inputs: seal(kind, inputs), outputs: seal(kind, outputs), drifted: drifted.length > 0, lost };
}

function isDrift(field: Field, state: Values, echoes: JsonObject, row: JsonObject): boolean {
  const declared = state[field.name];
  const live = valueIn(field, row);
  const known = declared !== undefined && live !== undefined;
  return known && !sameValue(field, declared, live) && echoes[field.name] !== echoHash(field, live);
}

function echoEntry(echoes: JsonObject): Values {
  return Object.keys(echoes).length === 0 ? {} : { [hidden.echo]: echoes };
}

/** Every input that a row shows: what a read of an object that is not managed gives. */
export function allInputs(kind: Kind, row: JsonObject): Values {
  const live = echoedFields(kind).map((field) => [field.name, valueIn(field, row)] as const);
  return Object.fromEntries(live.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** The inputs among the values, and the URN, which is one for the engine. */
export function inputsOf(kind: Kind, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => kind.fields.has(name) || name === hidden.urn),
  );
}

/** This package's own bookkeeping among the values. */
function bookkeeping(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isHidden(name) && name !== hidden.get));
}

/** The values that the object had before it was taken over. */
export function priorFound(values: Values): JsonObject | undefined {
  const found = values[hidden.found];
  return isJsonObject(found) ? found : undefined;
}

export function priorEchoes(values: Values): JsonObject {
  const echoes = values[hidden.echo];
  return isJsonObject(echoes) ? echoes : {};
}

/** Wraps the secret values, so that the engine encrypts them whether or not the program marked them. */
export function seal(kind: Kind, values: Values): Values {
  const secret = (name: string) => (kind.fields.get(name) ?? kind.outputFields.get(name))?.secret === true;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, secret(name) ? secretEnvelope(value) : value]),
  );
}
