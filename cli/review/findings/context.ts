import type { Level } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";
import type { ExpectationChange } from "../../expectations/check.js";
import type { Retirement } from "../../retirement/retirement.js";
import type { AccountChange } from "../../usage/cost.js";
import type { UsageEffects } from "../../usage/effects.js";
import type { Resources } from "../facts/resources.js";

export interface ChangeContext extends AccountChange {
  readonly resources: Resources;
  /** What becomes of the expectations; none if there is no file of them. */
  readonly expectations: readonly ExpectationChange[];
  /** The day of the review, `YYYY-MM-DD` in UTC, and the models of the setup as it will be that retire soon or have retired. */
  readonly today: string;
  readonly retirements: readonly Retirement[];
  /** What is known of usage; undefined if the review does not look at it. */
  readonly used?: {
    /** Undefined if usage was not read: then a rule says only what is not known. */
    readonly effects: UsageEffects | undefined;
    /** Whether the guard refuses what is not known. */
    readonly isRequired: boolean;
  };
}

/** What a rule finds: the table of rules adds its name, and its level if the finding has none of its own. */
export interface RuleFinding {
  readonly level?: Level;
  /** The resource that it is about, and its logical name. */
  readonly urn: string;
  readonly name: string;
  readonly reason: string;
  /** By how many percent, for rules with a limit; undefined if no number says it. */
  readonly amount?: number;
  readonly difference?: number;
  /** It only says what cannot be known without usage: no limit judges it, only its level. */
  readonly isNotKnown?: true;
}

export interface RuleRow {
  /** How severe it usually is. A guard refuses what is `refused`. Undefined if each finding has its own level. */
  readonly level?: Level;
  /** What it finds, in Markdown, for docs/rules.md. */
  readonly doc: string;
  /** Finds it in a change. The tables of the kinds have a rule without a `find`, and routing has the rules about mappings. */
  readonly find?: (context: ChangeContext) => readonly RuleFinding[];
  /** Finds it in a setup by itself, on a day. */
  readonly findInSetup?: (objects: readonly AccountObject[], today: string) => readonly RuleFinding[];
  /** The limit of the guard that judges its amount. */
  readonly limit?: "maxCostUp" | "maxCostUpMoney" | `max${"Budget" | "Quota"}${"Up" | "Down"}`;
  /** What the policy pack demands, for rules that need no plan. */
  readonly policy?: string;
}
