import type { Level } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";
import type { ExpectationChange } from "../../expectations/check.js";
import type { Retirement } from "../../retirement/retirement.js";
import type { AccountChange } from "../../usage/cost.js";
import type { UsageEffects } from "../../usage/effects.js";
import type { Resources } from "../facts/resources.js";

export interface ChangeContext extends AccountChange {
  readonly resources: Resources;
  /** Empty without an expectations file. */
  readonly expectations: readonly ExpectationChange[];
  /** The day of the review, `YYYY-MM-DD` in UTC. */
  readonly today: string;
  /** The models of the planned setup that retire soon or have retired. */
  readonly retirements: readonly Retirement[];
  /** Undefined if the review does not consider usage. */
  readonly used?: {
    /** Undefined if usage was not read. Rules then report only what is unknown. */
    readonly effects: UsageEffects | undefined;
    /** Whether the guard refuses unknown effects. */
    readonly isRequired: boolean;
  };
}

/** The rule table adds the rule's name, and the rule's level if the finding has none. */
export interface RuleFinding {
  readonly level?: Level;
  readonly urn: string;
  readonly name: string;
  readonly reason: string;
  /** The change in percent, for rules with a limit. Undefined if there is no number. */
  readonly amount?: number;
  readonly difference?: number;
  /** The finding only reports what is unknown without usage. Its own level applies instead of a limit. */
  readonly isNotKnown?: true;
}

export interface RuleRow {
  /** A guard refuses the level `refused`. Undefined if each finding has its own level. */
  readonly level?: Level;
  /** What the rule finds, in Markdown, for docs/rules.md. */
  readonly doc: string;
  /** Undefined for rules from the kinds' danger tables, and for rules about mappings (see routing). */
  readonly find?: (context: ChangeContext) => readonly RuleFinding[];
  /** Finds violations in a setup alone, without a change, on a given day. */
  readonly findInSetup?: (objects: readonly AccountObject[], today: string) => readonly RuleFinding[];
  /** The guard's limit on the amount. */
  readonly limit?: "maxCostUp" | "maxCostUpMoney" | `max${"Budget" | "Quota"}${"Up" | "Down"}`;
  /** The policy pack's requirement, for rules that do not need a plan. */
  readonly policy?: string;
}
