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

/** The parts of a field that a review uses. A property of a resource from another package has only a name. */
export type ShownField = Pick<Field, "name"> &
  Partial<Pick<Field, "secret" | "unordered" | "local" | "freeForm">>;

export interface FieldDifference {
  readonly field: ShownField;
  readonly before?: Json;
  readonly after?: Json;
  /** Both values are masked. Only a plugin knows whether they differ. */
  readonly covered?: "differs" | "may differ";
  /** Another object took over the property. An `up` does not restore it. */
  readonly isLost?: true;
}

export function differing(fields: Iterable<ShownField>, before: Values, after: Values): FieldDifference[] {
  return [...fields].flatMap((field) => {
    const [old, planned] = [before[field.name], after[field.name]];
    return sameValue(field, old, planned) ? [] : { field, ...defined({ before: old, after: planned }) };
  });
}

/** Inputs that are not fields are retained outputs. The gateway sets them, so they do not count. */
export function changedFields(kind: Kind | undefined, step: Step): FieldDifference[] {
  const { operation, before, after, altered } = step;
  if (operation === "delete" || operation === "other" || after === undefined) {
    return [];
  }
  const [old, planned] = [before?.inputs ?? {}, after.inputs];
  const names = new Set([...Object.keys(old), ...Object.keys(planned)].filter((name) => !isHidden(name)));
  const fields: readonly ShownField[] = kind
    ? [...kind.fields.values()]
    : [...names].map((name) => ({ name }));
  // A preview masks a secret on both sides, so only a plugin knows whether it stays the same.
  const secrets = fields.filter(
    (field) =>
      (operation === "update" || operation === "replace") &&
      (altered === undefined || altered.has(field.name)) &&
      hidesSecret(old[field.name]) &&
      sameValue(field, old[field.name], planned[field.name]),
  );
  const mark = { before: covered, after: covered, covered: altered ? "differs" : "may differ" } as const;
  return [...differing(fields, old, planned), ...secrets.map((field) => ({ field, ...mark }))];
}

/** A difference that only our mask hides is certain, although both sides are masked. */
export function maskedDifference(difference: FieldDifference, mask: Mask): FieldDifference {
  const shown = maskedChange(difference, mask);
  const { before, after } = shown;
  const hidesAll =
    before === covered || (before !== undefined && after !== undefined && sameValue({}, before, after));
  const isHidden = difference.before !== covered && difference.after !== covered && hidesAll;
  return isHidden ? { ...shown, before: covered, after: covered, covered: "differs" } : shown;
}

/** Whether one of the numbers is a secret. The other number and the difference would reveal it. */
export function hidesNumber({ before, after }: FieldDifference, mask: Mask): boolean {
  return [before, after].some((value) => typeof value === "number" && isMasked(value, mask));
}

export function removalIn({ before, after }: Step, kind: Kind | undefined, name: string) {
  const field = kind?.fields.get(name);
  return kind && field && removalOf(kind, field, { ...before?.inputs, ...after?.inputs });
}
