import type { dynamic } from "@pulumi/pulumi";
import { requireApp } from "../client/as-app.js";
import type { JsonObject } from "../client/json.js";
import { printable } from "../client/printable.js";
import { SettingsError } from "../client/settings.js";
import { accountMark, markAfterwards, priorMark } from "./account.js";
import { checkInputs } from "./check.js";
import { complete } from "./complete.js";
import { expectContents } from "./contents.js";
import { difference, diffFor } from "./diff.js";
import type { Kind } from "./kind.js";
import { PartialFailure } from "./partial.js";
import type { Session } from "./session.js";
import { SettledBadly, settle } from "./settle.js";
import type { Change } from "./source.js";
import {
  allInputs,
  inputsOf,
  makeState,
  observeState,
  outputsOf,
  type Parts,
  priorFound,
  seal,
} from "./state.js";
import { collectionOf, type Target } from "./target.js";
import { hidden, isUnknown, type Values } from "./values.js";

/** The engine's calls for one kind; the only place that knows their forms. */
export function dynamicProvider(kind: Kind, session: Session): dynamic.ResourceProvider<Values, Values> {
  return {
    configure: async ({ config }) => session.configure((key) => config.get(key)),
    check: async (_olds, news) => ({ inputs: news, failures: check(kind, session, news) }),
    diff: plainly(async (id, olds, news) => {
      if (!session.ledger(olds).manage(collectionOf(kind, olds), id)) {
        throw new Error(takenOver(kind, id));
      }
      return diffFor(kind, id, olds, news);
    }),
    create: plainly((inputs) => discreetly(session.target(kind, inputs), (target) => create(target, inputs))),
    read: plainly((id, props = {}) =>
      discreetly(session.target(kind, props), (target) => read(target, id, props)),
    ),
    update: plainly((id, olds, news) =>
      discreetly(session.target(kind, news), (target) => update(target, id, olds, news)),
    ),
    delete: plainly((id, props) =>
      discreetly(session.target(kind, props), (target) => kind.source.release(target, id, props)),
    ),
  };
}

/** The engine's plugin prints the stack of a failed call; our own errors say all in their message. */
function plainly<A extends unknown[], R>(call: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      if (error instanceof Error && ["Error", "GatewayError", "SettingsError"].includes(error.name)) {
        error.stack = "";
        error.message = printable(error.message);
      }
      throw error;
    }
  };
}

/** The gateway's words, and names and ids from its rows, stand in many errors: none shows a secret of the resource. */
async function discreetly<R>(target: Target, work: (target: Target) => Promise<R>): Promise<R> {
  try {
    return await work(target);
  } catch (error) {
    throw target.cover(error);
  }
}

function takenOver({ name }: Kind, id: string): string {
  return (
    `${name} with id ${id} is managed by this resource, and another resource of the program has just taken it over. ` +
    "Take one of the two out of the program, and run `pulumi state delete` with its URN first, so that the object stays."
  );
}

/** The property is named in the reason and not in the failure, because the engine would print the value of a named one. */
function check(kind: Kind, session: Session, news: Values): dynamic.CheckFailure[] {
  const failures = checkInputs(kind, news).map(({ property, reason }) => ({
    property: "",
    reason: `${property} ${reason}`,
  }));
  return isUnknown(news.connection) ? failures : [...failures, ...settingsFailures(kind, session, news)];
}

function settingsFailures(kind: Kind, session: Session, news: Values): dynamic.CheckFailure[] {
  try {
    const { client } = session.target(kind, news);
    if (kind.endpoints.auth === "app") {
      requireApp(client.settings);
    }
    return [];
  } catch (error) {
    if (error instanceof SettingsError) {
      return [{ property: "", reason: error.message }];
    }
    throw error;
  }
}

async function create(target: Target, inputs: Values): Promise<dynamic.CreateResult<Values>> {
  const { kind } = target;
  const declared = inputsOf(kind, inputs);
  const account = await accountMark(target);
  const { id, row, found } = await kind.source.obtain(target, declared);
  const parts = { declared, sent: new Set(Object.keys(declared)), prior: {}, account, found };
  return { id, outs: await finish(target, id, row, inputs, parts) };
}

