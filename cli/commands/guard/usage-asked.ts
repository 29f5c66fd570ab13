import type { GuardRules } from "../../review/guard/guard-rules.js";
import type { ReviewReading } from "../read-review.js";
import type { Terminal } from "../terminal.js";
import { readAskedUsage } from "../usage/read-asked-usage.js";
import { spendingOf } from "../usage/spending.js";
import type { UsageOptions } from "../usage/usage-options.js";

const unasked =
  "Nobody asked for the usage of the account, and the guard file refuses what is not known without it (`usageUnknown`).";

/** What a review has to say of usage: nothing if nobody asks for it, and the rules let pass what is not known without it. */
export function usageAsked(
  options: UsageOptions,
  rules: GuardRules | undefined,
  terminal: Terminal,
): NonNullable<ReviewReading["usage"]> {
  return async (plan, kinds, session) => {
    const isRequired = rules?.usageUnknown === "refuse";
    const client = async () => (await session()).client(undefined);
    const answer = await readAskedUsage(options, client, terminal);
    if (answer === undefined && !isRequired) {
      return undefined;
    }
    const money = { unit: rules?.usageUnit, currency: rules?.currency };
    const of = { money, showsKeys: options.showKeys === true, isRequired };
    return answer === undefined || "unread" in answer
      ? { ...of, usage: undefined, why: answer?.unread ?? unasked, spending: new Map() }
      : { ...of, usage: answer, why: "", spending: await spendingOf(plan, kinds, await client()) };
  };
}
