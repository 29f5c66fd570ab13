import { hasStatus, mayHaveHappened } from "../client/exchange.js";
import { isTidied } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import { hidden, type Values } from "../spec/values.js";
import { defined, type JsonObject } from "../text/json.js";
import { messageOf } from "../text/words.js";
import { noteOriginal } from "./adopted.js";
import { difference } from "./changes.js";
import { NameStaysTaken } from "./conflicts.js";
import { expectContents, WorkFailed, waitUntilDone } from "./hooks.js";
import { accountMark, hintAtParent, markAfterwards, observe, priorMark } from "./observe.js";
import { catchUp, followMark, retainedNames } from "./outputs.js";
import { shownIn, stampOf, Unstorable } from "./rows.js";
import {
  assertSameGateway,
  expectHome,
  homeOf,
  identityOf,
  naturalKeyOf,
  type ResourceContext,
} from "./session.js";
import { create, sourceOf } from "./sources.js";
import {
  allInputs,
  inputsOf,
  isFixed,
  makeState,
  observeState,
  outputsOf,
  type Parts,
  priorFound,
  type Removal,
  removalOf,
  wrapSecrets,
} from "./state.js";
import type { Change } from "./take-over.js";
import {
  AlteredError,
  adviseOnAltered,
  alteredIn,
  describeAltered,
  describeValue,
  readBack,
  repeatedFields,
  retriesAltered,
} from "./write.js";

export interface Stored {
  readonly id: string;
  readonly outputs: Values;
}

export async function createResource(context: ResourceContext, inputs: Values): Promise<Stored> {
  const { kind } = context;
  expectHome(context);
  const declared = inputsOf(kind, inputs);
  const account = await accountMark(context);
  const obtained = await sourceOf(kind)
    .create(context, declared)
    .catch((error: unknown) => putBack(context, declared, error));
  const { id, row, found, problem } = obtained;
  context.registry.replacementCreated(identityOf(kind, declared) ?? "");
  context.registry.planned.declare(kind, id, declared);
  const parts = partsOfNew(context, declared, account, found);
  return { id, outputs: await finish(context, id, row, { ...parts, problem }) };
}

/** What the state of an object with these declared values is made from when the object is new to the stack. */
export function partsOfNew(
  context: ResourceContext,
  declared: Values,
  account: string | undefined,
  found?: Values,
): Omit<Parts, "row"> {
  const { kind, registry } = context;
  return {
    declared,
    sent: new Set(Object.keys(declared)),
    prior: {},
    marks: {
      ...homeOf(context),
      [hidden.account]: account,
      [hidden.found]: found,
      [hidden.follows]: followMark(kind, registry.planned, declared),
    },
  };
}

export interface Seen extends Stored {
  /** Undefined for an object that the program does not manage. */
  readonly inputs?: Values;
}

export async function readResource(
  context: ResourceContext,
  id: string,
  state: Values,
): Promise<Seen | undefined> {
  const { kind } = context;
  const isGet = state[hidden.get] === true;
  const { parent } = kind.endpoints;
  if (parent !== undefined && state[parent.field] === undefined) {
    throw new Error(`${kind.name}.get needs ${parent.field}, to know where to look for ${id}.`);
  }
  assertSameGateway(context, state);
  const seen = await observe(context, id, state);
  if (seen.is === "gone") {
    if (isGet) {
      throw new Error(
        `${kind.name}.get: nothing on the gateway has the id ${id}.${await hintAtParent(context)}`,
      );
    }
    return undefined;
  }
  if (seen.is === "unobservable") {
    return { id, outputs: wrapSecrets(kind, state), inputs: wrapSecrets(kind, inputsOf(kind, state)) };
  }
  if (isGet) {
    const shown = { ...state, ...allInputs(kind, seen.row), ...outputsOf(kind, seen.row, {}) };
    return { id, outputs: wrapSecrets(kind, shown) };
  }
  expectContents(context, id, seen.row);
  noteOriginal(context, id, state);
  const { inputs, outputs, drifted, lost } = observeState(kind, state, seen.row);
  for (const field of lost) {
    context.warn(
      `${context.label}: ${field.name} was lost to another object. This is reported, not repaired.`,
    );
  }
  warnOfHiddenChange(context, state, outputs, drifted);
  const { [hidden.by]: _provider, ...rest } = outputs;
  const marks = defined({ [hidden.imported]: outputs[hidden.imported] });
  return { id, inputs: { ...inputs, ...marks }, outputs: { ...rest, ...homeOf(context) } };
}

/**
 * Warns that a write-only secret may have changed. It cannot be compared.
 * All that can be seen is that the object was written and that no visible value changed.
 */
