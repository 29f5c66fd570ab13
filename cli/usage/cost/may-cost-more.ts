import type { AccountChange } from "./account-change.js";
import { type Price, pricedModels } from "./priced-model.js";
import { changedRoutes } from "./route-effects.js";

/** Whether requests may cost more after a change, whatever they are: a price rises, or a route moves to a dearer model. */
export function mayCostMore(change: AccountChange): boolean {
  const [old, planned] = [pricedModels(change.before), pricedModels(change.after)];
  const risen = [...old.values()].some(
    ({ urn, price }) => planned.has(urn) && isDearer(price, planned.get(urn)?.price),
  );
  const moved = changedRoutes(change).some(
    ({ why, from, to }) => why !== "lost" && isDearer(old.get(from)?.price, planned.get(to ?? "")?.price),
  );
  return risen || moved;
}

/** What is not known may be dearer. */
function isDearer(old: Price | undefined, planned: Price | undefined): boolean {
  return old === undefined || planned === undefined
    ? old !== planned
    : planned.input > old.input || planned.output > old.output;
}
