import { defined } from "pulumi-workspace-gateway/tools";
import { type AccountObject, amountOf, workspaceKey } from "../../../account/account-object.js";
import { dayMs, utcDay } from "../../../text/utc-day.js";
import type { Usage } from "../../usage.js";
import type { AccountChange } from "../account-change.js";
import { type Comparison, sumOf } from "../compared-cost.js";
import type { ModelEffect } from "../model-effects.js";

/** A budget that a change makes another, or whose workspace spends more or less by it. */
export interface BudgetEffect {
  readonly urn: string;
  readonly name: string;
  readonly workspace: string;
  readonly budget: { readonly before?: number; readonly after?: number };
  /** What the gateway says is spent of it. Undefined if it was not read. */
  readonly spent?: number;
  /** Whether more is spent already than it is after the change, and before it. */
  readonly isSpent: { readonly before: boolean; readonly after: boolean };
  /** The day on which it is used up at this pace, as `2026-11-30`. Undefined: not before the month ends, or nobody knows. */
  readonly usedUp: { readonly before?: string; readonly after?: string };
  /** Nobody knows what the requests of its workspace cost with the plan, and so how long it lasts. */
  readonly isOpen?: true;
}

/** What is spent in this month, by the ids of the workspaces. */
export type Spending = ReadonlyMap<string, number>;

/** A budget caps the spending of a month (the API's section "Budget"): it is taken to begin on the first, in UTC, and to be in the unit of the rows' cost. */
export function budgetEffects(
  { before, after }: Pick<AccountChange, "before" | "after">,
  models: readonly ModelEffect[],
  spending: Spending,
  { until }: Pick<Usage, "until">,
): BudgetEffect[] {
  const byWorkspace = Map.groupBy(models, ({ workspace }) => workspace);
  const old = new Map(before.map((object) => [object.urn, object]));
  return after.flatMap((planned): BudgetEffect[] => {
    if (planned.kind !== "Budget") {
      return [];
    }
    const was = old.get(planned.urn);
    const workspace = workspaceKey(was ?? planned);
    const budget = defined({ before: was && amountOf(was, "budget"), after: amountOf(planned, "budget") });
    const inside = byWorkspace.get(workspace) ?? [];
    const spent = spending.get(workspace);
    const isConcerned = budget.before !== budget.after || inside.some(({ isAffected }) => isAffected);
    // Of a workspace that is still to be made, nothing is spent.
    if (!isConcerned || (was === undefined && spent === undefined)) {
      return [];
    }
    const pace = paceOf(sumOf(inside.map(({ cost }) => cost)));
    const isSpent = (most: number | undefined) => most !== undefined && spent !== undefined && spent > most;
    return [
      {
        urn: planned.urn,
        name: planned.name,
        workspace,
        budget,
        ...defined({ spent }),
        isSpent: { before: isSpent(budget.before), after: isSpent(budget.after) },
        usedUp: defined({
          before: dayOf(budget.before, spent, pace.before, until),
          after: dayOf(budget.after, spent, pace.after, until),
        }),
        ...defined({ isOpen: pace.after === undefined || undefined }),
      },
    ];
  });
}

/** The budgets that fall, or may. */
export function loweredBudgets({ before, after }: Pick<AccountChange, "before" | "after">): AccountObject[] {
  const old = new Map(before.map((object) => [object.urn, object]));
  return after.filter((budget) => {
    const was = old.get(budget.urn);
    const [least, most] = [amountOf(budget, "budget"), was && amountOf(was, "budget")];
    return budget.kind === "Budget" && was !== undefined && (least ?? 0) < (most ?? Number.POSITIVE_INFINITY);
  });
}

const daysOfMonth = 30;

/** What is spent on a day: with the plan, as much as it may be. */
function paceOf({ now, after, isOpen }: Comparison): { before: number; after: number | undefined } {
  return { before: now / daysOfMonth, after: isOpen ? undefined : after && after.most / daysOfMonth };
}

function dayOf(
  budget: number | undefined,
  spent: number | undefined,
  pace: number | undefined,
  until: string,
): string | undefined {
  if (budget === undefined || spent === undefined || pace === undefined) {
    return undefined;
  }
  const [from, left] = [Date.parse(until), Math.max(0, budget - spent)];
  const at = left === 0 ? from : from + (left / pace) * dayMs;
  const month = new Date(from).toISOString().slice(0, 7);
  // A time beyond all calendars is not in this month.
  const text = at < from + 40 * dayMs ? utcDay(at) : "";
  return text.startsWith(month) ? text : undefined;
}
