import { howMany } from "pulumi-workspace-gateway/tools";
import type { ObjectChange, Review, Risk } from "../facts/review.js";
import { operationWords } from "../plan/operation-words.js";

/** A sign and a word for each risk: the sign is seen first, the word can be read aloud. */
export const riskSigns: Readonly<Record<Risk, string>> = { high: "🔴", medium: "🟠", low: "🟡", none: "🟢" };

type Operation = ObjectChange["operation"];

/** How many of what: "1 delete, 2 updates". */
export function countsOf(changes: readonly Pick<ObjectChange, "operation">[]): string {
  return inWords((operation) => changes.filter((change) => change.operation === operation).length);
}

/** The same of a whole review. */
export function countsIn({ counts }: Pick<Review, "counts">): string {
  return inWords((operation) => (operation === "other" ? 0 : counts[operation]));
}

function inWords(count: (operation: Operation) => number): string {
  const order = ["delete", "replace", "update", "create", "other"] as const;
  return order
    .map((operation) => ({ count: count(operation), noun: operationWords[operation].noun }))
    .flatMap((each) => (each.count === 0 ? [] : [howMany(each.count, each.noun)]))
    .join(", ");
}
