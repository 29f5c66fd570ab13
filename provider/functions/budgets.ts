import { budget } from "../kinds/budget.js";
import { output, type Read } from "./read/call.js";
import { type ManyArgs, none, objectsOf, type ResultOf } from "./read/reading.js";
import { only } from "./read/rows.js";

const shown = objectsOf(budget, budget.inputs, none);

/** A workspace's spend cap, which has no id of its own (API document, section "Budget"). */
const cap = { ...shown, result: shown.result.omit({ id: true }) };

/** The spend cap of a workspace and the amount spent. */
export interface GetBudgetResult extends ResultOf<typeof cap.result> {}
export type GetBudgetArgs = ManyArgs<typeof cap>;

/**
 * Reads the budget of a workspace: the monthly cap `budget`, `currentSpend` and `remaining`. The API does not
 * document their unit. Requires the scope `workspaces:read`, which this package assumes because the API
 * documents none for budgets. The account must be a member of the workspace.
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * export const { remaining, budget } = await gateway.getBudget({ workspaceId });
 * ```
 */
export const getBudget: Read<GetBudgetArgs, GetBudgetResult> = only(cap);
export const getBudgetOutput = output(getBudget);
