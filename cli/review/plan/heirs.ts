import { defined, type Kind } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";
import { matchAccounts } from "../../account/match-accounts.js";
import type { Snapshot, Step } from "./plan.js";

/**
 * Judges a delete and a create of one natural key as what they are together: the change of one object. The create gets what the
 * deleted one was, and its URN.
 */
export function withHeirs(steps: readonly Step[], kinds: readonly Kind[]): Step[] {
  const made = objectsOf(steps, ({ operation, after }) => (operation === "create" ? after : undefined));
  const gone = objectsOf(steps, ({ operation, before }) => (operation === "delete" ? before : undefined));
  const accounts = [made, gone].map((objects) => ({ called: "", objects }));
  const [created, deleted] = accounts;
  const pairs = created && deleted ? matchAccounts(created, deleted, kinds, ["exact", "named"]).pairs : [];
  const former = new Map(pairs.flatMap(({ from, to }) => (from && to ? [[from.urn, to.urn] as const] : [])));
  const byUrn = new Map(steps.map((step) => [step.urn, step]));
  return steps.map((step) => {
    const heirOf = step.operation === "create" ? former.get(step.urn) : undefined;
    const before = heirOf === undefined ? undefined : byUrn.get(heirOf)?.before;
    return heirOf === undefined || before === undefined ? step : { ...step, before, heirOf };
  });
}

function objectsOf(
  steps: readonly Step[],
  snapshotOf: (step: Step) => Snapshot | undefined,
): AccountObject[] {
  return steps.flatMap((step) => {
    const snapshot = snapshotOf(step);
    const { kind, urn, name } = step;
    if (snapshot === undefined || kind === undefined) {
      return [];
    }
    const { id, inputs, outputs, from } = snapshot;
    return [{ kind, urn, name, inputs, outputs, from, ...defined({ id }) }];
  });
}
