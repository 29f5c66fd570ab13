import { hasStatus, mayHaveHappened } from "../client/exchange.js";
import { isTidied } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import { hidden, type Values } from "../spec/values.js";
import { defined, type JsonObject } from "../text/json.js";
import { allOf, messageOf, printable, withPeriod } from "../text/words.js";
import { type Change, noteOriginal } from "./adopted.js";
import { difference, isFixed, type Removal, removalOf } from "./changes.js";
import { awaitObject, checkResource, settleObject } from "./check.js";
import { IdentityReserved } from "./conflicts.js";
import { postObject } from "./create.js";
import { diffResource } from "./diff.js";
import {
  accountMark,
  hintAtParent,
  markAfterwards,
  observe,
  priorMark,
  warnIfAccountUnknown,
} from "./observe.js";
import { catchUp, followMark, knownOutputs, retainedNames, retainedOutputs } from "./outputs.js";
import { shownIn, stampOf, Unstorable } from "./rows.js";
import {
  assertSameGateway,
  homeOf,
  identityOf,
  naturalKeyOf,
  type ResourceContext,
  type Session,
} from "./session.js";
import { expectContents, sourceOf } from "./sources.js";
import {
  allInputs,
  inputsOf,
  makeState,
  observeState,
  outputsOf,
  type Parts,
  priorFound,
  wrapSecrets,
} from "./state.js";
import {
  AlteredError,
  adviseOnAltered,
  alteredIn,
  describeAltered,
  describeValue,
  readBack,
  repeatedFields,
  retriesAltered,
  WorkFailed,
  waitUntilDone,
} from "./write.js";

export type Handlers = ReturnType<typeof handlersOf>;

/**
 * Values are plain, without a protocol's wrappers. They include the URN, if known, under its hidden name.
 * Work that began but did not finish throws a `PartialFailure`.
 */
export function handlersOf(kind: Kind, session: Session) {
  // Many errors quote the gateway's responses, so the resource's secrets are masked in them.
  const work = <R>(values: Values, call: (context: ResourceContext) => Promise<R>) =>
    printably(async () => {
      const context = session.context(kind, values);
      return call(context).catch((error: unknown) => {
        session.fail();
        throw context.cover(error);
      });
    });
  return {
    /** `name`: unique within the program. */
    check: (name: string | undefined, olds: Values, news: Values) =>
      checkResource({ kind, session, name, olds, news }),
    /** Records that these inputs were checked and that a `diff` or `create` call with them will follow. */
    expect: (inputs: Values) => {
      session.declarations.expect(kind, inputs);
      awaitObject(kind, session, inputs);
    },
    /** `used`: the outputs that the program reads, if known. */
    retainedOutputs: (olds: Values, news: Values, used?: readonly string[]) =>
      retainedOutputs(session.context(kind, news), olds, used),
    diff: (id: string, olds: Values, news: Values) =>
      printably(() => diffResource(kind, session, id, olds, news)),
    knownOutputs: (olds: Values | undefined, news: Values) =>
      knownOutputs(kind, session.registry(news).planned, olds, news),
    create: (inputs: Values) => {
      session.declarations.meet(kind, inputs);
      return work(inputs, async (context) => {
        const stored = await createResource(context, inputs);
        settleObject(kind, session, inputs, stored);
        return stored;
      });
    },
    /** Undefined if the object is gone. */
    read: (id: string, state: Values) => work(state, (context) => readResource(context, id, state)),
    update: (id: string, olds: Values, news: Values) =>
      work(news, async (context) => {
        const outputs = await updateResource(context, id, olds, news);
        settleObject(kind, session, news, { id, outputs });
        return outputs;
      }),
    delete: (id: string, state: Values) =>
      work(state, async (context) => {
        if (assertSameGateway(context, state) === "moved") {
          await observe(context, id, state); // throws if the object is not at the new address
        }
        await sourceOf(kind).delete(context, id, state);
      }),
  };
}

