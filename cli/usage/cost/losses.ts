import { defined } from "pulumi-workspace-gateway/tools";
import type { AccountChange } from "./account-change.js";
import { waysIn } from "./destinations.js";
import { type PricedModel, pricedModels } from "./priced-model.js";

/** A model that a change takes away from those who call it. */
export interface Loss {
  readonly urn: string;
  /** Its gateway name, and what the program calls it. */
  readonly model: string;
  readonly name: string;
  readonly id?: string;
  /** `deleted`; `unreachable`: what led to it ends nowhere; `bypassed`: all mappings that led to it lead to other models. */
  readonly how: "deleted" | "unreachable" | "bypassed";
}

/** The models that are deleted, and those whose last route is taken away. */
export function lossesIn({ before, after, routes }: AccountChange): Loss[] {
  const [old, planned] = [pricedModels(before), pricedModels(after)];
  const ways = waysIn(routes);
  return [...old.values()].flatMap((model): Loss[] => {
    const lost = (how: Loss["how"]) => [lossOf(model, how)];
    if (!planned.has(model.urn)) {
      return lost("deleted");
    }
    const all = ways.get(model.urn) ?? [];
    const ends = all.map((way) => way.after?.is ?? "nowhere");
    if (all.length > 0 && ends.every((is) => is === "nowhere")) {
      return lost("unreachable");
    }
    const mayStay = all.some(({ after: end }) => end?.modelUrn === model.urn || end?.is === "unknown");
    const isMappedTo = routes.some(
      ({ after: end }) => end?.modelUrn === model.urn && end.byUrn !== undefined,
    );
    return all.length === 0 || mayStay || isMappedTo ? [] : lost("bypassed");
  });
}

function lossOf({ urn, name, logicalName, id }: PricedModel, how: Loss["how"]): Loss {
  return { urn, model: name, name: logicalName, how, ...defined({ id }) };
}
