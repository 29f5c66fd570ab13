import { howMany, type Kind, nounOf } from "pulumi-workspace-gateway/tools";
import { isChange, isRemoved } from "../../plan/operations.js";
import type { Step } from "../../plan/plan.js";
import { kindNotes } from "../kind-notes.js";
import { releaseOf } from "../notes.js";
import type { Resources } from "../resources.js";
import type { Needs } from "../review.js";
import { workspaceOf } from "../workspace-keys.js";
import { requestsOf } from "./requests.js";
import { isInNew, makes, scopesOfStep } from "./scopes.js";

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
      .map(({ step, kind }) => `${kind.name} ${step.after && workspaceOf(resources, step, step.after)}`),
  );
  const guarded = writing.filter(
    ({ step, kind }) =>
      kind.guard !== undefined && isRemoved(step) && step.before?.inputs[kind.guard.unless] !== true,
  );
  const held = resources.kinds.filter(
    ({ endpoints }) => endpoints.parent !== undefined && endpoints.list !== undefined,
  );
  return (writing.length > 0 ? 1 : 0) + collections.size + guarded.length * (1 + held.length);
}

/** What no later `up` brings back, a sentence for each kind. */
function irreversible(work: readonly Work[]): string[] {
  const byKind = Map.groupBy(work, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, all]) => {
    const gone = all.filter(({ step }) => isRemoved(step) && isDeleted(step, kind));
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

function isDeleted(step: Step, kind: Kind): boolean {
  return kind.source.how === "created" || releaseOf(kind, step) === "delete";
}
