import { hidden, type Kind } from "pulumi-workspace-gateway/tools";
import type { Step } from "../../plan/plan.js";
import { changedFields, doubtfulSecrets, removalIn } from "../differences.js";
import { releaseOf } from "../notes.js";

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
