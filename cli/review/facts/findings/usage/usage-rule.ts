import type { AccountChange } from "../../../../usage/cost/account-change.js";
import type { UsageEffects } from "../../../../usage/cost/usage-effects.js";
import type { Unweighed } from "../../../rules/finding.js";
import type { Finding } from "../../review.js";

/** What the rules about usage look at. */
export interface UsedChange {
  readonly change: AccountChange;
  /** Undefined if usage was not read: then a rule says only what it cannot know. */
  readonly effects: UsageEffects | undefined;
}

/** What a rule about usage finds, and what it cannot know. */
export interface UsageRule {
  readonly found: (effects: UsageEffects) => Finding[];
  readonly open: (used: UsedChange) => Unweighed[];
}

/** Whether all usage was read of the time that was asked for: else what was not seen may be there. */
export function isWhole(effects: UsageEffects | undefined): boolean {
  return effects !== undefined && effects.cut === undefined;
}
