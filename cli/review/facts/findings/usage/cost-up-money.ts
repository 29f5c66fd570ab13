import { defined } from "pulumi-workspace-gateway/tools";
import { percentText } from "../../../../text/numbers.js";
import { roundedAmount } from "../../../../text/rounded-amount.js";
import type { AccountChange } from "../../../../usage/cost/account-change.js";
import { differencesOf, growthOf } from "../../../../usage/cost/compared-cost.js";
import { mayCostMore } from "../../../../usage/cost/may-cost-more.js";
import type { UsageEffects } from "../../../../usage/cost/usage-effects.js";
import { weighed } from "../../../rules/finding.js";
import { isWhole, type UsageRule } from "./usage-rule.js";

/** It is of the whole account, and no resource's. */
const about = { rule: "cost-up-money", urn: "", name: "account" } as const;

/** What a plan costs more in a month than now, at most. */
export const costUpMoney: UsageRule = {
  found: ({ total: { cost }, money, cut }) => {
    const [, difference] = differencesOf(cost);
    if (money === undefined || difference <= 0) {
      return [];
    }
    const amount = growthOf(cost)?.most;
    const isRange = cost.after?.least !== cost.after?.most;
    return [
      weighed("medium", {
        ...about,
        difference,
        ...defined({ amount }),
        reason:
          `The ${cut === undefined ? "same requests" : "requests that were read"} cost ${isRange ? "up to " : ""}${roundedAmount(difference)}${money.currency === undefined ? "" : ` ${money.currency}`} ` +
          `more in a month${amount === undefined ? "" : ` (${percentText(amount)})`}.`,
      }),
    ];
  },
  open: ({ change, effects }) => {
    const why = (effects && unknownOf(effects)) ?? (isWhole(effects) ? undefined : unread(change));
    return why === undefined ? [] : [{ ...about, reason: why }];
  },
};

function unread(change: AccountChange): string | undefined {
  return mayCostMore(change) ? "Requests get dearer, and how many there are is not known." : undefined;
}

function unknownOf({ total: { cost, percent }, money }: UsageEffects): string | undefined {
  if (!cost.isOpen || (percent !== undefined && percent.most <= 0)) {
    return undefined;
  }
  const growth = percent === undefined ? "" : `: up to ${percentText(percent.most)}`;
  return money === undefined
    ? `How much more the same requests cost is not known, because nobody says how many tokens a price is for${growth}.`
    : "What requests cost is not known that go to a model whose price only the `up` knows, or to a name of no known model.";
}
