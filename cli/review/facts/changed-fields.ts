import { type Kind, sameValue } from "pulumi-workspace-gateway/tools";
import { covered, hidesSecret } from "../../account/covered.js";
import type { Step } from "../plan/plan.js";
import { differencesOf, type FieldDifference, shownFields } from "./differences.js";

/** What differs of what a step declares. Of a delete, nothing: the whole is gone. */
export function changedFields(kind: Kind | undefined, step: Step): FieldDifference[] {
  if (step.operation === "delete" || step.operation === "other" || step.after === undefined) {
    return [];
  }
  const visible = differencesOf(kind, step.before?.inputs ?? {}, step.after.inputs);
  const { altered } = step;
  const secret = coveredFields(kind, step).filter(({ field }) => altered?.has(field.name));
  return [...visible, ...secret.map((difference) => ({ ...difference, isSure: true as const }))];
}

/**
 * Secrets of an update that are set on both sides, or that a value holds on both sides. A preview shows them as one
 * mark, so it cannot say whether they stay, unless a plugin has compared them.
 */
export function doubtfulSecrets(kind: Kind | undefined, step: Step): FieldDifference[] {
  return step.altered === undefined ? coveredFields(kind, step) : [];
}

/** What is, or holds, the mark of a secret on both sides of an update, and is the same otherwise. */
function coveredFields(kind: Kind | undefined, { operation, before, after }: Step): FieldDifference[] {
  if (operation !== "update" && operation !== "replace") {
    return [];
  }
  const [old, planned] = [before?.inputs ?? {}, after?.inputs ?? {}];
  return [...shownFields(kind, old, planned)]
    .filter((field) => hidesSecret(old[field.name]) && sameValue(field, old[field.name], planned[field.name]))
    .map((field) => ({ field, before: covered, after: covered }));
}

/** The secrets one of which an update must be for: nothing else differs. */
export function onlySecrets(kind: Kind | undefined, step: Step): FieldDifference[] {
  return step.operation === "update" && changedFields(kind, step).length === 0
    ? doubtfulSecrets(kind, step)
    : [];
}
