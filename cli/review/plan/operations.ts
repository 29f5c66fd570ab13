import { isUnknown } from "pulumi-workspace-gateway/tools";
import type { ChangingOperation, Operation, Step } from "./plan.js";

/** What the engine's words for steps mean. A replacement is one step; older engines print three. */
const meanings: Readonly<Record<string, Operation>> = {
  create: "create",
  update: "update",
  replace: "replace",
  "create-replacement": "replace",
  "import-replacement": "replace",
  delete: "delete",
  same: "same",
  read: "read",
  "read-replacement": "read",
};

/** Steps that are parts of another step, or after which nothing is different on the gateway. */
const silent: ReadonlySet<string> = new Set([
  "delete-replaced",
  "read-discard",
  "discard",
  "discard-replaced",
  "remove-pending-replace",
]);

/** Undefined for a step that says nothing by itself. */
export function operationOf(op: string): Operation | undefined {
  return silent.has(op) ? undefined : (meanings[op] ?? "other");
}

/** Whether the `up` does anything. */
export function isChange(operation: Operation): operation is ChangingOperation {
  return operation !== "same" && operation !== "read";
}

/** Whether a step deletes what an interrupted replacement left behind: its URN is now that of another object. */
export function isLeftBehind({ operation, before, after }: Step): boolean {
  return operation === "other" && before !== undefined && after === undefined;
}

/**
 * Whether a new object may take over an existing one: `adopt` of the resource or of its gateway's settings says so, or is unknown
 * before the `up`.
 */
export function mayAdopt(step: Pick<Step, "after" | "adopts">): boolean {
  return step.adopts === "identical" || mayOverwrite(step);
}

/** Whether it may also change the existing object. */
export function mayOverwrite({ after, adopts }: Pick<Step, "after" | "adopts">): boolean {
  const adopt = after?.inputs.adopt;
  return adopts === "always" || adopt === true || isUnknown(adopt);
}

/** Whether the object itself goes away, also to make room for another, or because it was left behind. */
export function isRemoved(step: Step): boolean {
  const { operation, before } = step;
  const goes = operation === "delete" || operation === "replace" || isLeftBehind(step);
  return goes && before?.retainOnDelete !== true;
}
