import { howMany } from "pulumi-workspace-gateway/tools";
import type { ObjectChange } from "../facts/review.js";
import { operationWords } from "../plan/operation-words.js";

/** How many of what: "1 delete, 2 updates". */
export function countsOf(changes: readonly Pick<ObjectChange, "operation">[]): string {
  const counts = Object.entries(operationWords).flatMap(([operation, { noun }]) => {
    const count = changes.filter((change) => change.operation === operation).length;
    return count === 0 ? [] : [howMany(count, noun)];
  });
  return counts.join(", ");
}
