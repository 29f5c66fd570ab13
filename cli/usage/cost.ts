import { defined, isUnknown } from "pulumi-workspace-gateway/tools";
import { type AccountObject, amountOf, textOf, workspaceKey } from "../account/account-object.js";
import type { Route } from "../routing/compare-routes.js";
import type { End } from "../routing/route.js";
import { type Tally, tallyOf, type Usage, type UsageCell } from "./usage.js";

export interface AccountChange {
  readonly before: readonly AccountObject[];
  readonly after: readonly AccountObject[];
  readonly routes: readonly Route[];
}

export interface MoneyUnit {
  readonly unit: number;
  readonly currency?: string | undefined;
}

export interface Range {
  readonly least: number;
  readonly most: number;
}

export interface Comparison {
  readonly now: number;
  /** Undefined if no part of the cost is known. */
  readonly after?: Range;
  /** Part of the new cost is unknown, so the cost is at least `after`. */
  readonly isOpen?: true;
}

/** `costs` are the costs of all possible destinations. Undefined marks an unknown cost. */
export function comparedCost(now: number, costs: readonly (number | undefined)[]): Comparison {
  const known = costs.filter((cost) => cost !== undefined);
  const after = known.length === 0 ? undefined : { least: Math.min(...known), most: Math.max(...known) };
  return { now, ...defined({ after, isOpen: known.length < costs.length || undefined }) };
}

export function sumOf(comparisons: readonly Comparison[]): Comparison {
  const sum = (amount: (each: Comparison) => number) =>
    comparisons.reduce((all, each) => all + amount(each), 0);
  const isKnown = comparisons.some(({ after }) => after !== undefined) || comparisons.length === 0;
  const after = {
    least: sum((each) => each.after?.least ?? 0),
    most: sum((each) => each.after?.most ?? 0),
  };
  const isOpen = comparisons.some((each) => each.isOpen);
  return {
    now: sum(({ now }) => now),
    ...defined({ after: isKnown ? after : undefined, isOpen: isOpen || undefined }),
  };
}

function scaled({ now, after, ...rest }: Comparison, factor: number): Comparison {
  const times = after && { least: after.least * factor, most: after.most * factor };
  return { now: now * factor, ...rest, ...defined({ after: times }) };
}

/** The smallest and the largest increase. Rounding errors in sums count as 0. */
export function differencesOf({ now, after }: Comparison): readonly [least: number, most: number] {
  const difference = (then: number) => (Math.abs(then - now) <= now * 1e-9 ? 0 : then - now);
  return after === undefined ? [0, 0] : [difference(after.least), difference(after.most)];
}

/** Undefined if the current cost is 0. */
export function growthOf({ now, after, isOpen }: Comparison): Range | undefined {
  const percent = (then: number) => ((then - now) / now) * 100;
  return now > 0 && after !== undefined && !isOpen
    ? { least: percent(after.least), most: percent(after.most) }
    : undefined;
}

export interface Price {
  readonly input: number;
  readonly output: number;
}

export type PricedModel = ReturnType<typeof pricedModel>;

export function pricedModels(objects: readonly AccountObject[]): ReadonlyMap<string, PricedModel> {
  const models = objects.filter(({ kind }) => kind === "Model");
  return new Map(models.map((model) => [model.urn, pricedModel(model)]));
}

function pricedModel(model: AccountObject) {
  const { urn, name, id } = model;
  const [input, output] = [costOf(model, "inputCost"), costOf(model, "outputCost")];
  return {
    urn,
    name: textOf(model, "gatewayName") ?? name,
    logicalName: name,
    workspace: workspaceKey(model),
    ...defined({
      id,
      providerId: textOf(model, "providerId"),
      price: input === undefined || output === undefined ? undefined : { input, output },
    }),
  };
}

/** If the planned value is unknown, the current value on the gateway no longer applies. */
function costOf(model: AccountObject, field: string): number | undefined {
  return isUnknown(model.inputs[field]) ? undefined : amountOf(model, field);
}

/** Token cost at list prices. Divide it by the price unit to convert it to money. */
export function listCost(
  { tokensInput, tokensOutput }: Pick<UsageCell, "tokensInput" | "tokensOutput">,
  { input, output }: Price,
): number {
  return tokensInput * input + tokensOutput * output;
}

export interface Destination {
  /** `nowhere`: requests fail. `unknown`: no known model has the name, or the model is not yet known. */
  readonly is: "stays" | "model" | "nowhere" | "unknown";
  readonly urn?: string;
  readonly name?: string;
}

/**
 * Routes to each model, by the model's URN. Rows record the model, not the requested name. Requests are
 * assumed to use the mappings that resolve to the model, or the model's gateway name if no mapping does.
 */