function warnOfHiddenChange(
  context: ResourceContext,
  state: Values,
  outputs: Values,
  drifted: boolean,
): void {
  const writeOnlySecret = [...context.kind.fields.values()].find(
    (field) => field.writeOnly && field.secret && state[field.name] !== undefined,
  );
  const written = stampOf(context.kind, "written")?.name ?? "";
  const wasWritten = state[written] !== undefined && outputs[written] !== state[written];
  if (writeOnlySecret !== undefined && wasWritten && !drifted) {
    context.warn(
      `${context.label} was changed outside of Pulumi: its ${writeOnlySecret.name} may have been rotated.`,
    );
  }
}

export async function updateResource(
  context: ResourceContext,
  id: string,
  olds: Values,
  news: Values,
): Promise<Values> {
  const { kind } = context;
  context.keepSecrets(olds);
  const again = repeatedFields(context, olds, news);
  const change = changeOf(kind, olds, news, again);
  const answer = await sourceOf(kind)
    .update(context, id, change)
    .catch((error: unknown) => {
      throw whatIsLeft(context, id, olds, error);
    });
  const declared = inputsOf(kind, news);
  // Says what becomes of the values that an import has read.
  const prior = { ...olds, ...defined({ [hidden.imported]: news[hidden.imported] }) };
  const marks = {
    ...homeOf(context),
    [hidden.follows]: followMark(kind, context.registry.planned, news),
    [hidden.found]: priorFound(olds),
    [hidden.retained]: retainedNames(news),
  };
  if (answer === undefined && olds[hidden.unfinished] !== true && again.length === 0) {
    const row = await catchUp(context, id, olds);
    const asBefore = { ...marks, [hidden.account]: priorMark(olds) };
    return makeState(kind, { declared, row, sent: new Set(), prior, marks: asBefore });
  }
  const names = [...Object.keys(change.set), ...again.map(({ name }) => name)];
  return finish(context, id, answer, {
    declared,
    // A reset repeats all that is declared.
    sent: new Set([...names, ...Object.keys(change.reset.length === 0 ? {} : declared)]),
    prior,
    reset: change.reset,
    marks: { ...marks, [hidden.account]: await markAfterwards(context) },
  });
}

/**
 * What a change that failed leaves. If nobody knows whether the change was made, the state says so, or a program that takes the
 * change back would show no difference.
 */
function whatIsLeft(context: ResourceContext, id: string, olds: Values, error: unknown): unknown {
  return mayHaveHappened(error)
    ? new PartialFailure(
        id,
        { ...wrapSecrets(context.kind, olds), [hidden.unfinished]: true },
        context.cover(error),
      )
    : error;
}

/**
 * What to send: what has changed, and `again` what the gateway altered when it was sent before.
 * After an unfinished operation nobody knows what the gateway has, so all declared values are sent.
 */
function changeOf(kind: Kind, olds: Values, news: Values, again: readonly Field[]): Change {
  const { changed, removed } = difference(kind, olds, news);
  const declared = [...kind.fields.values()].filter(({ name }) => news[name] !== undefined);
  const leaves = (removal: Removal) =>
    removed.filter((field) => removalOf(kind, field, { ...olds, ...news }) === removal);
  const send = [...(olds[hidden.unfinished] === true ? declared : changed), ...again, ...leaves("cleared")];
  const names = send.filter((field) => !field.local && !isFixed(kind, field)).map(({ name }) => name);
  const set = Object.fromEntries(names.map((name) => [name, news[name] ?? null]));
  return { set, reset: leaves("reset"), olds, news };
}

/**
 * Creates the old object again if this process deleted it for a replacement whose create then failed. Always throws: a
 * `PartialFailure` makes the engine record the old object under its new id, so the next update tries the replacement again.
 *
 * Nothing is created if the replacement may exist after all, if the name stays taken, or if another object has taken it.
 */