/** Makes our own error messages safe for a terminal, because many contain text from the gateway. */
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

/** Whether the error is one of ours, written for users. */
export function isOurs(error: unknown): error is Error {
  return error instanceof Error && ["Error", "GatewayError", "SettingsError"].includes(error.name);
}

async function createResource(context: ResourceContext, inputs: Values) {
  const { kind, label, registry } = context;
  if (registry.misleading !== undefined) {
    throw new Error(
      `${label} was not created, because the settings point to a different gateway: ${registry.misleading}`,
    );
  }
  const declared = inputsOf(kind, inputs);
  const account = await accountMark(context);
  const obtained = await sourceOf(kind)
    .create(context, declared)
    .catch((error: unknown) => putBack(context, declared, error));
  const { id, row, found, problem } = obtained;
  registry.replacementCreated(identityOf(kind, declared) ?? "");
  registry.planned.declare(kind, id, declared);
  const parts = partsOfNew(context, declared, account, found);
  return { id, outputs: await finish(context, id, row, parts, { problem }) };
}

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

export interface Seen {
  readonly id: string;
  readonly outputs: Values;
  /** Undefined for an object that the program does not manage. */
  readonly inputs?: Values;
}

async function readResource(context: ResourceContext, id: string, state: Values): Promise<Seen | undefined> {
  const { kind } = context;
  const isGet = state[hidden.get] === true;
  const { parent } = kind.endpoints;
  if (parent !== undefined && state[parent.field] === undefined) {
    throw new Error(`${kind.name}.get needs ${parent.field} to find ${id}.`);
  }
  assertSameGateway(context, state);
  const seen = await observe(context, id, state);
  if (seen.is === "gone") {
    if (isGet) {
      throw new Error(
        `${kind.name}.get: no object on the gateway has the id ${id}.${await hintAtParent(context)}`,
      );
    }
    await warnIfAccountUnknown(context, id, state);
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
  for (const { name } of lost) {
    context.warn(
      `${context.label}: ${name} was lost to another object. A refresh reports this but does not repair it.`,
    );
  }
  // A write-only secret cannot be compared. The row shows only that the object was written.
  const writeOnlySecret = [...kind.fields.values()].find(
    (field) => field.writeOnly && field.secret && state[field.name] !== undefined,
  );
  const written = stampOf(kind, "written")?.name ?? "";
  const wasWritten = state[written] !== undefined && outputs[written] !== state[written];
  if (writeOnlySecret !== undefined && wasWritten && !drifted) {
    context.warn(
      `${context.label} was changed outside of Pulumi: its ${writeOnlySecret.name} may have been rotated.`,
    );
  }
  const { [hidden.by]: _provider, ...rest } = outputs;
  const marks = defined({ [hidden.imported]: outputs[hidden.imported] });
  return { id, inputs: { ...inputs, ...marks }, outputs: { ...rest, ...homeOf(context) } };
}

async function updateResource(
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
      // If the outcome is unknown, marks the state so that `diff` reports a change even after a revert.
      const left = { ...wrapSecrets(kind, olds), [hidden.unfinished]: true };
      throw mayHaveHappened(error) ? new PartialFailure(id, left, context.cover(error)) : error;
    });
  const declared = inputsOf(kind, news);
  // The mark determines how values that came only from an import are treated.
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
  const parts = {
    declared,
    // A reset sends all declared values.
    sent: new Set([...names, ...Object.keys(change.reset.length === 0 ? {} : declared)]),
    prior,
    marks: { ...marks, [hidden.account]: await markAfterwards(context) },
  };
  return finish(context, id, answer, parts, change);
}

/** After an unfinished operation the gateway's values are unknown, so all declared values are sent. */
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
 * Recreates the old object if this process deleted it for a replacement whose create then failed. Always
 * throws: a `PartialFailure` makes the engine record the old object under its new id. The next update then
 * retries the replacement.
 */
