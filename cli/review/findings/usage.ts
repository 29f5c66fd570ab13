import { defined, howMany } from "pulumi-workspace-gateway/tools";
import { countText, durationWords, numberText, percentText, roundedAmount } from "../../text/words.js";
import { type AccountChange, differencesOf, growthOf } from "../../usage/cost.js";
import {
  changedQuotas,
  type Loss,
  lossesIn,
  loweredBudgets,
  mayCostMore,
  type UsageEffects,
} from "../../usage/effects.js";
import { useWords } from "../../usage/object-use.js";
import type { Finding } from "../facts/review.js";
import { type Unweighed, weighed } from "./finding.js";

/** What the rules about usage look at. */
export interface UsedChange {
  readonly change: AccountChange;
  /** Undefined if usage was not read: then a rule says only what is not known. */
  readonly effects: UsageEffects | undefined;
  /** Whether the guard refuses what is not known. */
  readonly isRequired: boolean;
}

interface UsageRule {
  readonly found: (effects: UsageEffects) => Finding[];
  /** What the rule cannot know. */
  readonly open: (used: Omit<UsedChange, "isRequired">) => Unweighed[];
}

/** What is not known is refused if the guard file says so. Otherwise it is low, and only shown if usage was read. */
export function usageFindings({ isRequired, ...used }: UsedChange): Finding[] {
  const { effects } = used;
  const showsOpen = effects !== undefined || isRequired;
  const level = isRequired ? "refused" : "low";
  return [modelInUse, costUpMoney, budgetSpent, quotaBelowPeak].flatMap(({ found, open }) => [
    ...(effects === undefined ? [] : found(effects)),
    ...(showsOpen ? open(used) : []).map((finding) => ({
      ...weighed(level, finding),
      isNotKnown: true as const,
    })),
  ]);
}

/** Whether all usage of the time was read. Otherwise more may be there. */
function isWhole(effects: UsageEffects | undefined): boolean {
  return effects !== undefined && effects.cut === undefined;
}

const lossWords: Readonly<Record<Loss["how"], string>> = {
  deleted: "is deleted",
  unreachable: "loses its last route, and its callers get no answer",
  bypassed: "loses its last route to other models",
};

const modelInUse: UsageRule = {
  found: ({ losses, since, until }) =>
    losses.map((loss) => {
      const { urn, name, model, how } = loss;
      const reason = `\`${model}\` ${lossWords[how]}: in ${durationWords(since, until)} it answered ${useWords(loss, until)}.`;
      return weighed(how === "bypassed" ? "medium" : "refused", {
        ...{ rule: "model-in-use", urn, name, reason },
      });
    }),
  open: ({ change, effects }) =>
    isWhole(effects)
      ? []
      : lossesIn(change)
          .filter(({ urn }) => !effects?.losses.some((loss) => loss.urn === urn))
          .map(({ urn, name, model, how }) => ({
            rule: "model-in-use",
            urn,
            name,
            reason: `\`${model}\` ${lossWords[how]}: whether it is called is not known.`,
          })),
};

/** It concerns the whole account, and no resource. */
const ofAccount = { rule: "cost-up-money", urn: "", name: "account" } as const;

const costUpMoney: UsageRule = {
  found: ({ total: { cost }, money, cut }) => {
    const [, difference] = differencesOf(cost);
    if (money === undefined || difference <= 0) {
      return [];
    }
    const amount = growthOf(cost)?.most;
    const requests = cut === undefined ? "same requests" : "requests that were read";
    const upTo = cost.after?.least === cost.after?.most ? "" : "up to ";
    const sum = `${roundedAmount(difference)}${money.currency === undefined ? "" : ` ${money.currency}`}`;
    const percent = amount === undefined ? "" : ` (${percentText(amount)})`;
    const reason = `The ${requests} cost ${upTo}${sum} more in a month${percent}.`;
    return [weighed("medium", { ...ofAccount, difference, ...defined({ amount }), reason })];
  },
  open: ({ change, effects }) => {
    const reason = (effects && unknownCost(effects)) ?? (isWhole(effects) ? undefined : unreadCost(change));
    return reason === undefined ? [] : [{ ...ofAccount, reason }];
  },
};

function unreadCost(change: AccountChange): string | undefined {
  return mayCostMore(change)
    ? "Requests get more expensive, and how many there are is not known."
    : undefined;
}

function unknownCost({ total: { cost, percent }, money }: UsageEffects): string | undefined {
  if (!cost.isOpen || (percent !== undefined && percent.most <= 0)) {
    return undefined;
  }
  const growth = percent === undefined ? "" : `: up to ${percentText(percent.most)}`;
  return money === undefined
    ? `How much more the same requests cost is not known, because \`usageUnit\` is not set${growth}.`
    : "The cost is not known of requests that go to a model whose price only the `up` knows, or to a name of no known model.";
}

const budgetSpent: UsageRule = {
  found: ({ budgets }) =>
    budgets
      .filter(({ isExceeded }) => isExceeded.after && !isExceeded.before)
      .map(({ urn, name, budget, spent = 0 }) => {
        const reason = `\`${name}\` is ${numberText(budget.after ?? 0)}, and ${numberText(spent)} is spent already.`;
        return weighed("refused", { rule: "budget-spent", urn, name, reason });
      }),
  open: ({ change, effects }) => {
    const read = new Set(effects?.budgets.filter(({ spent }) => spent !== undefined).map(({ urn }) => urn));
    return loweredBudgets(change)
      .filter(({ urn }) => !read.has(urn))
      .map(({ urn, name }) => {
        const reason = `\`${name}\` falls, and what is spent of it already is not known.`;
        return { rule: "budget-spent", urn, name, reason };
      });
  },
};

const quotaBelowPeak: UsageRule = {
  found: ({ quotas }) =>
    quotas
      .filter(({ isBelowPeak }) => isBelowPeak)
      .map(({ urn, name, most, peak, window: { minutes, isFixed } }) => {
        const window = `${isFixed ? "a fixed" : "a sliding"} window of ${howMany(minutes, "minute")}`;
        const reason = `\`${name}\` allows ${countText(most, "request")} in ${window}: the busiest that was seen had ${numberText(peak)}.`;
        return weighed("refused", { rule: "quota-below-peak", urn, name, reason });
      }),
  open: ({ change, effects }) =>
    isWhole(effects)
      ? []
      : changedQuotas(change)
          .filter(({ urn }) => !effects?.quotas.some((quota) => quota.urn === urn && quota.isBelowPeak))
          .map(({ urn, name }) => {
            const reason = `The limit of \`${name}\` changes: whether the busiest window has more requests is not known.`;
            return { rule: "quota-below-peak", urn, name, reason };
          }),
};