async function putBack(context: ResourceContext, declared: Values, failure: unknown): Promise<never> {
  const { kind, registry, collection } = context;
  const old = registry.replacedBy(identityOf(kind, declared) ?? "");
  if (old?.deleted === undefined) {
    throw failure;
  }
  const { state, had } = old.deleted;
  const name = naturalKeyOf(kind, declared) ?? "";
  if (failure instanceof NameStaysTaken || registry.doubted(collection, name).includes(declared)) {
    throw failure;
  }
  const summary = `${messageOf(failure)} The old ${kind.name} (id ${old.id}) was deleted for its replacement`;
  const taken = "another object has its name now.";
  const isTaken = failure instanceof Error && hasStatus(failure.cause, 409);
  if (isTaken && naturalKeyOf(kind, state) === name) {
    throw new Error(`${summary} and cannot be put back: ${taken}`, { cause: failure });
  }
  const retry = "the next `pulumi up` creates the new one.";
  if ("unknown" in had) {
    const why = `it cannot be put back, because its ${had.unknown.join(" and ")} is not known`;
    throw new Error(`${summary}; ${why}: ${retry}`, { cause: failure });
  }
  const oldContext = context.with({ values: state });
  const restored = await create(oldContext, had.values).catch((error: unknown) => {
    const why = hasStatus(error, 409) ? taken : `${messageOf(error)} Nothing is left: ${retry}`;
    throw new Error(`${summary} and cannot be put back: ${why}`, { cause: failure });
  });
  const marks = {
    ...homeOf(oldContext),
    [hidden.account]: await markAfterwards(oldContext),
    [hidden.failed]: state[hidden.failed],
    [hidden.retained]: state[hidden.retained],
  };
  // `sent` is empty, so that values changed outside of Pulumi are still drift.
  const parts = {
    declared: inputsOf(kind, state),
    row: restored.row,
    sent: new Set<string>(),
    prior: state,
    marks,
  };
  const error = new Error(
    `${summary}, and is put back, with id ${restored.id}. Correct the program and run \`pulumi up\` again: it tries the new one.`,
    { cause: failure },
  );
  throw new PartialFailure(restored.id, makeState(kind, parts), context.cover(error));
}

/**
 * The object exists, but the work on it was not finished. The engine records the object with these
 * properties, and tries an update next time. It shows only the reasons, never the message.
 */
export class PartialFailure extends Error {
  override readonly name = "PartialFailure";
  readonly reasons: readonly string[];

  constructor(
    readonly id: string,
    readonly properties: Values,
    cause: unknown,
  ) {
    const reason = messageOf(cause);
    super(reason, { cause });
    this.reasons = [reason];
  }
}

interface Unfinished extends Omit<Parts, "row"> {
  /** Fields that are no longer declared, and whose default the gateway was asked for. */
  readonly reset?: readonly Field[];
  /** What was wrong with the answer to the create. */
  readonly problem?: Error | undefined;
}

/**
 * The work that remains once the object is known: reading back, waiting.
 * If it fails, the object is still recorded.
 */
async function finish(
  context: ResourceContext,
  id: string,
  answer: JsonObject | undefined,
  { reset = [], problem, ...parts }: Unfinished,
): Promise<Values> {
  const { kind } = context;
  const sent = Object.fromEntries([...parts.sent].map((name) => [name, parts.declared[name] ?? null]));
  let row = answer;
  try {
    if (problem !== undefined) {
      throw problem;
    }
    row = await readBack(context, id, row, sent, parts.prior);
    warnOfUnclearResets(context, reset, parts.prior, row);
    row = await waitUntilDone(context, id, row, parts.declared);
    const state = makeState(kind, { ...parts, row });
    const altered = alteredIn(kind, state).filter(({ name }) => parts.sent.has(name));
    if (altered.length > 0) {
      const words = `${context.label} (id ${id}): ${describeAltered(altered, sent, row)}`;
      if (retriesAltered(context)) {
        throw new AlteredError(`${words} ${adviseOnAltered(context, altered, row)}`);
      }
      context.warn(words);
    }
    return state;
  } catch (error) {
    const mark = error instanceof WorkFailed ? hidden.failed : hidden.unfinished;
    const ended = { [mark]: error instanceof AlteredError ? undefined : true };
    // After a failure the engine keeps the prior inputs, so the prior list of retained outputs still applies.
    const kept = { [hidden.retained]: parts.prior[hidden.retained] };
    const marks = { ...parts.marks, ...kept, ...ended };
    const shown = error instanceof Unstorable ? undefined : row;
    const state = makeState(kind, { ...parts, row: shown, marks });
    throw new PartialFailure(id, state, context.cover(error));
  }
}

/** Only the gateway knows its defaults, so an old value after a reset proves nothing. */
function warnOfUnclearResets(
  context: ResourceContext,
  reset: readonly Field[],
  before: Values,
  row: JsonObject | undefined,
): void {
  for (const field of reset) {
    const [old, live] = [before[field.name], row && shownIn(field, row)];
    if (old !== undefined && live !== undefined && isTidied(field, old, live)) {
      context.warn(
        `${context.label}: \`${field.name}\` is still ${describeValue(field, live)}: either that is the gateway's default, or it ignored the ` +
          "reset. The property is unmanaged now.",
      );
    }
  }
}
