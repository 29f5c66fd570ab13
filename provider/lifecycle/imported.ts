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

/** An object that is on the gateway already, as a stack has one that it has made. */
export interface Imported {
  /** What a program would declare for the object to be as it is. */
  readonly declared: Values;
  /** The same as the engine stores it, and what it stores besides. */
  readonly inputs: Values;
  readonly outputs: Values;
  /** What may be set on the object, but is no part of the declaration: the gateway does not show it. */
  readonly unread: readonly Field[];
}

/** Reads an object for a stack to take it over, and writes nothing; undefined if nothing has the id. */
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
  const loaded = { [hidden.provider]: loader(kind.name) };
  const unread = [...kind.fields.values()].filter((field) => field.writeOnly || field.secret);
  return { declared, inputs: { ...declared, ...loaded }, outputs: { ...state, ...loaded }, unread };
}

/** As if everything were declared, so that a list's row that lacks any of it is not enough. */
function allOf(kind: Kind): Values {
  return Object.fromEntries([...kind.fields.keys()].map((name) => [name, true]));
}

/** What is imported goes through a file, where nothing is encrypted. */
function withoutSecrets(kind: Kind, row: JsonObject): JsonObject {
  const fields = [...kind.fields.values(), ...kind.outputFields.values()];
  const secret = new Set(fields.filter((field) => field.secret).map((field) => field.readFrom));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secret.has(name)));
}

/**
 * The inputs that declare an object as it is. What the gateway shows to be without a value is left out, and so is what
 * no program could declare, such as a value that the API has got since; what every program has to declare may not be.
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

/** What says that this object is meant, where objects are selected: the first selector that takes what its row shows. */
function selection(kind: Kind, row: JsonObject): Values {
  for (const field of selectorsOf(kind)) {
    const choices = [valueAt(row, field.selects ?? ""), { id: idOf(row) ?? null }];
    const value = choices.find((choice) => choice !== undefined && accepts(kind, field, choice));
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
