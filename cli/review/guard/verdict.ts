import type { Rule } from "../facts/review.js";

/** The limits of counts, by the names of their options. */
export type CountName = "max-deletes" | "max-replaces" | "max-moved-routes";

/** The rules whose amounts count together, too. */
export const summedRules = [
  "budget-up",
  "budget-down",
  "quota-up",
  "quota-down",
] as const satisfies readonly Rule[];

export type SummedRule = (typeof summedRules)[number];

/** What a guard says of one finding or of one limit. */
export interface Judgement {
  readonly rule: Rule | CountName | `max-${SummedRule}`;
  /** The resource that it is about, and its logical name; a limit is about none. */
  readonly urn?: string;
  readonly name?: string;
  /** A sentence. */
  readonly reason: string;
  /** The option that lets it through. */
  readonly option: string;
}

/** What a guard makes of a review. */
export interface Verdict {
  /** Whether nothing was refused. */
  readonly passes: boolean;
  readonly refused: readonly Judgement[];
  /** What would have been refused, had it not been named. */
  readonly allowed: readonly Judgement[];
  /** What the limits let through, and those that hold if nobody says others would not: these were raised. */
  readonly raised: readonly Judgement[];
  /** Findings that do not stop anything. */
  readonly warned: readonly Judgement[];
  /** Permits that may mean several resources and so let none through, a sentence each. */
  readonly ambiguous: readonly string[];
  /** Permits that matched nothing, as they were written. */
  readonly unused: readonly string[];
}
