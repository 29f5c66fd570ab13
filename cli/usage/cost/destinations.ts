import { defined } from "pulumi-workspace-gateway/tools";
import type { Route } from "../../routing/compare-routes.js";
import type { End } from "../../routing/find-route.js";
import type { PricedModel } from "./priced-model.js";

/** Where requests go after a change that went to a model before it. */
export interface Destination {
  /** `model`: to another one. `nowhere`: they fail. `unknown`: to a name of no model that is known, or to one that only the `up` knows. */
  readonly is: "stays" | "model" | "nowhere" | "unknown";
  readonly urn?: string;
  /** The gateway name. */
  readonly name?: string;
}

/**
 * The routes by which requests come to each model, by its URN. Rows name the model and not the name that was asked: requests are taken to
 * come by the mappings that lead to the model, and by its gateway name only where no mapping does.
 */
export function waysIn(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const leading = routes.filter(({ before }) => before?.is === "model");
  const byModel = Map.groupBy(leading, ({ before }) => before?.modelUrn ?? "");
  return new Map(
    [...byModel].map(([urn, all]) => {
      const mapped = all.filter(({ before }) => before?.byUrn !== undefined);
      return [urn, mapped.length > 0 ? mapped : all];
    }),
  );
}

/** The places of which each request goes to one: several if it cannot be told by which route it came. */
export function destinationsOf(
  { urn }: Pick<PricedModel, "urn">,
  ways: readonly Route[],
  after: ReadonlyMap<string, PricedModel>,
): Destination[] {
  const all =
    ways.length === 0
      ? [{ is: after.has(urn) ? "stays" : "nowhere" } as const]
      : ways.map((way) => destinationAt(way.after, urn));
  const distinct = new Map(all.map((each): [string, Destination] => [keyOf(each), each]));
  return [...distinct.values()];
}

function keyOf({ is, urn, name }: Destination): string {
  return JSON.stringify(is === "model" ? [is, urn] : is === "unknown" ? [is, name] : [is]);
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
