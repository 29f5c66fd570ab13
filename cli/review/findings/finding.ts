import { dangerRules, type Level } from "pulumi-workspace-gateway/tools";

/** How much harm a change can do; `none`: nothing was found. */
export type Risk = "none" | "low" | "medium" | "high";

/** Rules that speak of what a change does: those of the kinds' tables, and those of routes, of expectations, of usage and of what cannot be judged. */
export const rulesOfChanges = [
  ...dangerRules,
  "route-lost",
  "route-moved",
  "route-to-new-host",
  "target-unknown",
  "expectation-broken",
  "expectation-open",
  "model-in-use",
  "cost-up-money",
  "budget-spent",
  "quota-below-peak",
  "route-to-retired",
  "gateway-settings-changed",
  "workspace-name-moved",
  "gateway-key-added",
  "index-added",
  "models-exposed",
  "option-weakened",
  "access-kept",
  "unjudged",
] as const;

/** All rules: those of a change, and those of the setup as it will be. */
export const rules = [
  ...rulesOfChanges,
  "route-ends-nowhere",
  "name-like-pattern",
  "pattern-shadowed",
  "priority-tie",
  "workspace-without-budget",
  "provider-over-http",
  "model-without-cost",
  "global-prompts-doubled",
  "model-retires",
] as const;

export type Rule = (typeof rules)[number];

/** A rule that needs no plan: the policy pack has all of them, too. */
export type SetupRule = Exclude<Rule, (typeof rulesOfChanges)[number]>;

/** What a reviewer should look at, and why. */
export interface Finding {
  readonly rule: Rule;
  /** What is `refused` passes a guard only by its name. */
  readonly level: Level;
  /** The level as people read it: what is refused is high. */
  readonly risk: Exclude<Risk, "none">;
  /** The resource that it is about, and its logical name. */
  readonly urn: string;
  readonly name: string;
  /** The URNs of other resources that have this name: a permit has to say which one it means. Undefined if there are none. */
  readonly namesakes?: readonly string[];
  /** A sentence. */
  readonly reason: string;
  /** By how many percent, for rules with a limit; undefined if no number says it. */
  readonly amount?: number;
  /** By how much, for rules with a limit. */
  readonly difference?: number;
  /** A secret is among the numbers: neither amount nor difference may be written. */
  readonly hidesAmount?: true;
  /** It only says what cannot be known without usage: no limit judges it, only its level. */
  readonly isNotKnown?: true;
}

/** What a rule finds, before it is said how severe that is. */
export type Unweighed = Omit<Finding, "level" | "risk">;

/** What a rule finds, and how severe it is. */
export function weighed(level: Level, finding: Unweighed): Finding {
  return { ...finding, level, risk: level === "refused" ? "high" : level };
}
