import { z } from "zod";
import { budget } from "../kinds/budget.js";
import type { Read } from "./read/call.js";
import type { ManyArgs } from "./read/many.js";
import { only } from "./read/only.js";
import { output } from "./read/output.js";
import { none, ofWorkspace } from "./read/places.js";
import { placeOf, reading, shownBy } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

/** The spend cap of a workspace (api.md, "Budget"). */
const budgetReading = reading({
  ...placeOf(budget),
  where: ofWorkspace,
  by: none,
  result: z.object({ ...budget.inputs.shape, ...shownBy(budget) }),
});

/** The spend cap of a workspace, and how much of it was spent. */
export interface GetBudgetResult extends ResultOf<typeof budgetReading.result> {}
/** The workspace whose budget {@link getBudget} reads. */
export type GetBudgetArgs = ManyArgs<typeof budgetReading>;

/**
 * Reads the budget of a workspace (api.md, "Budget"; scope `workspaces:read`; the account must be a member):
 * the monthly cap `budget`, `currentSpend` and `remaining`. The API does not show their unit. Fails with a
 * {@link GatewayError} if there is no such workspace (404), or if the gateway refuses or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * const { remaining, budget } = await gateway.getBudget({ workspaceId });
 * export const left = `${remaining} of ${budget}`;
 * ```
 */
export const getBudget: Read<GetBudgetArgs, GetBudgetResult> = only("getBudget", budgetReading);

/**
 * Does the same as {@link getBudget} (scope `workspaces:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * export const spent = gateway.getBudgetOutput({ workspaceId: team.id }).currentSpend;
 * ```
 */
export const getBudgetOutput = output(getBudget);
