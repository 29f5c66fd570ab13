import {
  defined,
  type Field,
  isReadable,
  type Json,
  type Kind,
  referenceOf,
  sameValue,
  shownOf,
  unknownValue,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { type AccountObject, hidesSecret, knownValue } from "../../account/account-object.js";
import { type Account, type Match, matchAccounts, type Pair } from "../../account/match-accounts.js";
import { partsOf } from "../../stack/stack-state.js";
import type { Operation, Plan, Snapshot, Step } from "./plan.js";

export type LeavesOut = (object: AccountObject, property?: string) => boolean;

/** The changes that would turn the second account into the first, as a plan that a review can show. */
export function comparisonOf(
  from: Account,
  to: Account,
  kinds: readonly Kind[],
  leavesOut: LeavesOut = () => false,
): Plan {
  const readable = kinds.filter(isReadable);
  const match = matchAccounts(from, to, readable);
  const steps = match.pairs
    .filter((pair) => ![pair.from, pair.to].some((object) => object !== undefined && leavesOut(object)))
    .flatMap((pair) => stepOf(pair, match, readable, leavesOut));
  return {
    compared: { from: from.called, to: to.called },
    stack: to.called,
    steps,
    optionChanges: [],
    isWhole: true,
    isRefreshed: true,
    errors: [],
    warnings: [],
  };
}

function stepOf({ from, to }: Pair, match: Match, kinds: readonly Kind[], leavesOut: LeavesOut): Step[] {
  const about = to ?? from;
  const kind = kinds.find(({ name }) => name === about?.kind);
  if (about === undefined || kind === undefined) {
    return [];
  }
  const isLone = from === undefined || to === undefined;
  if (isLone && kind.endpoints.list === undefined && partsOf(about.urn).type === "") {
    return []; // every workspace has an object of this kind, declared or not
  }
  const before = to && snapshotOf(to, valuesOf(to, kind), kind);
  const brought = from && broughtBy(from, to, kind, match, leavesOut);
  const after = brought && {
    ...snapshotOf(to ?? { outputs: from.outputs }, brought.inputs, kind),
    from: brought.from,
  };
  const operation =
    to?.isOnlyRead || (to === undefined && from?.isOnlyRead) ? "read" : operationOn(kind, before, after);
  const { urn, name } = about;
  return [
    {
      operation,
      urn,
      type: kind.name,
      kind: kind.name,
      name,
      ...defined({ before, after }),
      replaceReasons: [],
    },
  ];
}

function operationOn(kind: Kind, before: Snapshot | undefined, after: Snapshot | undefined): Operation {
  if (before === undefined || after === undefined) {
    return before === undefined ? "create" : "delete";
  }
  const differing = comparedFields(kind).filter(
    (field) => !sameValue(field, before.inputs[field.name] ?? null, after.inputs[field.name] ?? null),
  );
  const replaces = kind.endpoints.patch === undefined || differing.some(({ replace }) => replace);
  return differing.length === 0 ? "same" : replaces ? "replace" : "update";
}

/** The gateway does not have local fields, and never shows secrets. */
function comparedFields({ fields }: Kind): Field[] {
  return [...fields.values()].filter(({ local, secret }) => !local && !secret);
}

function valuesOf(object: AccountObject, kind: Kind): Values {
  const known = comparedFields(kind).map(
    (field) => [field.name, knownIn(object, field) ?? undefined] as const,
  );
  return defined(Object.fromEntries(known));
}

/** Undefined if the value is unknown, and null if there is none. */
function knownIn(object: AccountObject, field: Field): Json | undefined {
  const { name, byDefault, freeForm, writeOnly } = field;
  const value = object.inputs[name] ?? object.outputs[name] ?? knownValue(object, name);
  // A state records the undeclared properties that the gateway shows, except free-form and write-only ones.
  const none = shownOf(object.outputs) === undefined || freeForm || writeOnly ? byDefault : null;
  return value === undefined ? none : hidesSecret(value) ? undefined : value;
}

/** The second account keeps its own ids, and the values that the first account does not show. */
function broughtBy(
  from: AccountObject,
  to: AccountObject | undefined,
  kind: Kind,
  match: Match,
  leavesOut: LeavesOut,
): Pick<Snapshot, "inputs" | "from"> {
  const inputs: Values = {};
  const sources: Record<string, readonly string[]> = {};
  for (const field of comparedFields(kind)) {
    const [theirs, ours] = [to && knownIn(to, field), knownIn(from, field)];
    const isLeft =
      to !== undefined && (theirs === undefined || ours === undefined || leavesOut(from, field.name));
    const named = isLeft ? undefined : match.namedBy(from, field.name);
    const value = isLeft ? theirs : translated(field, ours, kind, named, match);
    if ((value ?? null) !== null || (theirs ?? null) !== null) {
      inputs[field.name] = value ?? null;
    }
    if (named !== undefined && match.counterpart(named) === undefined) {
      sources[field.name] = [named.urn];
    }
  }
  return { inputs, from: sources };
}

/** A reference names the counterpart in the second account. A new counterpart does not have an id yet. */
function translated(
  { name }: Field,
  value: Json | undefined,
  kind: Kind,
  named: AccountObject | undefined,
  match: Match,
): Json | undefined {
  const to = referenceOf(kind, name)?.to ?? "id";
  if (named === undefined) {
    return value;
  }
  const counterpart = match.counterpart(named);
  if (to !== "id") {
    return (counterpart && knownValue(counterpart, to)) ?? value;
  }
  return counterpart === undefined ? unknownValue : (counterpart.id ?? unknownValue);
}

/** Keeps the outputs, because a review needs the names that routes resolve to. */
function snapshotOf(
  { id, outputs }: Pick<AccountObject, "id" | "outputs">,
  inputs: Values,
  kind: Kind,
): Snapshot {
  const shown = [...kind.outputFields.values()].filter(({ stamp, secret }) => stamp === undefined && !secret);
  const visible = defined(Object.fromEntries(shown.map(({ name }) => [name, outputs[name]])));
  return { ...defined({ id }), inputs, outputs: visible, from: {} };
}
