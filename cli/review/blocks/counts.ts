import { howMany } from "pulumi-workspace-gateway/tools";
import type { ObjectChange } from "../facts/review.js";
import { operationWords } from "../plan/operation-words.js";

/** How many of what: "1 delete, 2 updates". */
export function countsOf(changes: readonly Pick<ObjectChange, "operation">[]): string {
  const order = ["delete", "replace", "update", "create", "other"] as const;
  const counts = order.map(
    (operation) =>
      [
        changes.filter((change) => change.operation === operation).length,
        operationWords[operation].noun,
      ] as const,
  );
  return counts.flatMap(([count, noun]) => (count === 0 ? [] : [howMany(count, noun)])).join(", ");
}
