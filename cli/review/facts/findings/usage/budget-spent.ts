import { numberText } from "../../../../text/numbers.js";
import { type BudgetEffect, loweredBudgets } from "../../../../usage/cost/limits/budget-effects.js";
import { weighed } from "../../../rules/finding.js";
import type { Finding } from "../../review.js";
import type { UsageRule } from "./usage-rule.js";

const rule = "budget-spent";

/** Budgets of which all is spent already after a change, or that last no longer until the month ends. */
export const budgetSpent: UsageRule = {
  found: ({ budgets }) => budgets.flatMap(judged),
  open: ({ change, effects }) => {
    const read = new Set(effects?.budgets.filter(({ spent }) => spent !== undefined).map(({ urn }) => urn));
    return loweredBudgets(change)
      .filter(({ urn }) => !read.has(urn))
      .map(({ urn, name }) => ({
        rule,
        urn,
        name,
        reason: `\`${name}\` falls, and what is spent of it already is not known.`,
      }));
  },
};

function judged({ urn, name, budget, spent = 0, isSpent, usedUp }: BudgetEffect): Finding[] {
  const is = `\`${name}\` is ${numberText(budget.after ?? 0)}`;
  if (isSpent.after && !isSpent.before) {
    const reason = `${is}, and ${numberText(spent)} is spent already.`;
    return [weighed("refused", { rule, urn, name, reason })];
  }
  if (usedUp.after === undefined || isSpent.before || (usedUp.before ?? "9") <= usedUp.after) {
    return [];
  }
  const formerly = usedUp.before === undefined ? "later, or not in this month" : `by ${usedUp.before}`;
  const earlier = budget.before === undefined ? "" : `: before this change, ${formerly}`;
  const reason = `${is}, and used up by ${usedUp.after} at the pace of the time that was read${earlier}.`;
  return [weighed("medium", { rule, urn, name, reason })];
}
