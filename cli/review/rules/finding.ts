/** How much harm a change can do; `none`: nothing was found. */
export type Risk = "none" | "low" | "medium" | "high";

/** Rules that speak of what a change does. */
export const rulesOfChanges = [
  "workspace-delete",
  "force-destroy",
  "provider-delete-with-models",
  "default-config-lost",
  "access-removed",
  "role-lowered",
  "key-rotated",
  "production-prompt-changed",
  "cost-up",
  "route-lost",
] as const;

/** All rules: those of a change, and those of the setup as it will be. */
export const rules = [
  ...rulesOfChanges,
  "route-ends-nowhere",
  "pattern-shadowed",
  "priority-tie",
  "workspace-without-budget",
  "provider-over-http",
  "model-without-cost",
  "global-prompts-doubled",
] as const;

export type Rule = (typeof rules)[number];

/** A rule that needs no plan: the policy pack has all of them, too. */
export type SetupRule = Exclude<Rule, (typeof rulesOfChanges)[number]>;

/** What a reviewer should look at, and why. */
export interface Finding {
  readonly rule: Rule;
  readonly risk: Exclude<Risk, "none">;
  /** The resource that it is about, and its logical name. */
  readonly urn: string;
  readonly name: string;
  /** A sentence. */
  readonly reason: string;
  /** How much, for rules with a limit: percent of `cost-up`. */
  readonly amount?: number;
}

/** What a rule finds, before it is said how severe that is. */
export type Unweighed = Omit<Finding, "risk" | "amount">;
