import { defined, quoted } from "pulumi-workspace-gateway/tools";
import { type AccountObject, textOf, workspaceKey } from "../account/account-object.js";
import { compareRoutes } from "../routing/compare-routes.js";
import { routedSetup } from "../routing/setup.js";
import { countText, daysBetween, durationWords, shortList } from "../text/words.js";
import type { GatewayUsage, ObjectUse } from "../usage/object-use.js";

/** A model that retires within 30 days, or has retired. `callers` is undefined if usage was not read. */
export type Retirement = Readonly<ReturnType<typeof findRetirements>[number]> & {
  readonly callers?: ObjectUse;
};

const warningDays = 30;

/** @param today - `YYYY-MM-DD` in UTC */
export function findRetirements(objects: readonly AccountObject[], today: string) {
  const models = objects.filter(({ kind }) => kind === "Model");
  const due = models.flatMap((model) => {
    const retiresOn = textOf(model, "retiresOn") ?? "";
    const daysLeft = daysBetween(today, retiresOn);
    return daysLeft === undefined || daysLeft > warningDays ? [] : [{ model, retiresOn, daysLeft }];
  });
  if (due.length === 0) {
    return [];
  }
  const nothing = { models: [], mappings: [], workspaces: {} };
  const routes = Map.groupBy(compareRoutes(nothing, routedSetup(objects)), ({ after }) => after?.modelUrn);
  return due
    .map(({ model, retiresOn, daysLeft }) => {
      const { urn, name, id, gateway } = model;
      const replacedBy = textOf(model, "replacedBy");
      const replacement = models.find(
        (each) =>
          replacedBy !== undefined &&
          textOf(each, "gatewayName") === replacedBy &&
          workspaceKey(each) === workspaceKey(model),
      );
      const replacementRetiresOn = replacement && textOf(replacement, "retiresOn");
      return {
        urn,
        name,
        model: textOf(model, "gatewayName") ?? name,
        /** Last day of service, `YYYY-MM-DD`. `daysLeft` is 0 on that day and negative after it. */
        ...{ retiresOn, daysLeft },
        ...defined({ id, gateway, replacedBy, replacementRetiresOn }),
        /** Names and patterns that a mapping resolves to the model. Excludes the model's own gateway name. */
        routes: (routes.get(urn) ?? []).flatMap(({ incoming, after }) =>
          after?.byUrn === undefined ? [] : [incoming],
        ),
      };
    })
    .toSorted((a, b) => a.daysLeft - b.daysLeft || (a.urn < b.urn ? -1 : 1));
}

export function withCallers(
  retirements: readonly Retirement[],
  usage: GatewayUsage | undefined,
): readonly Retirement[] {
  return retirements.map((retirement) => {
    const { id, gateway } = retirement;
    const callers = id === undefined ? undefined : usage?.useOf({ part: "modelId", id, gateway });
    return { ...retirement, ...defined({ callers }) };
  });
}

/** Adds the local fields of the stacks' models, because the gateway never receives retirement dates. */
export function withLocalDates(
  live: readonly AccountObject[],
  declared: readonly AccountObject[],
): AccountObject[] {
  const byId = Map.groupBy(
    declared.filter(({ kind, id }) => kind === "Model" && id !== undefined),
    ({ id }) => id,
  );
  return live.map((object) => {
    // Some states do not record their gateway.
    const mayBeIt = ({ gateway = object.gateway }: AccountObject) =>
      object.gateway === undefined || gateway === object.gateway;
    const model = object.kind === "Model" ? byId.get(object.id)?.find(mayBeIt) : undefined;
    const { retiresOn, replacedBy } = model?.inputs ?? {};
    return { ...object, inputs: { ...object.inputs, ...defined({ retiresOn, replacedBy }) } };
  });
}

export function hasRetired({ daysLeft }: Pick<Retirement, "daysLeft">): boolean {
  return daysLeft < 0;
}

export function isInUse({ routes, callers }: Pick<Retirement, "routes" | "callers">): boolean {
  return routes.length > 0 || (callers?.requests ?? 0) > 0;
}

export function retirementWords(retirement: Retirement): string {
  const { model, retiresOn, daysLeft, routes, callers } = retirement;
  const days = countText(Math.abs(daysLeft), "day");
  const when = hasRetired(retirement)
    ? `retired on ${retiresOn}, ${days} ago`
    : `retires on ${retiresOn}, ${daysLeft === 0 ? "today" : `in ${days}`}`;
  const routed =
    routes.length === 0
      ? "No mapping resolves to it."
      : `Requests for ${shortList(routes.map(quoted))} resolve to it.`;
  const called =
    callers && `In the last ${durationWords(callers.since, callers.until)}, it served ${callers.words}.`;
  return [`The model ${quoted(model)} ${when}.`, routed, called, replacementWords(retirement)]
    .filter((sentence) => sentence !== undefined)
    .join(" ");
}

export function replacementWords({ replacedBy, replacementRetiresOn }: Retirement): string {
  const too = replacementRetiresOn === undefined ? "" : `, which also retires, on ${replacementRetiresOn}`;
  return replacedBy === undefined
    ? "It declares no replacement (`replacedBy`)."
    : `It is replaced by ${quoted(replacedBy)}${too}.`;
}
