import { defined } from "pulumi-workspace-gateway/tools";
import { type Route, routeChange } from "../../routing/compare-routes.js";
import type { AccountChange } from "./account-change.js";
import { waysIn } from "./destinations.js";
import { pricedModels } from "./priced-model.js";

/** A route that a change takes away, or leads to another place. */
export interface ChangedRoute {
  readonly incoming: string;
  readonly isPattern: boolean;
  readonly workspace: string;
  readonly why: "deleted" | "disabled" | "moved" | "lost";
  /** The model that answers its requests now. */
  readonly from: string;
  /** The model that answers them with the plan. */
  readonly to?: string;
  /** The URN and the logical name of what decides that: a mapping, or a model whose own name it is. */
  readonly decider: { readonly urn: string; readonly name: string };
  /** Other routes lead to the same model: its requests are at most all of the model's. */
  readonly isShared: boolean;
}

/** The routes by which requests come to a model, and that end elsewhere after a change. A model's own name goes with the model. */
export function changedRoutes({ before, after, routes }: AccountChange): ChangedRoute[] {
  const models = pricedModels(before);
  const planned = new Map(after.map((object) => [object.urn, object]));
  const why = (route: Route): ChangedRoute["why"] => {
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
  const deciderOf = ({ incoming, before: old, after: end }: Route) => {
    const urn = end?.byUrn ?? end?.modelUrn ?? old?.byUrn ?? old?.modelUrn ?? "";
    return { urn, name: planned.get(urn)?.name ?? incoming };
  };
  return [...waysIn(routes)].flatMap(([urn, ways]) =>
    ways
      .filter((way) => models.has(urn) && ["lost", "moved"].includes(routeChange(way)))
      .filter((way) => way.before?.byUrn !== undefined || planned.has(urn))
      .map((way) => ({
        incoming: way.incoming,
        isPattern: way.isPattern,
        workspace: way.workspace,
        why: why(way),
        from: urn,
        decider: deciderOf(way),
        isShared: ways.length > 1,
        ...defined({ to: way.after?.is === "model" ? way.after.modelUrn : undefined }),
      })),
  );
}
