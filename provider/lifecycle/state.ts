import { z } from "zod";
import { echoHash, isTidied, sameValue } from "../spec/compare.js";
import { type Field, snakeCase } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import {
  hasUnknown,
  hidden,
  isHidden,
  isUnknown,
  objectIn,
  secretEnvelope,
  type Values,
} from "../spec/values.js";
import { inOurWords } from "../text/issue-words.js";
import { defined, type Json, type JsonObject } from "../text/json.js";
import { allOf, didYouMean, quoted } from "../text/words.js";
import { removalOf, removedFields, undeclaredFields } from "./changes.js";
import { echoedFields, selectorsOf, shownIn, valueIn } from "./rows.js";

export interface Parts {
  readonly declared: Values;
  /** The object as the gateway last showed it. */
  readonly row: JsonObject | undefined;
  /** Names of the inputs that were just sent. The gateway can only echo what was sent. */
  readonly sent: ReadonlySet<string>;
  /** The prior state, for outputs and echoes that this operation did not change. */
  readonly prior: Values;
  /** This package's own data, under hidden names. Undefined values are omitted. */
  readonly marks: Partial<Values>;
}

/** If the gateway echoed a value in a different form, a hash of it is stored. Only a change is then drift. */
export function makeState(kind: Kind, parts: Parts): Values {
  const { declared, row, prior, marks } = parts;
  return wrapSecrets(kind, {
    ...declared,
    ...outputsOf(kind, row, prior),
    ...defined({
      ...marks,
      [hidden.echo]: hashesOf(kind, parts, hidden.echo, (field, live) => {
        const value = declared[field.name];
        return value !== undefined && !sameValue(field, value, live);
      }),
      [hidden.altered]: hashesOf(
        kind,
        parts,
        hidden.altered,
        (field, live) => !isTidied(field, declared[field.name] ?? null, live),
      ),
      [hidden.shown]: shownBy(kind, declared, row, prior),
      [hidden.follows]: marks[hidden.follows] ?? prior[hidden.follows],
      [hidden.selected]: unlessEmpty(selectedOf(kind, row, prior)),
    }),
  });
}

/** If the row lacks a value whose declaration is unchanged, the prior hash is kept. */
function hashesOf(
  kind: Kind,
  { declared, row, sent, prior }: Parts,
  mark: string,
  isOther: (field: Field, live: Json) => boolean,
): JsonObject | undefined {
  const before = objectIn(prior, mark);
  const hashes = echoedFields(kind).map((field) => {
    const { name } = field;
    const live = row === undefined || !sent.has(name) ? undefined : valueIn(field, row);
    if (live !== undefined) {
      return [name, isOther(field, live) ? echoHash(field, live) : undefined] as const;
    }
    return [name, sameValue(field, declared[name], prior[name]) ? before?.[name] : undefined] as const;
  });
  return unlessEmpty(defined(Object.fromEntries(hashes)));
}

/** The altered values that the gateway still has. Others are compared like any other value. */
function currentAlterations(kind: Kind, state: Values, row: JsonObject): JsonObject {
  const entries = Object.entries(objectIn(state, hidden.altered) ?? {}).filter(([name, hash]) => {
    const field = kind.fields.get(name);
    const live = field && valueIn(field, row);
    return field !== undefined && (live === undefined || echoHash(field, live) === hash);
  });
  return Object.fromEntries(entries);
}

function unlessEmpty(values: JsonObject): JsonObject | undefined {
  return Object.keys(values).length === 0 ? undefined : values;
}

/** An output that the row lacks, such as one that only a create returns, keeps its value. */
export function outputsOf(kind: Kind, row: JsonObject | undefined, prior: Values): Values {
  const values = [...kind.outputFields.values()].map((field) => {
    const live = row === undefined ? undefined : valueIn(field, row);
    return [field.name, live ?? prior[field.name]] as const;
  });
  return defined(Object.fromEntries(values));
}

