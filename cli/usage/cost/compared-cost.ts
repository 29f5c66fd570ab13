import { defined } from "pulumi-workspace-gateway/tools";

/** From the least to the most that something may be. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** What something costs now, and with a plan. */
export interface Comparison {
  readonly now: number;
  /** Undefined if nothing of it is known. */
  readonly after?: Range;
  /** A part of what it costs with the plan is not known: it is at least `after`. */
  readonly isOpen?: true;
}

/** What requests cost that may go to several places, each of which has its cost; undefined where nobody knows it. */
export function comparedCost(now: number, costs: readonly (number | undefined)[]): Comparison {
  const known = costs.filter((cost) => cost !== undefined);
  const after = known.length === 0 ? undefined : { least: Math.min(...known), most: Math.max(...known) };
  return { now, ...defined({ after, isOpen: known.length < costs.length || undefined }) };
}

/** What all of them cost together. */
export function sumOf(comparisons: readonly Comparison[]): Comparison {
  const sum = (amount: (each: Comparison) => number) =>
    comparisons.reduce((all, each) => all + amount(each), 0);
  const isKnown = comparisons.some(({ after }) => after !== undefined) || comparisons.length === 0;
  const after = {
    least: sum((each) => each.after?.least ?? 0),
    most: sum((each) => each.after?.most ?? 0),
  };
  const isOpen = comparisons.some((each) => each.isOpen);
  return {
    now: sum(({ now }) => now),
    ...defined({ after: isKnown ? after : undefined, isOpen: isOpen || undefined }),
  };
}

/** The same for another time, or in another unit. */
export function scaled({ now, after, ...rest }: Comparison, factor: number): Comparison {
  const times = after && { least: after.least * factor, most: after.most * factor };
  return { now: now * factor, ...rest, ...defined({ after: times }) };
}

/** By how much it grows at least and at most, as far as that is known. What only comes of adding up is nothing. */
export function differencesOf({ now, after }: Comparison): readonly [least: number, most: number] {
  const difference = (then: number) => (Math.abs(then - now) <= now * 1e-9 ? 0 : then - now);
  return after === undefined ? [0, 0] : [difference(after.least), difference(after.most)];
}

/** By how many percent it grows at least and at most. Undefined from nothing, of which percent say nothing. */
export function growthOf({ now, after, isOpen }: Comparison): Range | undefined {
  const percent = (then: number) => ((then - now) / now) * 100;
  return now > 0 && after !== undefined && !isOpen
    ? { least: percent(after.least), most: percent(after.most) }
    : undefined;
}
