import type { AskedUsage } from "../../review/facts/usage/usage-facts.js";
import type { GuardRules } from "../../review/guard/guard-rules.js";

/** What a review has to say of usage; undefined if nobody asks for it, and the rules let pass what is not known without it. */
export function usageAsked(rules: Pick<GuardRules, "usageUnknown"> | undefined): AskedUsage | undefined {
  return rules?.usageUnknown === "refuse"
    ? {
        usage: undefined,
        why: "Nobody asked for the usage of the account, and the guard file refuses what is not known without it (`usageUnknown`).",
        spending: new Map(),
        showsKeys: false,
        isRequired: true,
      }
    : undefined;
}