/** Stored so that a switch to another selector of the same object is not a change. */
function selectedOf(kind: Kind, row: JsonObject | undefined, prior: Values): Values {
  const keys = selectorsOf(kind).flatMap((field) => (field.selects === "" ? field.keys : []));
  const before = objectIn(prior, hidden.selected) ?? {};
  const values = keys
    .filter((key) => key !== "id")
    .map((key) => [key, row?.[snakeCase(key)] ?? before[key]] as const);
  return defined(Object.fromEntries(values));
}

export function observeState(kind: Kind, state: Values, row: JsonObject) {
  const echoes = { ...objectIn(state, hidden.echo) };
  const inputs = inputsOf(kind, state);
  const different = echoedFields(kind).filter((field) => isDrift(field, state, echoes, row));
  // An exclusive flag that was lost to another object is reported, not repaired.
  const lost = different.filter((field) => field.exclusive !== undefined && state[field.name] === true);
  const drifted = different.filter((field) => !lost.includes(field));
  for (const field of drifted) {
    inputs[field.name] = valueIn(field, row) ?? null;
    delete echoes[field.name]; // the echo of the replaced value
  }
  const {
    [hidden.altered]: _altered,
    [hidden.echo]: _echo,
    [hidden.shown]: _shown,
    [hidden.follows]: follows,
    ...kept
  } = Object.fromEntries(Object.entries(state).filter(([name]) => isHidden(name) && name !== hidden.get));
  const live = outputsOf(kind, row, state);
  const shown = shownBy(kind, inputs, row, state);
  const lostValues = Object.fromEntries(lost.map(({ name }) => [name, false]));
  const hasFollowed = [...kind.outputFields.values()].some(
    (field) => field.follows !== undefined && !sameValue(field, live[field.name], state[field.name]),
  );
  const outputs = {
    ...kept,
    ...inputs,
    ...live,
    ...defined({
      [hidden.altered]: unlessEmpty(currentAlterations(kind, state, row)),
      [hidden.echo]: unlessEmpty(echoes),
      // A lost flag stays declared, so the gateway's value for it is stored separately.
      [hidden.shown]: lost.length === 0 ? shown : { ...shown, ...lostValues },
      // An output that already shows the change need not be read back.
      [hidden.follows]: hasFollowed ? undefined : follows,
      [hidden.selected]: unlessEmpty(selectedOf(kind, row, state)),
    }),
  };
  return {
    inputs: wrapSecrets(kind, inputs),
    outputs: wrapSecrets(kind, outputs),
    drifted: drifted.length > 0,
    lost,
  };
}

function isDrift(field: Field, state: Values, echoes: JsonObject, row: JsonObject): boolean {
  const declared = state[field.name];
  const live = declared === undefined ? undefined : valueIn(field, row);
  return (
    live !== undefined && !sameValue(field, declared, live) && echoes[field.name] !== echoHash(field, live)
  );
}

export function allInputs(kind: Kind, row: JsonObject): Values {
  const live = echoedFields(kind).map((field) => [field.name, valueIn(field, row)] as const);
  return defined(Object.fromEntries(live));
}

/** The inputs among the values, plus the URN, which the engine treats as an input. */
export function inputsOf(kind: Kind, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => kind.fields.has(name) || name === hidden.urn),
  );
}

/** The values that the object had before it was taken over. */
export function priorFound(values: Values): JsonObject | undefined {
  return objectIn(values, hidden.found);
}

/** Wraps the secret values, so that the engine encrypts them whether or not the program marked them. */
export function wrapSecrets(kind: Kind, values: Values): Values {
  const secret = (name: string) => (kind.fields.get(name) ?? kind.outputFields.get(name))?.secret === true;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, secret(name) ? secretEnvelope(value) : value]),
  );
}

/** The stored values of undeclared inputs. Undefined if the state has none. */
export function shownOf(state: Values): JsonObject | undefined {
  return objectIn(state, hidden.shown);
}

/** Stored apart from the declared values, because other releases treat all values there as managed. */
export function shownBy(
  kind: Kind,
  declared: Values,
  row: JsonObject | undefined,
  prior: Values,
): JsonObject | undefined {
  const fields = undeclaredFields(kind, declared);
  const before = shownAfter(kind, prior, declared);
  if (fields.length === 0 || (row === undefined && before === undefined)) {
    return undefined;
  }
  return withValues(
    fields.map((field) => {
      const live = row && shownIn(field, row);
      return [field.name, live === undefined ? before?.[field.name] : live];
    }),
  );
}

