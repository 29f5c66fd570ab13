import { mayHaveHappened } from "../../client/http/errors.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { hidden, type Values } from "../../spec/values.js";
import { defined } from "../../text/defined.js";
import { markAfterwards, priorMark } from "../objects/account.js";
import { repeatedFields } from "../objects/altered.js";
import { catchUp, followMark } from "../objects/follow.js";
import { retainedNames } from "../objects/retained-outputs.js";
import { homeOf } from "../operation/gateway-mark.js";
import type { Target } from "../operation/target.js";
import { verbsOf } from "../sources/index.js";
import type { Change } from "../sources/verbs.js";
import { difference } from "../state/diff.js";
import { isFixed, type Removal, removalOf } from "../state/removal.js";
import { inputsOf, makeState, priorFound, seal } from "../state/state.js";
import { finish, PartialFailure } from "./finish.js";

export async function updateResource(
  target: Target,
  id: string,
  olds: Values,
  news: Values,
): Promise<Values> {
  const { kind } = target;
  target.keepSecrets(olds);
  const again = repeatedFields(target, olds, news);
  const change = changeOf(kind, olds, news, again);
  const answer = await verbsOf(kind)
    .change(target, id, change)
    .catch((error: unknown) => {
      throw whatIsLeft(target, id, olds, error);
    });
  const declared = inputsOf(kind, news);
  // Says what becomes of the values that an import has read.
  const prior = { ...olds, ...defined({ [hidden.imported]: news[hidden.imported] }) };
  const marks = {
    ...homeOf(target),
    [hidden.follows]: followMark(kind, target.ledger.planned, news),
    [hidden.found]: priorFound(olds),
    [hidden.retained]: retainedNames(news),
  };
  if (answer === undefined && olds[hidden.unfinished] !== true && again.length === 0) {
    const row = await catchUp(target, id, olds);
    const asBefore = { ...marks, [hidden.account]: priorMark(olds) };
    return makeState(kind, { declared, row, sent: new Set(), prior, marks: asBefore });
  }
  const names = [...Object.keys(change.set), ...again.map(({ name }) => name)];
  return finish(target, id, answer, {
    declared,
    // A reset repeats all that is declared.
    sent: new Set([...names, ...Object.keys(change.reset.length === 0 ? {} : declared)]),
    prior,
    reset: change.reset,
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
  const { temporaryName } = ledger.naming(collection, id);
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
