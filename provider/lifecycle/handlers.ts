import { mayHaveHappened } from "../client/http/errors.js";
import { SettingsError } from "../client/settings/settings.js";
import { requireApp } from "../client/sign-in/as-app.js";
import { canonical } from "../spec/compare.js";
import type { Kind } from "../spec/kind.js";
import { hidden, isUnknown, type Values } from "../spec/values.js";
import { asText } from "../text/json.js";
import { printable } from "../text/printable.js";
import { finish } from "./finish.js";
import { type Foretold, foretell } from "./foretell.js";
import { expectContents } from "./hooks/contents.js";
import { partsOfNew } from "./new-parts.js";
import { accountMark, markAfterwards, priorMark } from "./objects/account.js";
import { carriedNames, carryOn } from "./objects/carry.js";
import { catchUp, followMark } from "./objects/follow.js";
import { hintAtParent, observe } from "./objects/observe.js";
import { identifying, identityOf } from "./operation/declarations.js";
import { expectHome, homeOf, locate } from "./operation/gateway-mark.js";
import type { Session } from "./operation/session.js";
import { labelOf, type Target } from "./operation/target.js";
import { PartialFailure } from "./partial.js";
import { plannedOutputs } from "./planned-outputs.js";
import { whyUnmatched } from "./sources/adopted.js";
import { verbsOf } from "./sources/index.js";
import type { Change } from "./sources/verbs.js";
import { checkInputs, sentence } from "./state/check.js";
import { difference } from "./state/diff.js";
import { fateOf } from "./state/fate.js";
import { stampOf } from "./state/row.js";
import { allInputs, inputsOf, makeState, observeState, outputsOf, priorFound, seal } from "./state/state.js";

/** What a check has found. A failure names its property in the sentence, never the value of it. */
interface Checked {
  /** Whether all is right, and the connection is known: then the gateway may be asked about the resource. */
  readonly isSound: boolean;
  readonly failures: readonly string[];
}

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
  /** The outputs that stay as they are, as an entry for the checked inputs. */
  carry(olds: Values, news: Values): Promise<Values>;
  diff(id: string, olds: Values, news: Values): Promise<Foretold>;
  /** What the resource will have, as far as it is known before the work. Without `olds` it is a new one. */
  plan(olds: Values | undefined, news: Values): Values;
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
    check: async (name, olds, news) => {
      const failures = [...check(kind, session, news), ...twinFailures(kind, session, { name, olds, news })];
      warnOfRivals(kind, session, name, news);
      warnOfKept(kind, session, news);
      const isKnown = failures.length === 0 && !isUnknown(news.connection);
      const unmatched = isKnown ? await unmatchedFailures(kind, session, olds, news) : [];
      return {
        isSound: isKnown && unmatched.length === 0,
        failures: [...failures, ...unmatched].map(printable),
      };
    },
    expect: (inputs) => session.declarations.expect(kind, inputs),
    carry: (olds, news) => carryOn(session.target(kind, news), olds),
    diff: (id, olds, news) => printably(() => foretell(kind, session, id, olds, news)),
    plan: (olds, news) => plannedOutputs(kind, session.ledger(news).foresight, olds, news),
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

/** What is wrong with the inputs, and with the settings of their connection. */
function check(kind: Kind, session: Session, news: Values): string[] {
  const failures = checkInputs(kind, news).map(sentence);
  const idle = idleConnection(session, news);
  if (idle !== undefined) {
    return [...failures, idle];
  }
  return isUnknown(news.connection) ? failures : [...failures, ...settingsFailures(kind, session, news)];
}

/** Why a connection cannot be named beside a provider of the program; undefined if none is. */
export function idleConnection({ provider }: Session, { connection }: Values): string | undefined {
  return provider === undefined || connection === undefined
    ? undefined
    : `connection has no effect beside the provider "${provider}", whose arguments are its settings: ` +
        "leave out the one or the other";
}

/** Refuses a second resource for one object. Two resources that have had two objects so far may go on. */
function twinFailures(
  kind: Kind,
  session: Session,
  { name, olds, news }: { name: string | undefined; olds: Values; news: Values },
): string[] {
  const identity = identityOf(kind, news);
  if (identity === undefined || name === undefined || isUnknown(news.connection)) {
    return [];
  }
  const isNew = identityOf(kind, olds) !== identity;
  // An object without a workspace belongs to an account, and each connection may have its own account.
  const owner = kind.endpoints.parent === undefined ? asText(news.connection ?? "") : "";
  const place = `${kind.name} ${session.gatewayOf(news)} ${owner} ${identity}`;
  const sibling = session.declarations.sibling(place, { name, isNew });
  if (sibling === undefined) {
    return [];
  }
  return [
    `this ${kind.name} is declared already, by the resource "${sibling.split("::").at(-1)}": ` +
      "one object cannot be two resources. " +
      `Take one of the two out of the program, or make them differ in ${identifying(kind)}.`,
  ];
}

