import { type AccountObject, textOf } from "../../account/account-object.js";
import { timeOf } from "../../text/utc-day.js";
import type { Usage, UsageCell } from "../usage.js";
import { listCost, type Price, pricedModels } from "./priced-model.js";
import { type Tally, tallyOf } from "./tally.js";

/** For how many tokens a price is, as the cost of requests tells it, and how sure that is. */
export interface UnitInRows {
  readonly unit: number;
  /** The requests, and their models, whose cost is what the unit makes of their tokens. */
  readonly fitting: Testimony;
  /** All that could have told it. */
  readonly judged: Testimony;
}

interface Testimony {
  readonly requests: number;
  readonly models: number;
}

/** What one model's requests of a day cost, in money and in list prices. */
interface Sample {
  readonly model: string;
  readonly requests: number;
  readonly cost: number;
  readonly list: number;
}

const units = [1, 1_000, 1_000_000];

/** Costs are rounded, so a sum is seldom exact. Units are so far apart that more would not mistake one for another. */
const tolerance = 0.02;

/** Fewer could fit by chance. A gateway may reckon some requests by other rules, such as cached tokens, but not many. */
const leastRequests = 10;
const leastShare = 0.8;

const minutesOfDay = 24 * 60;

/**
 * The API does not show the unit of a model's prices (the API's section "Model"), but rows say what their tokens cost. Undefined if they
 * do not agree, or are too few. Models whose price may have changed in that time do not count.
 */
export function unitInRows(
  { since, cells }: Pick<Usage, "since" | "cells">,
  objects: readonly AccountObject[],
): UnitInRows | undefined {
  const steady = objects.filter((object) => isUnwrittenSince(since, object));
  const prices = new Map([...pricedModels(steady).values()].map(({ id = "", price }) => [id, price]));
  const samples = [...Map.groupBy(cells.filter(isTelling), dayAndModel).values()].flatMap((some) => {
    const model = some[0]?.modelId ?? "";
    return sampleOf(model, prices.get(model), tallyOf(some));
  });
  const [found, ...others] = units.flatMap((unit) => {
    const fitting = samples.filter((sample) => fits(unit, sample));
    return fitting.length === 0 ? [] : [{ unit, fitting: sumOf(fitting), judged: sumOf(samples) }];
  });
  const isSure =
    found !== undefined &&
    others.length === 0 &&
    found.fitting.requests >= leastRequests &&
    found.fitting.requests >= leastShare * found.judged.requests;
  return isSure ? found : undefined;
}

/** Whether a model is as it was then: it was last written before, or not since it was made. */
function isUnwrittenSince(since: string, model: AccountObject): boolean {
  const [made, written] = [textOf(model, "createdAt"), textOf(model, "updatedAt")];
  return written !== undefined && (written === made || (timeOf(written) ?? Number.NaN) < Date.parse(since));
}

/** A gateway may take nothing for a request that failed, whatever its tokens. */
function isTelling({ status, withoutCost }: UsageCell): boolean {
  return withoutCost === 0 && (status === null || status < 400);
}

function dayAndModel({ minute, modelId }: UsageCell): string {
  return JSON.stringify([Math.floor(minute / minutesOfDay), modelId]);
}

function sampleOf(model: string, price: Price | undefined, { requests, cost, ...tokens }: Tally): Sample[] {
  const list = price === undefined ? 0 : listCost(tokens, price);
  return list > 0 ? [{ model, requests, cost, list }] : [];
}

function fits(unit: number, { cost, list }: Sample): boolean {
  return Math.abs((cost * unit) / list - 1) <= tolerance;
}

function sumOf(samples: readonly Sample[]): Testimony {
  return {
    requests: samples.reduce((all, { requests }) => all + requests, 0),
    models: new Set(samples.map(({ model }) => model)).size,
  };
}
