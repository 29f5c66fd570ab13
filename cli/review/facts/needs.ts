import { hidden, howMany, type Kind, nounOf, stillAltered } from "pulumi-workspace-gateway/tools";
import { isChange, isRemoved } from "../plan/operations.js";
import type { Step } from "../plan/plan.js";
import { changedFields, doubtfulSecrets, removalIn } from "./differences.js";
import { guardedBy, isDeleted, kindNotes, releaseOf } from "./notes.js";
import { parentField, type Resources, unplaced, workspaceOf } from "./resources.js";
import type { Needs } from "./review.js";

interface Work {
  readonly step: Step;
  readonly kind: Kind;
}

/** What the `up` will need. */
export function needsOf(resources: Resources): Needs {
  const work = resources.plan.steps.flatMap((step): Work[] => {
    const kind = resources.kindOf(step);
    return kind !== undefined && isChange(step.operation) ? [{ step, kind }] : [];
  });
  const scopes = work.flatMap(({ step, kind }) => scopesOfStep(step, kind, resources));
  const requests = work.map(({ step, kind }) => requestsOf(step, kind));
  const count = (what: "writes" | "reads") => requests.reduce((total, each) => total + each[what], 0);
  return {
    scopes: [...new Set(scopes.map(({ scope }) => scope))].sort(),
    app: work.some(({ kind, step }) => kind.endpoints.auth === "app" && makes(step)),
    writes: count("writes"),
    reads: count("reads") + sharedReads(work, resources),
    irreversible: irreversible(work),
  };
}

/** One question for the account, a list for each collection in which something is created or changed, and what a guard counts. */
function sharedReads(work: readonly Work[], resources: Resources): number {
  const writing = work.filter(({ step, kind }) => requestsOf(step, kind).writes > 0);
  const collections = new Set(
    work
      .filter(({ step, kind }) =>
        step.operation === "update"
          ? kind.endpoints.list !== undefined
          : makes(step) && kind.source.how === "created" && !isInNew(step, resources),
      )
      .map(({ step, kind }) => {
        const place = step.after && workspaceOf(resources, step, step.after);
        return `${kind.name} ${place === unplaced ? step.urn : place}`; // two of them may be in different workspaces
      }),
  );
  const guarded = writing.filter(({ step, kind }) => isRemoved(step) && guardedBy(kind, step) !== undefined);
  const held = resources.kinds.filter(
    ({ endpoints }) => endpoints.parent !== undefined && endpoints.list !== undefined,
  );
  return (writing.length > 0 ? 1 : 0) + collections.size + guarded.length * (1 + held.length);
}

/** What no later `up` brings back, a sentence for each kind. */
function irreversible(work: readonly Work[]): string[] {
  const byKind = Map.groupBy(work, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, all]) => {
    const gone = all.filter(
      ({ step }) => isRemoved(step) && isDeleted(step, kind) && guardedBy(kind, step) === undefined,
    );
    const made = all.filter(({ step }) => makes(step) && kind.source.how === "issued");
    const lost = kindNotes[kind.name]?.lost;
    return [
      ...(gone.length === 0 || lost === undefined
        ? []
        : [`${howMany(gone.length, nounOf(kind))} deleted: ${lost}.`]),
      ...(made.length === 0 || kind.source.how !== "issued"
        ? []
        : [`${howMany(made.length, nounOf(kind))} made: ${kind.source.afterRelease}.`]),
    ];
  });
}

/** How many requests a step needs: what it writes, and at most how much it reads. */
export interface Requests {
  readonly writes: number;
  readonly reads: number;
}

const none: Requests = { writes: 0, reads: 0 };

/** What the lifecycle sends for a step. */
export function requestsOf(step: Step, kind: Kind): Requests {
  switch (step.operation) {
    case "create":
      return creation(kind);
    case "update":
      return change(step, kind);
    case "replace":
      return sum(creation(kind), removal(step, kind));
    case "delete":
    case "other":
      return removal(step, kind);
    case "same":
    case "read":
      return none;
  }
}

function sum(a: Requests, b: Requests): Requests {
  return { writes: a.writes + b.writes, reads: a.reads + b.reads };
}

