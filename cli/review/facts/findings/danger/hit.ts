import { type Danger, defined, levels } from "pulumi-workspace-gateway/tools";
import type { Finding } from "../../review.js";
import type { FieldChanged } from "./field-changed.js";

/** A danger of a kind's table that a step holds. */
export interface Hit {
  readonly danger: Danger;
  /** As severe as it is here: it may count by how much something changes. */
  readonly level: Danger["level"];
  /** Whether it may also be none: a value is not known before the `up`, or a secret is covered. */
  readonly isOpen: boolean;
  /** What changes. Undefined for the whole object. */
  readonly change?: FieldChanged;
  /** By how many percent. Undefined if no number says it. */
  readonly percent?: number;
  readonly difference?: number;
}

/** The worst level of what was found. */
export function worstOf(hits: readonly Pick<Hit, "level">[]): Finding["level"] {
  return levels[Math.max(...hits.map(({ level }) => levels.indexOf(level)))] ?? "refused";
}

/** The greatest of each. Where one has no number, none says how much it is. */
export function amountsOf(hits: readonly Hit[]): Pick<Finding, "amount" | "difference"> {
  return defined({
    amount: greatest(hits.map(({ percent }) => percent)),
    difference: greatest(hits.map(({ difference }) => difference)),
  });
}

function greatest(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length < numbers.length ? undefined : Math.max(...known);
}
