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

/** The spend cap of a workspace, and what was spent of it. */
export interface GetBudgetResult extends ResultOf<typeof budgetReading.result> {}
/** Whose budget {@link getBudget} reads. */
export type GetBudgetArgs = ManyArgs<typeof budgetReading>;

/**
 * Reads the budget of a workspace (api.md, "Budget"; scope `workspaces:read`, and membership): `budget`, the monthly
 * cap, `currentSpend` and `remaining`. The API does not show their unit. Fails with a {@link GatewayError} if there is
 * no such workspace (404), the gateway refuses or cannot be reached.
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
 * As {@link getBudget} (scope `workspaces:read`), for arguments that are outputs and for `dependsOn`. What fails there
 * fails the run here.
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
