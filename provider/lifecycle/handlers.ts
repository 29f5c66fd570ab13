import { mayHaveHappened } from "../client/http/errors.js";
import type { Kind } from "../spec/kind.js";
import { hidden, type Values } from "../spec/values.js";
import { printable } from "../text/printable.js";
import { type Checked, checkResource } from "./check-resource.js";
import { type DiffResult, diffResource } from "./diff-resource.js";
import { finish } from "./finish.js";
import { expectContents } from "./hooks/contents.js";
import { knownOutputs } from "./known-outputs.js";
import { partsOfNew } from "./new-parts.js";
import { accountMark, markAfterwards, priorMark } from "./objects/account.js";
import { catchUp, followMark } from "./objects/follow.js";
import { hintAtParent, observe } from "./objects/observe.js";
import { retainedNames, retainedOutputs } from "./objects/retained-outputs.js";
import { expectHome, homeOf, locate } from "./operation/gateway-mark.js";
import type { Session } from "./operation/session.js";
import type { Target } from "./operation/target.js";
import { PartialFailure } from "./partial.js";
import { verbsOf } from "./sources/index.js";
import type { Change } from "./sources/verbs.js";
import { difference } from "./state/diff.js";
import { removalOf } from "./state/removal.js";
import { stampOf } from "./state/row.js";
import { allInputs, inputsOf, makeState, observeState, outputsOf, priorFound, seal } from "./state/state.js";

/** An object, as an engine stores it. */
interface Stored {
  readonly id: string;
  readonly outputs: Values;
}

/** An object that was read. */
export interface Seen extends Stored {
  /** Undefined for an object that the program does not manage. */
  readonly inputs?: Values;
}

/**
 * What the engine's calls mean for one kind. Values are plain, without the forms of a protocol; a resource's URN stands among
 * them where it is known, under its hidden name. Work that was begun and not ended throws a `PartialFailure`.
 */
export interface Handlers {
  /** `name`: one that no other resource of the program has. */
  check(name: string | undefined, olds: Values, news: Values): Promise<Checked>;
  /** Says that these inputs were checked: a diff or a create of them is to come. */
  expect(inputs: Values): void;
  /** The retained outputs, as an entry for the checked inputs. */
  retainedOutputs(olds: Values, news: Values): Promise<Values>;
  diff(id: string, olds: Values, news: Values): Promise<DiffResult>;
  /** What a preview knows of the resource's outputs. Without `olds` it is a new one. */
  knownOutputs(olds: Values | undefined, news: Values): Values;
  create(inputs: Values): Promise<Stored>;
  /** Undefined if the object is gone. */
  read(id: string, state: Values): Promise<Seen | undefined>;
  update(id: string, olds: Values, news: Values): Promise<Values>;
  delete(id: string, state: Values): Promise<void>;
}

export function handlersOf(kind: Kind, session: Session): Handlers {
  const work = <R>(values: Values, call: (target: Target) => Promise<R>) =>
    printably(() => withSecretsCovered(session.target(kind, values), call));
  return {
    check: (name, olds, news) => checkResource(kind, session, { name, olds, news }),
    expect: (inputs) => session.declarations.expect(kind, inputs),
    retainedOutputs: (olds, news) => retainedOutputs(session.target(kind, news), olds),
    diff: (id, olds, news) => printably(() => diffResource(kind, session, id, olds, news)),
    knownOutputs: (olds, news) => knownOutputs(kind, session.ledger(news).planned, olds, news),
    create: (inputs) => {
      session.declarations.meet(kind, inputs);
      return work(inputs, (target) => create(target, inputs));
    },
    read: (id, state) => work(state, (target) => read(target, id, state)),
    update: (id, olds, news) => work(news, (target) => update(target, id, olds, news)),
    delete: (id, state) => work(state, (target) => release(target, id, state)),
  };
}

/** Makes the messages of our own errors fit for a terminal: many quote the gateway. */
export async function printably<R>(call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    if (isOurs(error)) {
      error.message = printable(error.message);
    }
    throw error;
  }
}

/** Whether an error says all in its message: it is one that people are meant to read. */
export function isOurs(error: unknown): error is Error {
  return error instanceof Error && ["Error", "GatewayError", "SettingsError"].includes(error.name);
}

/** Covers the resource's secrets in errors: many errors quote the gateway, or names and ids from its rows. */
async function withSecretsCovered<R>(target: Target, work: (target: Target) => Promise<R>): Promise<R> {
  try {
    return await work(target);
  } catch (error) {
    throw target.cover(error);
  }
}

async function create(target: Target, inputs: Values): Promise<Stored> {
  const { kind } = target;
  expectHome(target);
  const declared = inputsOf(kind, inputs);
  const account = await accountMark(target);
  const { id, row, found, before = {}, problem } = await verbsOf(kind).obtain(target, declared);
  target.ledger.planned.declare(kind.endpoints.list ?? kind.name, id, declared);
  const parts = partsOfNew(target, declared, account, found);
  return { id, outputs: await finish(target, id, row, { ...parts, before, problem }) };
}

