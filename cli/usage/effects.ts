import { defined } from "pulumi-workspace-gateway/tools";
import {
  type AccountObject,
  amountOf,
  hostOf,
  textOf,
  type Valued,
  workspaceKey,
} from "../account/account-object.js";
import { type Route, routeChange } from "../routing/compare-routes.js";
import { dayMs } from "../text/words.js";
import {
  type AccountChange,
  comparedCost,
  growthOf,
  listCost,
  type ModelEffect,
  type MoneyUnit,
  type MonthlyEffect,
  modelEffects,
  monthlyUse,
  type Price,
  type PricedModel,
  pricedModels,
  routesTo,
  sumOf,
} from "./cost.js";
import { type Tally, talliesBy, tallyOf, type Usage, type UsageCell } from "./usage.js";

export type UsageEffects = Readonly<ReturnType<typeof usageEffects>>;

/** Spending in the current month, by workspace id. */
export type Spending = ReadonlyMap<string, number>;

export interface EffectsInput {
  readonly money: MoneyUnit | undefined;
  readonly spending: Spending;
  readonly showsKeys: boolean;
}

/**
 * Estimates the cost of a change and the affected callers from past usage. Figures are for a 30-day month,
 * and are lower bounds if the usage is incomplete. Without the price unit, new costs are known only as
 * percentages.
 */
export function usageEffects(
  usage: Usage,
  change: AccountChange,
  { money, spending, showsKeys }: EffectsInput,
) {
  const { since, until, cut } = usage;
  const factor = (30 * dayMs) / (Date.parse(until) - Date.parse(since));
  const models = modelEffects(usage, change, money, factor);
  const tallies = talliesBy(usage, "modelId");
  return {
    since,
    until,
    ...defined({ cut, money }),
    total: totalOf(usage, change, models, factor),
    /** Sorted with affected models first, then by descending cost. */
    models: models.toSorted(
      (a, b) =>
        Number(b.isAffected) - Number(a.isAffected) || b.cost.now - a.cost.now || b.requests - a.requests,
    ),
    hits: usageHits(change, usage, showsKeys),
    losses: lossesIn(change)
      .map((loss) => ({ ...loss, ...callersIn(tallies(loss.id), usage) }))
      .filter(({ requests }) => requests > 0),
    budgets: budgetEffects(change, spending),
    /** `peak` counts all requests of the account in the busiest window. */
    quotas: changedQuotas(change).map((quota) => {
      const peak = busiestWindow(usage.cells, quota.window);
      return { ...quota, peak, isBelowPeak: quota.most < peak };
    }),
  };
}

/** Models outside the changed account keep their cost. */
function totalOf(
  { cells }: Usage,
  { before }: AccountChange,
  models: readonly ModelEffect[],
  factor: number,
): MonthlyEffect {
  const own = new Set([...pricedModels(before).values()].map(({ id }) => id));
  const others = tallyOf(cells.filter(({ modelId }) => !own.has(modelId ?? undefined))).cost * factor;
  const percent = growthOf(sumOf(models.flatMap(({ list }) => list ?? [])));
  return {
    ...monthlyUse(cells, factor),
    cost: sumOf([comparedCost(others, [others]), ...models.map(({ cost }) => cost)]),
    ...defined({ percent }),
  };
}

export type Loss = Readonly<ReturnType<typeof lossesIn>[number]>;

interface Callers {
  /** Requests in the period that was read. */
  readonly requests: number;
  readonly keys: number;
  /** ISO 8601. */
  readonly lastUse?: string;
  /** Set if only part of the period was read. */
  readonly isAtLeast?: true;
}

function callersIn({ requests, keyIds, lastUse }: Tally, { cut }: Usage): Callers {
  const isAtLeast = cut === undefined ? undefined : true;
  return { requests, keys: keyIds.length, ...defined({ lastUse, isAtLeast }) };
}

/** `unreachable`: a model's routes resolve to nothing. `bypassed`: its mappings resolve to other models. */
export function lossesIn({ before, after, routes }: AccountChange) {
  const planned = pricedModels(after);
  const ways = routesTo(routes);
  return [...pricedModels(before).values()].flatMap((model) => {
    const { urn, name, logicalName, id } = model;
    const lost = (how: "deleted" | "unreachable" | "bypassed") => [
      { urn, model: name, name: logicalName, how, ...defined({ id }) },
    ];
    if (!planned.has(urn)) {
      return lost("deleted");
    }
    const all = ways.get(urn) ?? [];
    if (all.length > 0 && all.every((way) => (way.after?.is ?? "nowhere") === "nowhere")) {
      return lost("unreachable");
    }
    const mayStay = all.some(({ after: end }) => end?.modelUrn === urn || end?.is === "unknown");
    const isMappedTo = routes.some(({ after: end }) => end?.modelUrn === urn && end.byUrn !== undefined);
    return all.length === 0 || mayStay || isMappedTo ? [] : lost("bypassed");
  });
}