async function putBack(context: ResourceContext, declared: Values, failure: unknown): Promise<never> {
  const { kind, registry, collection } = context;
  const old = registry.replacedBy(identityOf(kind, declared) ?? "");
  if (old?.deleted === undefined) {
    throw failure;
  }
  const { state, had } = old.deleted;
  const name = naturalKeyOf(kind, declared) ?? "";
  if (failure instanceof IdentityReserved || registry.doubted(collection, name).includes(declared)) {
    throw failure;
  }
  const why = messageOf(failure);
  const summary = `${withPeriod(why)}${why.includes("\n") ? "\n" : " "}The old ${kind.name} (id ${old.id}) was deleted to make way for its replacement`;
  const taken = "another object now has its name.";
  const isTaken = failure instanceof Error && hasStatus(failure.cause, 409);
  if (isTaken && naturalKeyOf(kind, state) === name) {
    throw new Error(`${summary} and cannot be restored: ${taken}`, { cause: failure });
  }
  const retry = "The next `pulumi up` creates the replacement.";
  if ("unknown" in had) {
    const names = allOf(had.unknown);
    const are = had.unknown.length === 1 ? "is" : "are";
    throw new Error(`${summary} and cannot be restored: ${names} ${are} unknown. ${retry}`, {
      cause: failure,
    });
  }
  const oldContext = context.with({ values: state });
  const restored = await postObject(oldContext, had.values).catch((error: unknown) => {
    const obstacle = hasStatus(error, 409)
      ? taken
      : `${messageOf(error)} Neither the old nor the new object exists now. ${retry}`;
    throw new Error(`${summary} and cannot be restored: ${obstacle}`, { cause: failure });
  });
  const marks = {
    ...homeOf(oldContext),
    [hidden.account]: await markAfterwards(oldContext),
    [hidden.failed]: state[hidden.failed],
    [hidden.retained]: state[hidden.retained],
  };
  // `sent` is empty, so values changed outside of Pulumi still count as drift.
  const sent: ReadonlySet<string> = new Set();
  const parts = { declared: inputsOf(kind, state), row: restored.row, sent, prior: state, marks };
  const error = new Error(
    `${summary} and was restored with id ${restored.id}. Correct the program and run \`pulumi up\` again to retry the replacement.`,
    { cause: failure },
  );
  throw new PartialFailure(restored.id, makeState(kind, parts), context.cover(error));
}

/**
 * The object exists, but the work on it did not finish. The engine records the object with these properties,
 * and tries an update next time. The engine shows only the reasons, never the message.
 */
export class PartialFailure extends Error {
  override readonly name = "PartialFailure";
  readonly reasons: readonly string[];

  constructor(
    readonly id: string,
    readonly properties: Values,
    cause: unknown,
  ) {
    super(messageOf(cause), { cause });
    this.reasons = [this.message];
  }
}

/** Reads the object back and waits until the work on it is done. If this fails, it is still recorded. */
async function finish(
  context: ResourceContext,
  id: string,
  answer: JsonObject | undefined,
  parts: Omit<Parts, "row">,
  { reset = [], problem }: { readonly reset?: readonly Field[]; readonly problem?: Error | undefined },
): Promise<Values> {
  const { kind } = context;
  const sent = Object.fromEntries([...parts.sent].map((name) => [name, parts.declared[name] ?? null]));
  let row = answer;
  try {
    if (problem !== undefined) {
      throw problem;
    }
    row = await readBack(context, id, row, sent, parts.prior);
    for (const field of reset) {
      // Only the gateway knows its defaults, so an old value after a reset proves nothing.
      const [old, live] = [parts.prior[field.name], row && shownIn(field, row)];
      if (old !== undefined && live !== undefined && isTidied(field, old, live)) {
        context.warn(
          `${context.label}: \`${field.name}\` is still ${describeValue(field, live)}. Either that is the gateway's default, or the gateway ignored the ` +
            "reset. The property is now unmanaged.",
        );
      }
    }
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