async function update(target: Target, id: string, olds: Values, news: Values): Promise<Values> {
  const { kind } = target;
  target.keepSecrets(olds);
  const change = changeOf(kind, olds, news);
  const answer = await verbsOf(kind)
    .change(target, id, change)
    .catch((error: unknown) => {
      throw whatIsLeft(target, id, olds, error);
    });
  const declared = inputsOf(kind, news);
  const marks = {
    ...homeOf(target),
    [hidden.follows]: followMark(kind, target.ledger.planned, news),
    [hidden.found]: priorFound(olds),
    [hidden.retained]: retainedNames(news),
  };
  if (answer === undefined && olds[hidden.unfinished] !== true) {
    const row = await catchUp(target, id, olds);
    const asBefore = { ...marks, [hidden.account]: priorMark(olds) };
    return makeState(kind, { declared, row, sent: new Set(), prior: olds, marks: asBefore });
  }
  return finish(target, id, answer, {
    declared,
    sent: new Set(Object.keys(change.set)),
    prior: olds,
    before: olds,
    marks: { ...marks, [hidden.account]: await markAfterwards(target) },
  });
}

/**
 * What a change that failed leaves. A temporary name goes into the state, or the next run would take the old name for the live
 * one. If nobody knows whether the change was made, the state says so, or a program that takes the change back would show no
 * difference.
 */
function whatIsLeft(target: Target, id: string, olds: Values, error: unknown): unknown {
  const { kind, ledger, collection } = target;
  const temporaryName = ledger.temporaryName(collection, id);
  const isUnclear = mayHaveHappened(error);
  if (temporaryName === undefined && !isUnclear) {
    return error;
  }
  const marks = isUnclear ? { [hidden.unfinished]: true } : {};
  return new PartialFailure(
    id,
    { ...seal(kind, { ...olds, ...temporaryName }), ...marks },
    target.cover(error),
  );
}

/**
 * What to send.
 * After an unfinished operation nobody knows what the gateway has, so all declared values are sent.
 */
function changeOf(kind: Kind, olds: Values, news: Values): Change {
  const { changed, removed } = difference(kind, olds, news);
  const updatable = kind.endpoints.patch !== undefined;
  const declared = [...kind.fields.values()].filter(
    (field) => updatable && !field.replace && news[field.name] !== undefined,
  );
  const send = (olds[hidden.unfinished] === true ? declared : changed).filter((field) => !field.local);
  const cleared = removed.filter((field) => removalOf(kind, field, { ...olds, ...news }) === "cleared");
  const set: Values = {};
  for (const { name } of [...send, ...cleared]) {
    set[name] = news[name] ?? null;
  }
  return { set, removed: removed.filter((field) => !field.local).map(({ name }) => name), olds, news };
}

/** Releases an object on its own gateway; where that is said to have moved, only one that is there. */
async function release(target: Target, id: string, state: Values): Promise<void> {
  if (locate(target, state) === "moved") {
    await observe(target, id, state);
  }
  await verbsOf(target.kind).release(target, id, state);
}

async function read(target: Target, id: string, state: Values): Promise<Seen | undefined> {
  const { kind } = target;
  const isGet = state[hidden.get] === true;
  const { parent } = kind.endpoints;
  if (parent !== undefined && state[parent.field] === undefined) {
    throw new Error(`${kind.name}.get needs ${parent.field}, to know where to look for ${id}.`);
  }
  locate(target, state);
  const seen = await observe(target, id, state);
  if (seen.is === "gone") {
    if (isGet) {
      throw new Error(
        `${kind.name}.get: nothing on the gateway has the id ${id}.${await hintAtParent(target)}`,
      );
    }
    return undefined;
  }
  if (seen.is === "unobservable") {
    return { id, outputs: seal(kind, state), inputs: seal(kind, inputsOf(kind, state)) };
  }
  if (isGet) {
    const shown = { ...state, ...allInputs(kind, seen.row), ...outputsOf(kind, seen.row, {}) };
    return { id, outputs: seal(kind, shown) };
  }
  expectContents(target, id, seen.row);
  const { inputs, outputs, drifted, lost } = observeState(kind, state, seen.row);
  for (const field of lost) {
    target.warn(`${target.label}: ${field.name} was lost to another object. This is reported, not repaired.`);
  }
  warnOfHiddenChange(target, state, outputs, drifted);
  const { [hidden.by]: _provider, ...rest } = outputs;
  return { id, inputs, outputs: { ...rest, ...homeOf(target) } };
}

/**
 * Warns that a write-only secret may have changed. It cannot be compared.
 * All that can be seen is that the object was written and that no visible value changed.
 */
function warnOfHiddenChange(target: Target, state: Values, outputs: Values, drifted: boolean): void {
  const writeOnlySecret = [...target.kind.fields.values()].find(
    (field) => field.writeOnly && field.secret && state[field.name] !== undefined,
  );
  const written = stampOf(target.kind, "written")?.name ?? "";
  const wasWritten = state[written] !== undefined && outputs[written] !== state[written];
  if (writeOnlySecret !== undefined && wasWritten && !drifted) {
    target.warn(
      `${target.label} was changed outside of Pulumi: its ${writeOnlySecret.name} may have been rotated.`,
    );
  }
}