export interface UsageHit extends Callers {
  readonly what: "model" | "provider" | "route";
  readonly name: string;
  readonly workspace: string;
  readonly how: "deleted" | "disabled" | "moved" | "lost" | "price-up";
  /** Only with `--show-keys`. */
  readonly keyIds?: readonly string[];
  /** An upper bound, because requests for several routes to one model cannot be distinguished. */
  readonly isAtMost?: true;
}

function usageHits(change: AccountChange, usage: Usage, showsKeys: boolean): UsageHit[] {
  const tallies = { model: talliesBy(usage, "modelId"), provider: talliesBy(usage, "providerId") };
  const after = new Map(change.after.map((object) => [object.urn, object]));
  const [models, planned] = [pricedModels(change.before), pricedModels(change.after)];
  const hitOf = (
    about: Pick<UsageHit, "what" | "name" | "workspace" | "how" | "isAtMost">,
    tally: Tally,
  ): UsageHit => {
    const keyIds = showsKeys ? tally.keyIds : undefined;
    return { ...about, ...callersIn(tally, usage), ...defined({ keyIds }) };
  };
  const ofModels = [...models.values()].flatMap((model) => {
    const { name, workspace, id } = model;
    const tally = tallies.model(id);
    const how = howOfModel(model, planned.get(model.urn), tally);
    return how === undefined ? [] : [hitOf({ what: "model", name, workspace, how }, tally)];
  });
  const ofProviders = change.before.flatMap((object) => {
    const how = object.kind === "ModelProvider" ? howOfProvider(object, after.get(object.urn)) : undefined;
    const name = textOf(object, "name") ?? object.name;
    const about = { what: "provider", name, workspace: workspaceKey(object) } as const;
    return how === undefined ? [] : [hitOf({ ...about, how }, tallies.provider(object.id))];
  });
  const ofRoutes = changedRoutes(change).map(({ incoming: name, workspace, how, from, isShared }) => {
    const isAtMost = defined({ isAtMost: isShared || undefined });
    return hitOf({ what: "route", name, workspace, how, ...isAtMost }, tallies.model(models.get(from)?.id));
  });
  return [...ofModels, ...ofProviders, ...ofRoutes]
    .filter(({ requests }) => requests > 0)
    .toSorted((a, b) => b.requests - a.requests);
}

function howOfModel(
  model: PricedModel,
  planned: PricedModel | undefined,
  tally: Tally,
): UsageHit["how"] | undefined {
  if (planned === undefined) {
    return "deleted";
  }
  if (model.providerId !== planned.providerId) {
    return "moved";
  }
  const [old, now] = [model, planned].map(({ price }) => price && listCost(tally, price));
  return (now ?? 0) > (old ?? Number.POSITIVE_INFINITY) ? "price-up" : undefined;
}

function howOfProvider(
  provider: AccountObject,
  planned: AccountObject | undefined,
): UsageHit["how"] | undefined {
  if (planned === undefined) {
    return "deleted";
  }
  const [old, now] = [provider, planned].map((each) => hostOf(textOf(each, "baseUrl")));
  return old === now ? undefined : "moved";
}

/** Routes that are removed or resolve to a different model. A model's own name is counted with the model. */
function changedRoutes({ before, after, routes }: AccountChange) {
  const models = pricedModels(before);
  const planned = new Map(after.map((object) => [object.urn, object]));
  const howOf = (route: Route): Exclude<UsageHit["how"], "price-up"> => {
    const by = route.before?.byUrn;
    if (routeChange(route) === "lost") {
      return "lost";
    }
    if (by === undefined || by === route.after?.byUrn) {
      return "moved";
    }
    const mapping = planned.get(by);
    return mapping === undefined ? "deleted" : mapping.inputs.enabled === false ? "disabled" : "moved";
  };
  return [...routesTo(routes)].flatMap(([urn, ways]) =>
    ways
      .filter((way) => models.has(urn) && ["lost", "moved"].includes(routeChange(way)))
      .filter((way) => way.before?.byUrn !== undefined || planned.has(urn))
      .map((way) => ({
        incoming: way.incoming,
        workspace: way.workspace,
        how: howOf(way),
        /** URNs of the models that serve requests before and after the change. */
        from: urn,
        to: way.after?.is === "model" ? way.after.modelUrn : undefined,
        isShared: ways.length > 1,
      })),
  );
}