async function update(
  target: Target,
  id: string,
  olds: Values,
  news: Values,
): Promise<dynamic.UpdateResult<Values>> {
  const { kind } = target;
  target.keepSecrets(olds);
  const change = changeOf(kind, olds, news);
  const answer = await kind.source.change(target, id, change);
  const declared = inputsOf(kind, news);
  const before = { prior: olds, found: priorFound(olds) };
  if (answer === undefined && olds[hidden.unfinished] !== true) {
    const parts = { ...before, declared, sent: new Set<string>(), account: priorMark(olds) };
    return { outs: makeState(kind, { ...parts, row: undefined }) };
  }
  const parts = {
    ...before,
    declared,
    sent: new Set(Object.keys(change.set)),
    account: await markAfterwards(target),
  };
  return { outs: await finish(target, id, answer, news, parts) };
}

/** What comes after the object is known: reading back, waiting. What fails now must not lose it. */
async function finish(
  target: Target,
  id: string,
  answer: JsonObject | undefined,
  inputs: Values,
  parts: Omit<Parts, "row">,
): Promise<Values> {
  const { kind } = target;
  const sent = Object.fromEntries(Object.entries(parts.declared).filter(([name]) => parts.sent.has(name)));
  let row = answer;
  try {
    row = await complete(target, id, row, sent, parts.prior);
    row = await settle(target, id, row, parts.declared);
    return makeState(kind, { ...parts, row });
  } catch (error) {
    const mark = error instanceof SettledBadly ? hidden.failed : hidden.unfinished;
    const state = { ...makeState(kind, { ...parts, row }), [mark]: true };
    const properties = { ...state, [hidden.provider]: inputs[hidden.provider] ?? null };
    throw new PartialFailure(id, properties, target.cover(error));
  }
}

/** After an unfinished operation nobody knows what the gateway has, so everything that is declared is sent. */
function changeOf(kind: Kind, olds: Values, news: Values): Change {
  const { changed, removed } = difference(kind, olds, news);
  const updatable = kind.endpoints.patch !== undefined;
  const declared = [...kind.fields.values()].filter(
    (field) => updatable && !field.replace && news[field.name] !== undefined,
  );
  const send = (olds[hidden.unfinished] === true ? declared : changed).filter((field) => !field.local);
  const cleared = removed.filter((field) => field.nullable && !field.writeOnly);
  const set: Values = {};
  for (const { name } of [...send, ...cleared]) {
    set[name] = news[name] ?? null;
  }
  return { set, removed: removed.filter((field) => !field.local).map(({ name }) => name), olds, news };
}

async function read(target: Target, id: string, state: Values): Promise<dynamic.ReadResult<Values>> {
  const { kind } = target;
  const external = state[hidden.get] === true;
  const { parent } = kind.endpoints;
  if (parent !== undefined && state[parent.field] === undefined) {
    throw new Error(`${kind.name}.get needs ${parent.field}: where to look for ${id}.`);
  }
  const seen = await kind.source.observe(target, id, state);
  if (seen.is === "gone") {
    if (external) {
      throw new Error(`${kind.name}.get: nothing on the gateway has the id ${id}.`);
    }
    return { id: "", props: {} };
  }
  if (seen.is === "unobservable") {
    return { id, props: seal(kind, state), inputs: seal(kind, inputsOf(kind, state)) };
  }
  if (external) {
    return {
      id,
      props: seal(kind, { ...state, ...allInputs(kind, seen.row), ...outputsOf(kind, seen.row, {}) }),
    };
  }
  expectContents(target, id, seen.row);
  const { inputs, outputs, drifted, lost } = observeState(kind, state, seen.row);
  for (const field of lost) {
    target.warn(
      `${target.label}: ${field.name} was lost to another object. It is reported, not repaired: ${field.exclusive}.`,
    );
  }
  warnOfHiddenChange(target, state, outputs, drifted);
  return { id, props: outputs, inputs };
}

/** A write-only value cannot be compared; that the object was written without a visible change is all there is to see. */
function warnOfHiddenChange(target: Target, state: Values, outputs: Values, drifted: boolean): void {
  const secretive = [...target.kind.fields.values()].find(
    (field) => field.writeOnly && field.secret && state[field.name] !== undefined,
  );
  const moved = state.updatedAt !== undefined && outputs.updatedAt !== state.updatedAt;
  if (secretive !== undefined && moved && !drifted) {
    target.warn(`${target.label}: changed outside of Pulumi; its ${secretive.name} may have been rotated.`);
  }
}
