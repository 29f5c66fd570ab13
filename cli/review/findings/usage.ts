import { defined, howMany } from "pulumi-workspace-gateway/tools";
import { countText, durationWords, numberText, percentText, roundedAmount } from "../../text/words.js";
import { differencesOf, growthOf } from "../../usage/cost.js";
import {
  changedQuotas,
  type Loss,
  lossesIn,
  loweredBudgets,
  mayCostMore,
  type UsageEffects,
} from "../../usage/effects.js";
import { useWords } from "../../usage/object-use.js";
import type { ChangeContext, RuleFinding } from "./context.js";

/** By default, unknown effects have a low level, and are shown only if usage was read. */
function usageRule(
  find: (effects: UsageEffects) => readonly RuleFinding[],
  findOpen: (change: ChangeContext, effects: UsageEffects | undefined) => readonly RuleFinding[],
): (context: ChangeContext) => RuleFinding[] {
  return (context) => {
    const { effects, isRequired = false } = context.used ?? {};
    const open = effects !== undefined || isRequired ? findOpen(context, effects) : [];
    const level = isRequired ? "refused" : "low";
    return [
      ...(effects === undefined ? [] : find(effects)),
      ...open.map((finding) => ({ ...finding, level, isNotKnown: true }) as const),
    ];
  };
}

/** Whether all usage of the period was read. */
function isWhole(effects: UsageEffects | undefined): boolean {
  return effects !== undefined && effects.cut === undefined;
}

const lossWords: Readonly<Record<Loss["how"], string>> = {
  deleted: "is deleted",
  unreachable: "loses its last route, and its callers no longer receive a response",
  bypassed: "loses its last route, because its mappings now resolve to other models",
};

export const modelInUse = usageRule(
  ({ losses, since, until }) =>
    losses.map((loss) => {
      const { urn, name, model, how } = loss;
      const answered = `In the last ${durationWords(since, until)}, it served ${useWords(loss, until)}`;
      const reason = `\`${model}\` ${lossWords[how]}. ${answered}.`;
      return { level: how === "bypassed" ? "medium" : "refused", urn, name, reason };
    }),
  (change, effects) =>
    isWhole(effects)
      ? []
      : lossesIn(change)
          .filter(({ urn }) => !effects?.losses.some((loss) => loss.urn === urn))
          .map(({ urn, name, model, how }) => {
            const reason = `\`${model}\` ${lossWords[how]}. It may be in use.`;
            return { urn, name, reason };
          }),
);

const account = { urn: "", name: "account" };

export const costUpMoney = usageRule(
  ({ total: { cost }, money, cut }) => {
    const [, difference] = differencesOf(cost);
    if (money === undefined || difference <= 0) {
      return [];
    }
    const amount = growthOf(cost)?.most;
    const requests = cut === undefined ? "same requests" : "requests that were read";
    const upTo = cost.after?.least === cost.after?.most ? "" : "up to ";
    const sum = `${roundedAmount(difference)}${money.currency === undefined ? "" : ` ${money.currency}`}`;
    const percent = amount === undefined ? "" : ` (${percentText(amount)})`;
    const reason = `The ${requests} cost ${upTo}${sum} more per month${percent}.`;
    return [{ ...account, difference, ...defined({ amount }), reason }];
  },
  (change, effects) => {
    const isUnread = !isWhole(effects) && mayCostMore(change);
    const reason =
      (effects && unknownCost(effects)) ??
      (isUnread ? "Requests become more expensive, but their number is unknown." : undefined);
    return reason === undefined ? [] : [{ ...account, reason }];
  },
);

function unknownCost({ total: { cost, percent }, money }: UsageEffects): string | undefined {
  if (!cost.isOpen || (percent !== undefined && percent.most <= 0)) {
    return undefined;
  }
  const growth = percent === undefined ? "" : ` (up to ${percentText(percent.most)})`;
  return money === undefined
    ? `The added cost of the same requests is unknown${growth}, because \`usageUnit\` is not set.`
    : "The cost is unknown for requests to a model whose price is known only during the `up`, or to a name that no known model has.";
}

export const budgetSpent = usageRule(
  ({ budgets }) =>
    budgets
      .filter(({ isExceeded }) => isExceeded.after && !isExceeded.before)
      .map(({ urn, name, budget, spent = 0 }) => {
        const reason = `\`${name}\` is ${numberText(budget.after ?? 0)}, but ${numberText(spent)} has already been spent.`;
        return { urn, name, reason };
      }),
  (change, effects) => {
    const read = new Set(effects?.budgets.flatMap(({ urn, spent }) => (spent === undefined ? [] : urn)));
    return loweredBudgets(change)
      .filter(({ urn }) => !read.has(urn))
      .map(({ urn, name }) => {
        return { urn, name, reason: `\`${name}\` is lowered, but the amount already spent is unknown.` };
      });
  },
);

export const quotaBelowPeak = usageRule(
  ({ quotas }) =>
    quotas
      .filter(({ isBelowPeak }) => isBelowPeak)
      .map(({ urn, name, most, peak, window: { minutes, isFixed } }) => {
        const window = `${isFixed ? "a fixed" : "a sliding"} window of ${howMany(minutes, "minute")}`;
        const reason = `\`${name}\` allows ${countText(most, "request")} in ${window}, but the busiest known window had ${numberText(peak)}.`;
        return { urn, name, reason };
      }),
  (change, effects) =>
    isWhole(effects)
      ? []
      : changedQuotas(change)
          .filter(({ urn }) => !effects?.quotas.some((quota) => quota.urn === urn && quota.isBelowPeak))
          .map(({ urn, name }) => {
            const reason = `The limit of \`${name}\` changes, and the busiest window may exceed it.`;
            return { urn, name, reason };
          }),
);
