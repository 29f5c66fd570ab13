import { defined } from "pulumi-workspace-gateway/tools";
import type { Usage, UsageCell } from "../usage.js";
import type { AccountChange } from "./account-change.js";
import { type Comparison, comparedCost, growthOf, type Range, scaled, sumOf } from "./compared-cost.js";
import { type Destination, destinationsOf, waysIn } from "./destinations.js";
import type { MoneyUnit } from "./money-unit.js";
import { isSamePrice, listCost, type Price, type PricedModel, pricedModels } from "./priced-model.js";
import { tallyOf } from "./tally.js";

/** What becomes of the requests that a model answers now, for a month. */
export interface ModelEffect {
  readonly model: string;
  readonly urn: string;
  readonly workspace: string;
  readonly requests: number;
  readonly tokensInput: number;
  readonly tokensOutput: number;
  readonly cost: Comparison;
  /** The same in list prices, whose unit need not be known. Undefined if the price now is not known. */
  readonly list?: Comparison;
  /** By how much the cost grows, by the prices alone. */
  readonly percent?: Range;
  /** Whether the plan changes where its requests go, or what they cost. */
  readonly isAffected: boolean;
  /** Where its requests go; several, if it cannot be told by which route they came. */
  readonly destinations: readonly Destination[];
}

/** The models that answered requests. What no row names has no effect. */
export function modelEffects(
  { cells }: Pick<Usage, "cells">,
  change: AccountChange,
  money: MoneyUnit | undefined,
  factor: number,
): ModelEffect[] {
  const [before, after] = [pricedModels(change.before), pricedModels(change.after)];
  const ways = waysIn(change.routes);
  const byId = Map.groupBy(cells, ({ modelId }) => modelId);
  return [...before.values()].flatMap((model) => {
    const own = model.id === undefined ? undefined : byId.get(model.id);
    if (own === undefined) {
      return [];
    }
    const destinations = destinationsOf(model, ways.get(model.urn) ?? [], after);
    const priced = destinations.map((each) => pricedAt(each, model, after));
    return [effectOf(model, own, { destinations, priced }, money, factor)];
  });
}

interface PricedDestination {
  readonly isSame: boolean;
  /** Undefined if nobody knows it; requests that fail cost nothing. */
  readonly price: Price | undefined;
}

function pricedAt(
  { is, urn }: Destination,
  model: PricedModel,
  after: ReadonlyMap<string, PricedModel>,
): PricedDestination {
  const price =
    is === "nowhere" ? { input: 0, output: 0 } : after.get(is === "stays" ? model.urn : (urn ?? ""))?.price;
  return { isSame: is === "stays" && isSamePrice(price, model.price), price };
}

interface Going {
  readonly destinations: readonly Destination[];
  readonly priced: readonly PricedDestination[];
}

function effectOf(
  { name, urn, workspace, price: old }: PricedModel,
  cells: readonly UsageCell[],
  { destinations, priced }: Going,
  money: MoneyUnit | undefined,
  factor: number,
): ModelEffect {
  const { requests, tokensInput, tokensOutput } = tallyOf(cells);
  const costOfCell = (cell: UsageCell) => {
    const inMoney = (price: Price | undefined) =>
      price !== undefined && isFree(price) ? 0 : money && price && listCost(cell, price) / money.unit;
    // What rows do not say follows from the price.
    const now = (cell.withoutCost > 0 ? inMoney(old) : undefined) ?? cell.cost;
    return comparedCost(
      now,
      priced.map(({ isSame, price }) => (isSame ? now : inMoney(price))),
    );
  };
  const listOfCell = (cell: UsageCell, from: Price) =>
    comparedCost(
      listCost(cell, from),
      priced.map(({ price }) => price && listCost(cell, price)),
    );
  const list = old && sumOf(cells.map((cell) => listOfCell(cell, old)));
  return {
    model: name,
    urn,
    workspace,
    requests: requests * factor,
    tokensInput: tokensInput * factor,
    tokensOutput: tokensOutput * factor,
    cost: scaled(sumOf(cells.map(costOfCell)), factor),
    ...defined({ list: list && scaled(list, factor), percent: list && growthOf(list) }),
    isAffected: priced.some(({ isSame }) => !isSame),
    destinations,
  };
}

/** Whatever the unit is. */
function isFree({ input, output }: Price): boolean {
  return input === 0 && output === 0;
}
