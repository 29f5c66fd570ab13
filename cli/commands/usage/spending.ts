import { type Client, fillPath, type Kind, unlessAnswer } from "pulumi-workspace-gateway/tools";
import { textOf } from "../../account/account-object.js";
import { isChange } from "../../review/plan/operations.js";
import type { Plan, Step } from "../../review/plan/plan.js";
import type { Spending } from "../../usage/cost/limits/budget-effects.js";

/**
 * What is spent of the budgets of those workspaces in which a plan changes anything, by their ids: a request for each (the API's section "Budget").
 * What the gateway does not answer is not known.
 */
export async function spendingOf({ steps }: Plan, kinds: readonly Kind[], client: Client): Promise<Spending> {
  const kind = kinds.find(({ name }) => name === "Budget");
  const changed = new Set(steps.filter(({ operation }) => isChange(operation)).map(placeOf));
  const budgets = steps.filter((step) => step.kind === kind?.name && changed.has(placeOf(step)));
  const ids = budgets.flatMap((budget) => placeOf(budget) ?? []);
  const spent = await Promise.all(
    [...new Set(ids)].map(async (workspaceId): Promise<[string, number][]> => {
      const path = fillPath(kind?.endpoints.get ?? "", { workspaceId });
      const row = await client.item({ method: "GET", path }).catch(unlessAnswer);
      return typeof row?.current_spend === "number" ? [[workspaceId, row.current_spend]] : [];
    }),
  );
  return new Map(spent.flat());
}

function placeOf({ before, after }: Step): string | undefined {
  const snapshot = before ?? after;
  return snapshot && textOf(snapshot, "workspaceId");
}
