import { z } from "zod";
import { idOf } from "../client/answers.js";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import { loader } from "../spec/token.js";
import { hidden, type Values } from "../spec/values.js";
import type { Json, JsonObject } from "../text/json.js";
import { accountMark, assertAccountAllowed } from "./objects/account.js";
import { observe } from "./objects/observe.js";
import { gatewayMark } from "./operation/gateway-mark.js";
import type { Target } from "./operation/target.js";
import { verbsOf } from "./sources/index.js";
import { checkInputs, sentence } from "./state/check.js";
import { echoedFields, valueIn } from "./state/row.js";
import { selectorsOf, valueAt } from "./state/selector.js";
import { inputsOf, makeState } from "./state/state.js";

/** An object that is on the gateway already, in the form that a stack has for its own objects. */
export interface Imported {
  /** What a program would declare to get the object as it is. */
  readonly declared: Values;
  /** What the engine would store for this declaration. */
  readonly inputs: Values;
  readonly outputs: Values;
  /** What may be set on the object but is not in the declaration, because the gateway does not show it. */
  readonly unread: readonly Field[];
}

/** Reads an object so that a stack can take it over. Writes nothing. Undefined if no object has the id. */
export async function imported(target: Target, id: string): Promise<Imported | undefined> {
  const { kind } = target;
  await assertAccountAllowed(target);
  const seen = await observe(target, id, allOf(kind));
  if (seen.is !== "live") {
    return undefined;
  }
  const row = withoutSecrets(kind, seen.row);
  const found = await verbsOf(kind).found?.(target, row);
  const declared = declarationOf(target, row);
  const state = makeState(kind, {
    declared,
    row,
    sent: new Set(Object.keys(declared)),
    prior: {},
    account: await accountMark(target),
    gateway: gatewayMark(target.client),
    found,
  });
  const providerText = { [hidden.provider]: loader(kind.name) };
  const unread = [...kind.fields.values()].filter((field) => field.writeOnly || field.secret);
  return {
    declared,
    inputs: { ...declared, ...providerText },
    outputs: { ...state, ...providerText },
    unread,
  };
}

/** All inputs, as if declared: a row of the list is then only enough if it has all of them. */
function allOf(kind: Kind): Values {
  return Object.fromEntries([...kind.fields.keys()].map((name) => [name, true]));
}

/** The row without secrets: what is imported goes through a file, where nothing is encrypted. */
function withoutSecrets(kind: Kind, row: JsonObject): JsonObject {
  const fields = [...kind.fields.values(), ...kind.outputFields.values()];
  const secret = new Set(fields.filter((field) => field.secret).map((field) => field.readFrom));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secret.has(name)));
}

/**
 * The inputs that declare an object as it is. An optional input is left out if the object has no value for
 * it, or a value that no program can declare, for example one that is newer than this package. A required
 * input is never left out.
 */
function declarationOf(target: Target, row: JsonObject): Values {
  const { kind } = target;
  const declared = { ...inputsOf(kind, target.values), ...selection(kind, row) };
  for (const field of echoedFields(kind)) {
    const live = valueIn(field, row);
    if (live !== undefined && !(field.optional && (live === null || !accepts(kind, field, live)))) {
      declared[field.name] = live;
    }
  }
  const problems = checkInputs(kind, declared).map(sentence);
  if (problems.length > 0) {
    throw new Error(`${target.label} cannot be declared as it is: ${problems.join("; ")}.`);
  }
  return declared;
}

/**
 * The input that selects this object: the first selector that accepts what the row shows.
 * Empty without selectors.
 */
function selection(kind: Kind, row: JsonObject): Values {
  for (const field of selectorsOf(kind)) {
    const candidates = [valueAt(row, field.selects ?? ""), { id: idOf(row) ?? null }];
    const value = candidates.find((candidate) => candidate !== undefined && accepts(kind, field, candidate));
    if (value !== undefined) {
      return { [field.name]: value };
    }
  }
  return {};
}

function accepts(kind: Kind, field: Field, value: Json): boolean {
  const schema = kind.schema.shape[field.name];
  return schema !== undefined && z.safeParse(schema, value).success;
}
