import { defined } from "pulumi-workspace-gateway/tools";
import type { Usage } from "../usage.js";
import type { AccountChange } from "./account-change.js";
import { type PricedModel, pricedModels } from "./priced-model.js";
import { type ChangedRoute, changedRoutes } from "./route-effects.js";
import { type Tally, talliesBy } from "./tally.js";

/** What share of requests was answered with an error, from 0 to 1. */
export interface ErrorShare {
  readonly requests: number;
  /** A status of 400 to 499, and of 500 and more. */
  readonly refused: number;
  readonly failed: number;
}

/** A route that moves from one model to another. */
export interface MovedRoute extends Pick<ChangedRoute, "incoming" | "workspace" | "decider"> {
  readonly from: PricedModel;
  readonly to: PricedModel;
}

/** The same with how often both failed of late; undefined of what no row names. */
export interface MoveErrors extends Pick<MovedRoute, "incoming" | "workspace" | "decider"> {
  readonly from: string;
  readonly to: string;
  /** Of the model that it moves to, and of its provider. */
  readonly model?: ErrorShare;
  readonly provider?: ErrorShare;
  /** Of the model that its requests went to. */
  readonly before?: ErrorShare;
}

export function movedRoutes(change: AccountChange): MovedRoute[] {
  const [old, planned] = [pricedModels(change.before), pricedModels(change.after)];
  return changedRoutes(change).flatMap(({ incoming, workspace, decider, ...ends }) => {
    const [from, to] = [old.get(ends.from), planned.get(ends.to ?? "")];
    return from === undefined || to === undefined ? [] : [{ incoming, workspace, decider, from, to }];
  });
}

export function moveErrors(change: AccountChange, { cells }: Usage): MoveErrors[] {
  const [models, providers] = [talliesBy(cells, "modelId"), talliesBy(cells, "providerId")];
  return movedRoutes(change).map(({ from, to, ...route }) => ({
    ...route,
    from: from.name,
    to: to.name,
    ...defined({
      model: shareIn(models, to.id),
      provider: shareIn(providers, to.providerId),
      before: shareIn(models, from.id),
    }),
  }));
}

function shareIn(tallies: ReadonlyMap<string | null, Tally>, id: string | undefined): ErrorShare | undefined {
  const tally = id === undefined ? undefined : tallies.get(id);
  if (tally === undefined || tally.requests === 0) {
    return undefined;
  }
  const { requests, refused, failed } = tally;
  return { requests, refused: refused / requests, failed: failed / requests };
}