/** An object is read back if the answer to its write lacks something. What is adopted is found first. */
function creation({ source }: Kind): Requests {
  return { writes: 1, reads: { issued: 0, created: 1, adopted: 2 }[source.how] };
}

/** What is only for this package is not sent; after an unfinished `up` all that is declared is. A reset needs the whole object, which is read first. */
function change(step: Step, kind: Kind): Requests {
  const changed = changedFields(kind, step);
  const removals = changed
    .filter(({ after }) => after === undefined)
    .map(({ field }) => removalIn(step, kind, field.name));
  const sent = changed.filter(({ field, after }) => !field.local && after !== undefined).length;
  const isUnfinished = step.before?.outputs[hidden.unfinished] === true;
  const isSent =
    isUnfinished ||
    (stillAltered(kind, step.before?.outputs ?? {}, step.after?.inputs ?? {}).length > 0 &&
      kind.endpoints.patch !== undefined) ||
    sent > 0 ||
    doubtfulSecrets(kind, step).length > 0 ||
    removals.some((removal) => removal !== undefined && removal !== "left");
  return { writes: isSent ? 1 : 0, reads: 1 + (removals.includes("reset") ? 1 : 0) };
}

function removal(step: Step, kind: Kind): Requests {
  const release = releaseOf(kind, step) ?? (kind.source.how === "issued" ? "keep" : "delete");
  if (step.before?.retainOnDelete || release === "keep") {
    return none;
  }
  return { writes: 1, reads: release === "restore" ? 2 : 0 };
}

/** A scope that work on an object of a kind needs. */
export interface NeededScope {
  readonly scope: string;
  readonly kind: Kind;
  /** Whether the work fails without it. Otherwise it is needed only if an answer of the gateway leaves something out. */
  readonly sure: boolean;
}

/** The scopes for all that can be done with a kind. */
export function scopesOfLife(kind: Kind, kinds: readonly Kind[]): NeededScope[] {
  return scopesOf(kind, kinds, { writes: true, makes: true, looks: true, empties: kind.guard !== undefined });
}

/** The scopes for what an `up` does with one resource. */
export function scopesOfStep(step: Step, kind: Kind, resources: Resources): NeededScope[] {
  const { writes, reads } = requestsOf(step, kind);
  const isSearched = makes(step) && kind.source.how === "created" && !isInNew(step, resources);
  return scopesOf(kind, resources.kinds, {
    writes: writes > 0,
    makes: makes(step),
    looks: isSearched || reads > 1, // one read is for an answer that leaves something out
    empties: isRemoved(step) && guardedBy(kind, step) !== undefined,
  });
}

/** `looks`: reads before it writes. `empties`: deletes an object only if it holds nothing. */
function scopesOf(
  kind: Kind,
  kinds: readonly Kind[],
  { writes, makes, looks, empties }: Readonly<Record<"writes" | "makes" | "looks" | "empties", boolean>>,
): NeededScope[] {
  const { endpoints, source, scope } = kind;
  const held = kinds.filter(
    (other) => other.endpoints.parent?.list === endpoints.list && other.endpoints.list,
  );
  // Whether it is the account behind the token has to be known, and only GET /user says it.
  const asksWhoItIs = source.how === "adopted" && source.ownAccountAt !== undefined && makes;
  return [
    ...(writes && source.how !== "issued" ? [{ scope: `${scope}:read`, kind, sure: looks || empties }] : []),
    ...(writes && endpoints.auth !== "app" ? [{ scope: `${scope}:write`, kind, sure: true }] : []),
    ...(empties ? held.map((other) => ({ scope: `${other.scope}:read`, kind, sure: true })) : []),
    ...(asksWhoItIs ? [{ scope: "profile:read", kind, sure: true }] : []),
  ];
}

/** Whether an `up` makes an object for a resource. */
function makes({ operation }: Step): boolean {
  return operation === "create" || operation === "replace";
}

/** In a workspace that this `up` creates nobody else has created anything, so nothing is looked for. */
export function isInNew({ after }: Step, resources: Resources): boolean {
  const [field] = resources.kinds.flatMap((kind) => parentField(kind) ?? []);
  const parent = after && field !== undefined ? resources.named(after, field) : undefined;
  return parent !== undefined && makes(parent);
}