/** Warns of a second resource that declares what only one object of the workspace can have. */
function warnOfRivals(kind: Kind, session: Session, name: string | undefined, news: Values): void {
  const { parent } = kind.endpoints;
  const place = [news.connection, news[parent?.field ?? ""]];
  if (name === undefined || place.some(isUnknown)) {
    return;
  }
  for (const field of kind.fields.values()) {
    if (field.exclusive === undefined || news[field.name] !== true) {
      continue;
    }
    const rival = session.declarations.rival(`${kind.name} ${field.name} ${place.join(" ")}`, name);
    if (rival !== undefined) {
      session.warn(
        `${labelOf(kind, news)}: ${field.name} is declared by the resource "${rival.split("::").at(-1)}", too: only one ` +
          `${kind.name} can have it, and the one that is written last gets it. Take it out of one of the two.`,
        news,
      );
    }
  }
}

/** Warns of an object that stays when its resource is destroyed, in a place of the program that cannot be destroyed with it in it. */
function warnOfKept(kind: Kind, session: Session, news: Values): void {
  const { list, parent } = kind.endpoints;
  const holder = session.kinds.find(({ endpoints }) => endpoints.list === parent?.list);
  if (
    list === undefined ||
    parent === undefined ||
    holder?.guard === undefined ||
    news.onDestroy !== "keep"
  ) {
    return;
  }
  const { foresight } = session.ledger(news);
  const { unless } = holder.guard;
  const declared = foresight.spelled(parent.list, asText(news[parent.field]), [unless]);
  if (declared !== undefined && declared !== canonical([true])) {
    session.warn(
      `${labelOf(kind, news)} stays in its ${holder.name} when this resource is destroyed (\`onDestroy: "keep"\`), so the ` +
        `${holder.name} cannot be destroyed, unless it has \`${unless}: true\`, which deletes this with it.`,
      news,
    );
  }
}

/**
 * Refuses a new resource for an object of the account that has to be there already, and is not. What belongs to a workspace may
 * still come before the `up`: a person joins.
 */
async function unmatchedFailures(
  kind: Kind,
  session: Session,
  olds: Values,
  news: Values,
): Promise<string[]> {
  const identity = identityOf(kind, news);
  const { source, endpoints } = kind;
  if (
    source.how !== "adopted" ||
    endpoints.parent !== undefined ||
    identity === undefined ||
    identityOf(kind, olds) === identity
  ) {
    return [];
  }
  const target = session.target(kind, news);
  const isMisled = target.ledger.misleading !== undefined; // the create says so
  const why = isMisled ? undefined : await whyUnmatched(target, inputsOf(kind, news), source);
  return why === undefined ? [] : [why];
}

function settingsFailures(kind: Kind, session: Session, news: Values): string[] {
  try {
    const target = session.target(kind, news);
    session.tellDoubts(target);
    if (kind.endpoints.auth === "app") {
      requireApp(target.client.settings);
    }
    return [];
  } catch (error) {
    if (error instanceof SettingsError) {
      return [error.message];
    }
    throw error;
  }
}

async function create(target: Target, inputs: Values): Promise<Stored> {
  const { kind } = target;
  expectHome(target);
  const declared = inputsOf(kind, inputs);
  const account = await accountMark(target);
  const { id, row, found, before = {}, problem } = await verbsOf(kind).obtain(target, declared);
  target.ledger.foresight.declare(kind.endpoints.list ?? kind.name, id, declared);
  const parts = { ...partsOfNew(target, declared, account), found };
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
  const known = {
    prior: olds,
    home: homeOf(target),
    follows: followMark(kind, target.ledger.foresight, news),
    found: priorFound(olds),
    carries: carriedNames(news),
  };
  if (answer === undefined && olds[hidden.unfinished] !== true) {
    const parts = { ...known, declared, sent: new Set<string>(), account: priorMark(olds) };
    return makeState(kind, { ...parts, row: await catchUp(target, id, olds) });
  }
  const parts = {
    ...known,
    before: olds,
    declared,
    sent: new Set(Object.keys(change.set)),
    account: await markAfterwards(target),
  };
  return finish(target, id, answer, parts);
}

/**
 * What a change that failed leaves. If the run has given the object a name for the time in between, the state says so, or the
 * old name would be taken for the one that it has. If nobody knows whether the change was made, the state says that too, or a
 * program that takes the change back would be taken for what the gateway has.
 */
function whatIsLeft(target: Target, id: string, olds: Values, error: unknown): unknown {
  const { kind, ledger, collection } = target;
  const lent = ledger.lent(collection, id);
  const isUnclear = mayHaveHappened(error);
  if (lent === undefined && !isUnclear) {
    return error;
  }
  const marks = isUnclear ? { [hidden.unfinished]: true } : {};
  return new PartialFailure(id, { ...seal(kind, { ...olds, ...lent }), ...marks }, target.cover(error));
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
  const cleared = removed.filter((field) => fateOf(kind, field, { ...olds, ...news }) === "cleared");
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
