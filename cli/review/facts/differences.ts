import {
  defined,
  type Field,
  isHidden,
  type Json,
  type Kind,
  removalOf,
  sameValue,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { covered, hidesSecret } from "../../account/account-object.js";
import { isMasked, type Mask, maskedChange } from "../../text/mask.js";
import type { Step } from "../plan/plan.js";

/** What of a field's rules a review uses. A property of another package has only its name. */
export type ShownField = Pick<Field, "name"> &
  Partial<Pick<Field, "secret" | "unordered" | "local" | "freeForm">>;

/** A property that has another value than before. */
export interface FieldDifference {
  readonly field: ShownField;
  readonly before?: Json;
  readonly after?: Json;
  /** Whether it is known to differ though both values are covered. */
  readonly isSure?: true;
  /** Whether another object has it now, which an `up` does not repair. */
  readonly isLost?: true;
}

/**
 * What differs of what is declared, in the order of the kind's fields. Names that are no field of the kind are
 * retained outputs among the inputs: the gateway makes them, so they are no change of the declaration.
 */
function differencesOf(kind: Kind | undefined, before: Values, after: Values): FieldDifference[] {
  return differing(shownFields(kind, before, after), before, after);
}

/** The fields of a kind. Of a resource of another package they are what it declares. */
function shownFields(kind: Kind | undefined, before: Values, after: Values): Iterable<ShownField> {
  const names = [...Object.keys(before), ...Object.keys(after)].filter((name) => !isHidden(name));
  return kind?.fields.values() ?? [...new Set(names)].map((name) => ({ name }));
}

export function differing(fields: Iterable<ShownField>, before: Values, after: Values): FieldDifference[] {
  return [...fields]
    .filter((field) => !sameValue(field, before[field.name], after[field.name]))
    .map((field) => {
      const [old, planned] = [before[field.name], after[field.name]];
      return {
        field,
        ...defined({ before: old, after: planned }),
      };
    });
}

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

/** A difference as it may be shown. One that a mask hides is sure, though both sides are covered. */
export function maskedDifference(difference: FieldDifference, mask: Mask): FieldDifference {
  const shown = maskedChange(difference, mask);
  const isHidden = difference.before !== covered && difference.after !== covered && hidesAll(shown);
  return isHidden ? { ...shown, before: covered, after: covered, isSure: true } : shown;
}

/** Whether one of the numbers that change is a secret: it can be computed from the others and how much they differ. */
export function hidesNumber({ before, after }: FieldDifference, mask: Mask): boolean {
  return [before, after].some((value) => typeof value === "number" && isMasked(value, mask));
}

function hidesAll({ before, after }: FieldDifference): boolean {
  return before === covered || (before !== undefined && after !== undefined && sameValue({}, before, after));
}

/** What becomes of a property that is no longer declared. */
export function removalIn({ before, after }: Step, kind: Kind | undefined, name: string) {
  const field = kind?.fields.get(name);
  return kind && field && removalOf(kind, field, { ...before?.inputs, ...after?.inputs });
}

/** The secrets one of which an update must be for: nothing else differs. */
export function onlySecrets(kind: Kind | undefined, step: Step): FieldDifference[] {
  return step.operation === "update" && changedFields(kind, step).length === 0
    ? doubtfulSecrets(kind, step)
    : [];
}