/** Whether a price rises or a route moves to a more expensive model, regardless of usage. */
export function mayCostMore(change: AccountChange): boolean {
  const [old, planned] = [pricedModels(change.before), pricedModels(change.after)];
  const isRisen = [...old.values()].some(
    ({ urn, price }) => planned.has(urn) && isHigher(price, planned.get(urn)?.price),
  );
  const isMoved = changedRoutes(change).some(
    ({ how, from, to }) => how !== "lost" && isHigher(old.get(from)?.price, planned.get(to ?? "")?.price),
  );
  return isRisen || isMoved;
}

/** An unknown price may be higher. */
function isHigher(old: Price | undefined, planned: Price | undefined): boolean {
  return old === undefined || planned === undefined
    ? old !== planned
    : planned.input > old.input || planned.output > old.output;
}

export type BudgetEffect = ReturnType<typeof budgetEffects>[number];

/** A budget caps monthly spending (API section "Budget"). `spent` is undefined if it was not read. */
export function budgetEffects(
  { before, after }: Pick<AccountChange, "before" | "after">,
  spending: Spending,
) {
  return changesOf("Budget", before, after).flatMap(({ was, planned }) => {
    const workspace = workspaceKey(was ?? planned);
    const budget = defined({ before: was && amountOf(was, "budget"), after: amountOf(planned, "budget") });
    const spent = spending.get(workspace);
    const isBelow = (most: number | undefined) => most !== undefined && spent !== undefined && spent > most;
    const isExceeded = { before: isBelow(budget.before), after: isBelow(budget.after) };
    // A workspace that does not exist yet has no spending.
    const isNew = was === undefined && spent === undefined;
    const { urn, name } = planned;
    return isNew || (budget.before === budget.after && !isExceeded.after)
      ? []
      : [{ urn, name, workspace, budget, isExceeded, ...defined({ spent }) }];
  });
}

export function loweredBudgets({ before, after }: Pick<AccountChange, "before" | "after">): AccountObject[] {
  return changesOf("Budget", before, after).flatMap(({ was, planned }) => {
    const [least = 0, most] = [amountOf(planned, "budget"), was && amountOf(was, "budget")];
    return was !== undefined && least < (most ?? Number.POSITIVE_INFINITY) ? [planned] : [];
  });
}

function changesOf(wanted: string, before: readonly AccountObject[], after: readonly AccountObject[]) {
  const old = new Map(before.map((object) => [object.urn, object]));
  const planned = after.filter(({ kind }) => kind === wanted);
  return planned.map((each) => ({ was: old.get(each.urn), planned: each }));
}

interface ChangedQuota {
  readonly urn: string;
  readonly name: string;
  /** Requests allowed per window after the change. */
  readonly most: number;
  /** The API does not define when fixed windows start. They are assumed to be aligned with the epoch. */
  readonly window: { readonly minutes: number; readonly isFixed: boolean };
}

export type QuotaEffect = UsageEffects["quotas"][number];

/** Skips quotas whose limit is not fully known. */
export function changedQuotas({ before, after }: Pick<AccountChange, "before" | "after">): ChangedQuota[] {
  return changesOf("Quota", before, after).flatMap(({ was, planned: { urn, name, ...quota } }) => {
    const limit = limitOf(quota);
    const isSame = was !== undefined && JSON.stringify(limitOf(was)) === JSON.stringify(limit);
    return limit === undefined || isSame ? [] : [{ urn, name, ...limit }];
  });
}

function limitOf(quota: Valued): Pick<ChangedQuota, "most" | "window"> | undefined {
  const [most, minutes] = [amountOf(quota, "maxRequests"), amountOf(quota, "windowMinutes")];
  const period = textOf(quota, "period");
  return most === undefined || minutes === undefined || period === undefined
    ? undefined
    : { most, window: { minutes, isFixed: period === "CALENDAR" } };
}

export function busiestWindow(
  cells: readonly UsageCell[],
  { minutes, isFixed }: ChangedQuota["window"],
): number {
  const byMinute = Map.groupBy(cells, ({ minute }) => (isFixed ? Math.floor(minute / minutes) : minute));
  const counts = [...byMinute]
    .map(([at, some]) => ({ at, count: some.reduce((all, { requests }) => all + requests, 0) }))
    .toSorted((a, b) => a.at - b.at);
  const length = isFixed ? 1 : minutes;
  let [first, inside, most] = [0, 0, 0];
  for (const { at, count } of counts) {
    inside += count;
    while ((counts[first]?.at ?? at) <= at - length) {
      inside -= counts[first]?.count ?? 0;
      first++;
    }
    most = Math.max(most, inside);
  }
  return most;
}
