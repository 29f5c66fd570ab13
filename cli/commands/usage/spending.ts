import { type Client, fillPath, type Kind, unlessAnswer } from "pulumi-workspace-gateway/tools";
import { textOf } from "../../account/account-object.js";
import type { Plan } from "../../review/plan/plan.js";
import type { Spending } from "../../usage/cost/limits/budget-effects.js";

/**
 * What is spent of the budgets that a plan knows, by the ids of their workspaces: a request for each (the API's section "Budget").
 * What the gateway does not answer is not known.
 */
export async function spendingOf({ steps }: Plan, kinds: readonly Kind[], client: Client): Promise<Spending> {
  const kind = kinds.find(({ name }) => name === "Budget");
  const ids = steps.flatMap((step) =>
    step.kind === kind?.name && step.before ? (textOf(step.before, "workspaceId") ?? []) : [],
  );
  const spent = await Promise.all(
    [...new Set(ids)].map(async (workspaceId): Promise<[string, number][]> => {
      const path = fillPath(kind?.endpoints.get ?? "", { workspaceId });
      const row = await client.item({ method: "GET", path }).catch(unlessAnswer);
      return typeof row?.current_spend === "number" ? [[workspaceId, row.current_spend]] : [];
    }),
  );
  return new Map(spent.flat());
}