/** Undefined if unknown, for example after a reset to a default that only the gateway knows. */
export function shownAfter(kind: Kind, olds: Values, news: Values): JsonObject | undefined {
  const fields = undeclaredFields(kind, news);
  // If all inputs were declared, nothing had to be stored.
  const before = shownOf(olds) ?? (undeclaredFields(kind, olds).length === 0 ? {} : undefined);
  const known = { ...olds, ...news };
  const removed = removedFields(kind, olds, news);
  const outcomes = new Map(removed.map((field) => [field.name, removalOf(kind, field, known)]));
  if (before === undefined || fields.length === 0 || [...outcomes.values()].includes("reset")) {
    return undefined;
  }
  const left = Object.entries(olds).filter(([name]) => outcomes.get(name) === "left");
  const values = { ...before, ...Object.fromEntries(left) };
  return withValues(fields.map(({ name }) => [name, values[name]]));
}

/** Omits null, because most states would otherwise have more nulls than values. */
function withValues(entries: readonly (readonly [string, Json | undefined])[]): JsonObject {
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => (entry[1] ?? null) !== null));
}

/** The problems may lack a final period. They never contain a value, because it may be a secret. */
export function checkInputs(kind: Kind, news: Values): string[] {
  const inputs = Object.fromEntries(Object.entries(news).filter(([name]) => !isHidden(name)));
  const result = kind.schema.safeParse(inputs, inOurWords);
  const issues = result.success ? [] : result.error.issues.filter((issue) => !touchesUnknown(inputs, issue));
  return [...issues.flatMap((issue) => problems(kind, inputs, issue)), ...selectorProblems(kind, inputs)];
}

export function accepts(kind: Kind, { name }: Field, value: Json): boolean {
  const schema = kind.schema.shape[name];
  return schema !== undefined && z.safeParse(schema, value).success;
}

/** An unknown selector may turn out to be undefined, so it is not counted. */
function selectorProblems(kind: Kind, inputs: Values): string[] {
  const names = selectorsOf(kind).map((field) => field.name);
  const given = names.filter((name) => inputs[name] !== undefined);
  const known = given.filter((name) => !isUnknown(inputs[name]));
  if (names.length < 2 || (given.length > 0 && known.length < 2)) {
    return [];
  }
  const all = allOf(names);
  const count = known.length === 0 ? "none is" : `${known.length} are`;
  return [`set exactly one of ${all} to select the ${kind.name} (${count} set)`];
}

function touchesUnknown(inputs: Values, issue: z.core.$ZodIssue): boolean {
  let value: Json | undefined = inputs;
  for (const key of issue.path) {
    if (isUnknown(value)) {
      return true;
    }
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  }
  return issue.code !== "unrecognized_keys" && hasUnknown(value);
}

function problems(kind: Kind, inputs: Values, issue: z.core.$ZodIssue): string[] {
  const property = issue.path.join(".");
  const field = kind.fields.get(String(issue.path[0]));
  if (issue.code === "unrecognized_keys") {
    const names = issue.path.length === 0 ? [...kind.fields.keys()] : (field?.keys ?? []);
    const path = issue.path.map((step) => `${String(step)}.`).join("");
    return issue.keys.map(
      (key) =>
        `${kind.name} has no property ${quoted(path + key)}.${didYouMean(key, names, "The properties", path)}`,
    );
  }
  const value = issue.path.length === 1 ? inputs[String(issue.path[0])] : undefined;
  if (issue.path.length === 1 && value === undefined) {
    return [`${property} is required: ${field?.expected}`];
  }
  if (value === null && field?.optional && !field.nullable) {
    return [`${property} must be ${field.expected}. Omit it to let the gateway decide`];
  }
  const isOfWrongForm = issue.code === "invalid_type" || issue.code === "invalid_union";
  const isWhole = issue.path.length === 1 && field !== undefined;
  return [`${property} ${isOfWrongForm && isWhole ? `must be ${field.expected}` : issue.message}`];
}
