import { defined } from "pulumi-workspace-gateway/tools";
import { dayMs } from "../../text/utc-day.js";
import type { Usage, UsageCut } from "../usage.js";
import type { AccountChange } from "./account-change.js";
import { type Callers, callersIn } from "./callers.js";
import { type Comparison, comparedCost, growthOf, type Range, sumOf } from "./compared-cost.js";
import { type MoveErrors, moveErrors } from "./failing-moves.js";
import { type BudgetEffect, budgetEffects, type Spending } from "./limits/budget-effects.js";
import { changedQuotas, type QuotaEffect, quotaEffects } from "./limits/quota-effects.js";
import { type Loss, lossesIn } from "./losses.js";
import { type ModelEffect, modelEffects } from "./model-effects.js";
import { type MoneyUnit, moneyUnit, type SaidUnit } from "./money-unit.js";
import { pricedModels } from "./priced-model.js";
import { tallyOf } from "./tally.js";
import { type UsageHit, usageHits } from "./usage-hits.js";

/** What becomes of all requests of an account, for a month. */
interface TotalEffect {
  readonly requests: number;
  readonly tokensInput: number;
  readonly tokensOutput: number;
  readonly cost: Comparison;
  /** By the prices alone, of the models whose prices are known. */
  readonly percent?: Range;
}

/** A model that is taken away from those who call it, and how many they are. */
type UsedLoss = Loss & Pick<Callers, "requests" | "keys" | "lastUse"> & Pick<UsageHit, "isAtLeast">;

/** What a change costs and whom it hits, by the usage of a time: figures are for a month of 30 days. */
export interface UsageEffects {
  readonly since: string;
  readonly until: string;
  /** What was not read: figures are then at least so much. */
  readonly cut?: UsageCut;
  /** Undefined if nobody knows what prices are for: then what a plan costs is known in percent alone. */
  readonly money?: MoneyUnit;
  readonly total: TotalEffect;
  /** Those that the change affects first, the dearest first. */
  readonly models: readonly ModelEffect[];
  /** What was called in that time, and is taken away, moved, switched off or made dearer. */
  readonly hits: readonly UsageHit[];
  /** The models among them that are deleted, or whose last route is taken away. */
  readonly losses: readonly UsedLoss[];
  readonly budgets: readonly BudgetEffect[];
  readonly quotas: readonly QuotaEffect[];
  readonly moves: readonly MoveErrors[];
}

/** How much of the time that was read a month is. */
const month = 30 * dayMs;

/** What only the gateway says besides, and what somebody wants to see. */
export interface EffectsAsked {
  readonly money?: SaidUnit | undefined;
  readonly spending: Spending;
  readonly showsKeys: boolean;
}

export function usageEffects(
  usage: Usage,
  change: AccountChange,
  { money: said = {}, spending, showsKeys }: EffectsAsked,
): UsageEffects {
  const money = moneyUnit(said, usage, change.before);
  const { since, until, cut } = usage;
  const factor = month / (Date.parse(until) - Date.parse(since));
  const models = modelEffects(usage, change, money, factor);
  return {
    since,
    until,
    ...defined({ cut, money }),
    total: totalOf(usage, change, models, factor),
    models: models.toSorted(byImportance),
    hits: usageHits(change, usage, { showsKeys }),
    losses: usedLosses(usage, change),
    budgets: budgetEffects(change, models, spending, usage),
    quotas: quotaEffects(changedQuotas(change), usage),
    moves: moveErrors(change, usage),
  };
}

function usedLosses(usage: Usage, change: AccountChange): UsedLoss[] {
  const callers = callersIn(usage, "model");
  return lossesIn(change).flatMap((loss) => {
    const { keyIds: _ids, ...counts } = callers(loss.id);
    const isAtLeast = usage.cut && true;
    return counts.requests === 0 ? [] : [{ ...loss, ...counts, ...defined({ isAtLeast }) }];
  });
}

/** What the requests of models cost that are not of the account that is changed stays as it is. */
function totalOf(
  { cells }: Usage,
  { before }: AccountChange,
  models: readonly ModelEffect[],
  factor: number,
): TotalEffect {
  const { requests, tokensInput, tokensOutput } = tallyOf(cells);
  const own = new Set([...pricedModels(before).values()].map(({ id }) => id));
  const others = tallyOf(cells.filter(({ modelId }) => !own.has(modelId ?? undefined))).cost * factor;
  const percent = growthOf(sumOf(models.flatMap(({ list }) => list ?? [])));
  return {
    requests: requests * factor,
    tokensInput: tokensInput * factor,
    tokensOutput: tokensOutput * factor,
    cost: sumOf([comparedCost(others, [others]), ...models.map(({ cost }) => cost)]),
    ...defined({ percent }),
  };
}

function byImportance(a: ModelEffect, b: ModelEffect): number {
  return Number(b.isAffected) - Number(a.isAffected) || b.cost.now - a.cost.now || b.requests - a.requests;
}