export function routesTo(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const resolved = routes.filter(({ before }) => before?.is === "model");
  const byModel = Map.groupBy(resolved, ({ before }) => before?.modelUrn ?? "");
  return new Map(
    [...byModel].map(([urn, all]) => {
      const mapped = all.filter(({ before }) => before?.byUrn !== undefined);
      return [urn, mapped.length > 0 ? mapped : all];
    }),
  );
}

/** The possible destinations of a request. There are several if the route is unknown. */
function destinationsOf(
  urn: string,
  routes: readonly Route[],
  after: ReadonlyMap<string, PricedModel>,
): Destination[] {
  const all =
    routes.length === 0
      ? [{ is: after.has(urn) ? "stays" : "nowhere" } as const]
      : routes.map((route) => destinationAt(route.after, urn));
  const keyOf = ({ is, urn: to, name }: Destination) =>
    JSON.stringify(is === "model" ? [is, to] : is === "unknown" ? [is, name] : [is]);
  return [...new Map(all.map((each): [string, Destination] => [keyOf(each), each])).values()];
}

function destinationAt(end: End | undefined, from: string): Destination {
  if (end === undefined || end.is === "nowhere") {
    return { is: "nowhere" };
  }
  const { is, modelUrn: urn, model: name } = end;
  if (is !== "model") {
    return { is: "unknown", ...defined({ name }) };
  }
  return urn === from ? { is: "stays" } : { is: "model", ...defined({ urn, name }) };
}

export interface MonthlyEffect extends MonthlyUse {
  readonly cost: Comparison;
  /** Cost increase at list prices, as far as prices are known. */
  readonly percent?: Range;
}

type MonthlyUse = Pick<Tally, "requests" | "tokensInput" | "tokensOutput">;

export function monthlyUse(cells: readonly UsageCell[], factor: number): MonthlyUse {
  const { requests, tokensInput, tokensOutput } = tallyOf(cells);
  return {
    requests: requests * factor,
    tokensInput: tokensInput * factor,
    tokensOutput: tokensOutput * factor,
  };
}

export type ModelEffect = Readonly<ReturnType<typeof effectOf>>;

/** Includes only models that served requests. */
export function modelEffects(
  { cells }: Pick<Usage, "cells">,
  change: AccountChange,
  money: MoneyUnit | undefined,
  factor: number,
): ModelEffect[] {
  const [before, after] = [pricedModels(change.before), pricedModels(change.after)];
  const routes = routesTo(change.routes);
  const byId = Map.groupBy(cells, ({ modelId }) => modelId);
  return [...before.values()].flatMap((model) => {
    const own = model.id === undefined ? undefined : byId.get(model.id);
    if (own === undefined) {
      return [];
    }
    const destinations = destinationsOf(model.urn, routes.get(model.urn) ?? [], after);
    return [effectOf(model, own, destinations, { after, money, factor })];
  });
}

interface Pricing {
  readonly after: ReadonlyMap<string, PricedModel>;
  readonly money: MoneyUnit | undefined;
  readonly factor: number;
}

function effectOf(
  model: PricedModel,
  cells: readonly UsageCell[],
  destinations: readonly Destination[],
  { after, money, factor }: Pricing,
) {
  const { name, urn, workspace, price: old } = model;
  const priced = destinations.map(({ is, urn: to }) => {
    const isKept = is === "stays";
    // Failed requests cost nothing.
    const price = is === "nowhere" ? { input: 0, output: 0 } : after.get(isKept ? urn : (to ?? ""))?.price;
    return { price, isSame: isKept && price?.input === old?.input && price?.output === old?.output };
  });
  const inMoney = (cell: UsageCell, price: Price | undefined) =>
    price?.input === 0 && price.output === 0 ? 0 : money && price && listCost(cell, price) / money.unit;
  const costs = cells.map((cell) => {
    // If a row has no cost, the cost is computed from the price.
    const now = (cell.withoutCost > 0 ? inMoney(cell, old) : undefined) ?? cell.cost;
    const then = priced.map(({ isSame, price }) => (isSame ? now : inMoney(cell, price)));
    return comparedCost(now, then);
  });
  const list =
    old &&
    cells.map((cell) => {
      const then = priced.map(({ price }) => price && listCost(cell, price));
      return comparedCost(listCost(cell, old), then);
    });
  const listSum = list && sumOf(list);
  return {
    ...{ model: name, urn, workspace },
    ...monthlyUse(cells, factor),
    cost: scaled(sumOf(costs), factor),
    /** At list prices, regardless of the price unit. Undefined if the current price is unknown. */
    ...defined({ list: listSum && scaled(listSum, factor), percent: listSum && growthOf(listSum) }),
    isAffected: priced.some(({ isSame }) => !isSame),
    destinations,
  };
}
