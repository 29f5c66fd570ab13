import type { Operation } from "./plan.js";

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
