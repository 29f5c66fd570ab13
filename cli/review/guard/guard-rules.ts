import type { Level } from "pulumi-workspace-gateway/tools";
import type { Rule } from "../facts/review.js";
import type { AmountLimit, Limit } from "./limit.js";

/** What may pass: all findings of a rule, or those about one resource. */
export interface Permit {
  /** `unknown` permits a pin of a value that nobody knows before the `up`. */
  readonly rule: Rule | "unknown";
  /** The logical name of a resource. If several have it: `Kind:name`, or the URN. */
  readonly name?: string;
}

/** The limits of how much something may change, by the rule that finds it. */
export const amountLimits = [
  ["maxCostUp", "cost-up"],
  ["maxCostUpMoney", "cost-up-money"],
  ["maxBudgetUp", "budget-up"],
  ["maxBudgetDown", "budget-down"],
  ["maxQuotaUp", "quota-up"],
  ["maxQuotaDown", "quota-down"],
] as const satisfies readonly (readonly [key: string, rule: Rule])[];

export type AmountLimitKey = (typeof amountLimits)[number][0];

/** What becomes of a rule about usage that cannot be judged. */
export const usageUnknowns = ["pass", "refuse"] as const;

type UsageUnknown = (typeof usageUnknowns)[number];

/** What a guard lets through. A limit of an amount that is left out is as the table of the kind says. */
export interface GuardRules extends Readonly<Partial<Record<AmountLimitKey, AmountLimit>>> {
  /** Of the stack's resources. */
  readonly maxDeletes: Limit;
  /** Of the stack's resources. */
  readonly maxReplaces: Limit;
  /** Of the routes that end somewhere before. */
  readonly maxMovedRoutes: Limit;
  /** Rules, and levels with all that is worse, that are refused besides what always is. */
  readonly refuse: readonly (Rule | Level)[];
  readonly allow: readonly Permit[];
  /** Whether it passes what nobody can know without usage. Undefined: it does. */
  readonly usageUnknown?: UsageUnknown;
  /** How many tokens a model's price is for. Without it, changes of cost are in percent. */
  readonly usageUnit?: number;
  /** What prices and costs are in. */
  readonly currency?: string;
}

/** What holds without a guard file and without options: nothing that a table of a kind calls `refused` passes. */
export const safeRules: GuardRules = {
  maxDeletes: "10%, 25",
  maxReplaces: "10%, 25",
  maxMovedRoutes: "10%, 25",
  refuse: [],
  allow: [],
};
