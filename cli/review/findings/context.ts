import type { Level } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";
import type { ExpectationChange } from "../../expectations/check.js";
import type { Retirement } from "../../retirement/retirement.js";
import type { AccountChange } from "../../usage/cost.js";
import type { UsageEffects } from "../../usage/effects.js";
import type { Resources } from "../facts/resources.js";

export interface ChangeContext extends AccountChange {
  readonly resources: Resources;
  /** Empty without a file of expectations. */
  readonly expectations: readonly ExpectationChange[];
  /** The day of the review, `YYYY-MM-DD` in UTC. */
  readonly today: string;
  /** The models of the planned setup that retire soon or have retired. */
  readonly retirements: readonly Retirement[];
  /** Undefined if the review does not look at usage. */
  readonly used?: {
    /** Undefined if usage was not read. Rules then only say what is not known. */
    readonly effects: UsageEffects | undefined;
    /** Whether the guard refuses what is not known. */
    readonly isRequired: boolean;
  };
}

/** The rule table adds the rule's name, and its level if the finding has none. */
export interface RuleFinding {
  readonly level?: Level;
  readonly urn: string;
  readonly name: string;
  readonly reason: string;
  /** The change in percent, for rules with a limit. Undefined if there is no number. */
  readonly amount?: number;
  readonly difference?: number;
  /** It only says what is not known without usage. Its level judges it, not a limit. */
  readonly isNotKnown?: true;
}

export interface RuleRow {
  /** The usual severity. A guard refuses `refused`. Undefined if each finding has its own level. */
  readonly level?: Level;
  /** What it finds, in Markdown, for docs/rules.md. */
  readonly doc: string;
  /** Undefined for rules from the kinds' danger tables, and for rules about mappings (see routing). */
  readonly find?: (context: ChangeContext) => readonly RuleFinding[];
  /** Finds it in a setup on its own, on a given day. */
  readonly findInSetup?: (objects: readonly AccountObject[], today: string) => readonly RuleFinding[];
  /** The guard's limit for the amount. */
  readonly limit?: "maxCostUp" | "maxCostUpMoney" | `max${"Budget" | "Quota"}${"Up" | "Down"}`;
  /** What the policy pack demands, for rules that need no plan. */
  readonly policy?: string;
}
