import { readGuardFile, type WrittenRules } from "../../review/guard/guard-file.js";
import type { GuardRules } from "../../review/guard/guard-rules.js";
import { readRulesFile } from "../given-file.js";
import type { ReviewReading } from "../read-review.js";
import type { Terminal } from "../terminal.js";
import { plannedClient } from "../usage/gateway-clients.js";
import { readAskedUsage } from "../usage/read-asked-usage.js";
import { spendingOf } from "../usage/spending.js";
import type { UsageOptions } from "../usage/usage-options.js";
import { usualGuardFile } from "./guard-options.js";

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
    const client = plannedClient(plan, session);
    const { usage: time } = options;
    const answer = time === undefined ? undefined : await readAskedUsage(time, options, client, terminal);
    if (answer === undefined && !isRequired) {
      return undefined;
    }
    const { usageUnit, currency } = rules ?? (await rulesHere());
    const money = { unit: usageUnit, currency };
    const of = { money, showsKeys: options.showKeys === true, isRequired };
    return answer === undefined || "unread" in answer
      ? { ...of, usage: undefined, why: answer?.unread ?? unasked, spending: new Map() }
      : { ...of, usage: answer, why: "", spending: await spendingOf(plan, kinds, await client()) };
  };
}

/** What prices are for and in, the guard's file says also where nobody asks for the guard. */
function rulesHere(): Promise<WrittenRules> {
  return readRulesFile({
    what: "the guard file",
    named: undefined,
    usual: usualGuardFile,
    read: readGuardFile,
  });
}
