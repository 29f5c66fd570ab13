import { type Rule, rules } from "../facts/review.js";

/** At most so many, or so many percent of what the stack has before. */
export type Limit = number | `${number}%`;

/** One finding, or all of a rule, that may pass: `rule` or `rule:logical name`. */
export interface Permit {
  readonly rule: Rule;
  readonly name?: string;
}

/** What a guard lets through. */
export interface GuardRules {
  /** Of the stack's resources. */
  readonly maxDeletes: Limit;
  /** Of the stack's resources. */
  readonly maxReplaces: Limit;
  /** Of the routes that end somewhere before. */
  readonly maxMovedRoutes: Limit;
  /** By how many percent a cost may rise. */
  readonly maxCostUp: number;
  /** Rules that are refused besides those that always are. */
  readonly refuse: readonly Rule[];
  readonly allow: readonly Permit[];
}

/**
 * What never passes without being named: an object that takes others along, people who lose what they could
 * do, and requests that are answered no more. All other rules only warn, because what they find does no harm
 * by itself (`key-rotated`, `production-prompt-changed`) or is a question of taste.
 */
export const alwaysRefused: readonly Rule[] = [
  "workspace-delete",
  "force-destroy",
  "provider-delete-with-models",
  "default-config-lost",
  "access-removed",
  "role-lowered",
  "route-lost",
  "route-ends-nowhere",
];

/** The rule that has a limit of its own, so it is neither always refused nor only a warning. */
export const costRule = "cost-up" satisfies Rule;

/** The rules that only warn, unless a guard file refuses them. */
export const onlyWarned: readonly Rule[] = rules.filter(
  (rule) => rule !== costRule && !alwaysRefused.includes(rule),
);

/** What a guard file or the options say; the rest is as in {@link safeRules}. */
export type SomeGuardRules = { readonly [Key in keyof GuardRules]?: GuardRules[Key] | undefined };

/** What holds without a guard file and without options. */
export const safeRules: GuardRules = {
  maxDeletes: "10%",
  maxReplaces: "10%",
  maxMovedRoutes: "10%",
  maxCostUp: 20,
  refuse: [],
  allow: [],
};
