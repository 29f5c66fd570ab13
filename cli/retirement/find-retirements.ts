import { defined } from "pulumi-workspace-gateway/tools";
import { type AccountObject, textOf, workspaceKey } from "../account/account-object.js";
import { routedSetup } from "../routing/routed-setup.js";
import { routing } from "../routing/routing.js";
import type { Route } from "../routing/setup.js";
import { daysBetween } from "../text/utc-day.js";
import { replacementsIn } from "./replacements.js";
import { isDue, type Retirement, type RetiringRoute } from "./retirement.js";

interface RetirementQuestion {
  /** The day to count from, `YYYY-MM-DD` in UTC. */
  readonly today: string;
  /** Of which models to tell. Usually of those that retire within 30 days, or have retired. */
  readonly wanted?: (model: Leaving) => boolean;
}

/** A model, and when it retires. */
type Leaving = Omit<Retirement, "workspace" | "replacements" | "routes" | "callers">;

/** The models of an account that retire, the first first, with what stands in the way: an account without any is not gone through. */
export function findRetirements(
  objects: readonly AccountObject[],
  { today, wanted = (model) => isDue(model) }: RetirementQuestion,
): Retirement[] {
  const models = objects.filter(({ kind }) => kind === "Model");
  const leaving = models
    .map((object) => ({ object, model: leavingOf(object, today) }))
    .filter(({ model }) => wanted(model));
  if (leaving.length === 0) {
    return [];
  }
  const setup = routedSetup(objects);
  const routes = Map.groupBy(
    routing({ models: [], mappings: [], workspaces: {} }, setup),
    ({ after }) => after?.modelUrn,
  );
  const replacementsOf = replacementsIn(setup, models);
  return leaving
    .map(({ object, model }) => ({
      ...model,
      workspace: setup.workspaces[workspaceKey(object)] ?? workspaceKey(object),
      replacements: replacementsOf(object),
      routes: (routes.get(object.urn) ?? []).flatMap(retiringRoute),
    }))
    .toSorted(byDay);
}

function leavingOf(object: AccountObject, today: string): Leaving {
  const { urn, name, id, gateway } = object;
  const retiresOn = textOf(object, "retiresOn");
  const daysLeft = retiresOn === undefined ? undefined : daysBetween(today, retiresOn);
  return {
    urn,
    name,
    model: textOf(object, "gatewayName") ?? name,
    ...defined({ id, gateway, daysLeft, retiresOn: daysLeft === undefined ? undefined : retiresOn }),
  };
}

/** A model's own name is no route that somebody could lead elsewhere. */
function retiringRoute({ incoming, isPattern, after }: Route): RetiringRoute[] {
  const { by, byUrn, depends = [] } = after ?? {};
  return by === undefined || byUrn === undefined ? [] : [{ incoming, isPattern, by, byUrn, depends }];
}

function byDay(a: Retirement, b: Retirement): number {
  const [one, other] = [a.daysLeft ?? Number.MAX_SAFE_INTEGER, b.daysLeft ?? Number.MAX_SAFE_INTEGER];
  return one - other || (a.urn < b.urn ? -1 : 1);
}
