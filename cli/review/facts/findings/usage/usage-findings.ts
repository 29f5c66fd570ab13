import { weighed } from "../../../rules/finding.js";
import type { Finding } from "../../review.js";
import type { Changed } from "../change-rule.js";
import { budgetSpent } from "./budget-spent.js";
import { costUpMoney } from "./cost-up-money.js";
import { modelInUse } from "./model-in-use.js";
import { movesToFailing } from "./moves-to-failing.js";
import { quotaBelowPeak } from "./quota-below-peak.js";

const usageRules = [modelInUse, costUpMoney, budgetSpent, quotaBelowPeak, movesToFailing];

/** What usage says of a change. What nobody knows is refused if the guard file asks for it; else it is told where usage was read. */
export function usageFindings({ isRequired, ...used }: NonNullable<Changed["used"]>): Finding[] {
  const { effects } = used;
  const isTold = effects !== undefined || isRequired;
  const level = isRequired ? "refused" : "low";
  return usageRules.flatMap(({ found, open }) => [
    ...(effects === undefined ? [] : found(effects)),
    ...(isTold ? open(used) : []).map((finding) => ({
      ...weighed(level, finding),
      isNotKnown: true as const,
    })),
  ]);
}
