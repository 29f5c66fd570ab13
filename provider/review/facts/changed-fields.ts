import type { Kind } from "../../spec/kind.js";
import type { Step } from "../plan/plan.js";
import { covered } from "../plan/snapshot.js";
import { differencesOf, type FieldDifference } from "./differences.js";

/** What differs of what a step declares. Of a delete, nothing: the whole is gone. */
export function changedFields(kind: Kind | undefined, step: Step): FieldDifference[] {
  if (step.operation === "delete" || step.operation === "other" || step.after === undefined) {
    return [];
  }
  return differencesOf(kind, step.before?.inputs ?? {}, step.after.inputs);
}

/**
 * Secrets of an update that are set on both sides. A preview shows them as one mark, so it cannot say whether
 * they stay.
 */
export function doubtfulSecrets(
  kind: Kind | undefined,
  { operation, before, after }: Step,
): FieldDifference[] {
  if (operation !== "update" && operation !== "replace") {
    return [];
  }
  return [...(kind?.fields.values() ?? [])]
    .filter(({ name }) => before?.inputs[name] === covered && after?.inputs[name] === covered)
    .map((field) => ({ field, before: covered, after: covered }));
}

/** The secrets one of which an update must be for: nothing else differs. */
export function onlySecrets(kind: Kind | undefined, step: Step): FieldDifference[] {
  return step.operation === "update" && changedFields(kind, step).length === 0
    ? doubtfulSecrets(kind, step)
    : [];
}
