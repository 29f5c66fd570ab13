import { didYouMean, isUnknown, unknownValue } from "pulumi-workspace-gateway/tools";
import { hostOf, type Valued } from "../../account/account-object.js";
import { hasRetired, replacementWords } from "../../retirement/retirement.js";
import { type Route, routeChange } from "../../routing/compare-routes.js";
import { type End, isAnswered } from "../../routing/route.js";
import { openBound, openOrder, openPattern, openUntilUp } from "../../routing/semantics.js";
import { abridged, shortList } from "../../text/words.js";
import { destroyedWorkspaces, presentAt, type Resources, workspaceOf } from "../facts/resources.js";
import type { Snapshot, Step } from "../plan/plan.js";
import type { ChangeContext, RuleFinding } from "./context.js";
import { amountsOf, changesIn, type Hit, hitsIn, worstOf } from "./dangers.js";

function incomingWords({ incoming, example }: Route): string {
  const such = example === undefined ? "" : ` (such as \`${abridged(example)}\`)`;
  return `\`${abridged(incoming)}\`${such}`;
}

/** The resource that decides a route: a mapping, or the model that has the requested name. */
function decider(
  { resources }: ChangeContext,
  incoming: string,
  end: End | undefined,
): Pick<RuleFinding, "urn" | "name"> {
  const urn = end?.byUrn ?? end?.modelUrn ?? "";
  return { urn, name: resources.byUrn(urn)?.name ?? incoming };
}

/** One finding for each deciding resource, with the names that it routes to the same destination. */
function grouped(
  context: ChangeContext,
  routes: readonly Route[],
  findingOf: (names: string, first: Route, all: readonly Route[]) => Pick<RuleFinding, "level" | "reason">,
): RuleFinding[] {
  const groups = Map.groupBy(routes, ({ incoming, before, after }) =>
    JSON.stringify([
      decider(context, incoming, after).urn || incoming,
      isAnswered(before),
      before?.model,
      after?.model,
    ]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const names = shortList([...new Set(group.map(incomingWords))]);
    return first === undefined
      ? []
      : [{ ...findingOf(names, first, group), ...decider(context, first.incoming, first.after) }];
  });
}

/** In a destroyed workspace, the finding about the workspace covers lost names. */
export function routeLost(context: ChangeContext): RuleFinding[] {
  const gone = destroyedWorkspaces(context.resources);
  return context.routes
    .filter((route) => routeChange(route) === "lost" && !gone.has(route.workspace))
    .map((route) => ({
      ...decider(context, route.incoming, route.before),
      reason: `${incomingWords(route)} no longer resolves to any model (was \`${route.before?.model ?? "a model"}\`).`,
    }));
}

/** Requests that a different model now answers, or may answer under a different interpretation of the API. */
export function routeMoved(context: ChangeContext): RuleFinding[] {
  const moved = answeredRoutes(context).filter((route) => route.moved);
  const used = usedHosts(context);
  const otherwise = otherRoutes(context).filter((route) => used.has(hostAfter(route, context)));
  return [
    ...grouped(context, moved, (names, { before, after, isSettled }, all) => {
      const verb = new Set(all.map(incomingWords)).size === 1 ? "resolves" : "resolve";
      const was = `${isSettled ? "may have been" : "was"} \`${before?.model}\``;
      const to = `${names} now ${verb} to`;
      const isSameName = before?.is === "model" && before.model === after?.model;
      return isSameName
        ? { reason: `${to} a different model with the same gateway name, \`${after?.model}\`.` }
        : { reason: `${to} \`${after?.model}\` (${was}).` };
    }),
    ...grouped(context, otherwise, (names, { after }, all) => ({
      reason: `Requests for ${names} may go to \`${after?.model ?? "a different model"}\`. ${openWords(all)}`,
    })),
  ];
}

/** Requests that go, or may go, to a different provider on a host that no mapping used before. */
export function routeToNewHost(context: ChangeContext): RuleFinding[] {
  const { resources } = context;
  const providers = resources.before.filter(({ kind }) => kind === "ModelProvider");
  const used = usedHosts(context);
  const all = new Set(providers.map(hostIn));
  const isNew = (route: Route) => !used.has(hostAfter(route, context));
  const sure = answeredRoutes(context).filter(
    (route) =>
      !route.isSettled &&
      providerOf(route.before, "before", resources) !== providerOf(route.after, "after", resources) &&
      isNew(route),
  );
  return [
    ...grouped(context, sure, (names, route) => {
      const host = hostAfter(route, context);
      return {
        level: host === "" || all.has(host) ? "high" : "refused",
        reason: `Requests for ${names} go to ${hostWords(host)}, which no mapping used before.`,
      };
    }),
    ...grouped(context, otherRoutes(context).filter(isNew), (names, route, all) => {
      const where = `\`${route.after?.model ?? "a different model"}\` on ${hostWords(hostAfter(route, context))}`;
      return {
        level: "high",
        reason: `Requests for ${names} may go to ${where}, which no mapping used before. ${openWords(all)}`,
      };
    }),
  ];
}

/** Where changed mappings send requests under other interpretations of the API. */
function otherRoutes({ routes }: ChangeContext): Route[] {
  const moving = new Set(routes.flatMap(({ moved, after }) => (moved ? (after?.byUrn ?? []) : [])));
  return routes
    .flatMap((route) => (route.otherwise ?? []).map((way): Route => ({ ...route, ...way })))
    .filter(({ after }) => !moving.has(after?.byUrn ?? ""));
}

function openWords(routes: readonly Route[]): string {
  const open = new Set(routes.flatMap(({ after }) => after?.depends ?? []));
  return `The API does not specify ${[...open].join(", and ")}.`;
}

function usedHosts({ resources, routes }: ChangeContext): Set<string> {
  return new Set(
    routes.flatMap(({ before }) => {
      const provider = before?.byUrn === undefined ? undefined : providerOf(before, "before", resources);
      return provider?.before === undefined ? [] : hostIn(provider.before);
    }),
  );
}

function hostAfter({ after }: Route, { resources }: ChangeContext): string {
  const provider = providerOf(after, "after", resources);
  return hostIn(provider?.after ?? provider?.before);
}

function answeredRoutes({ routes }: ChangeContext): Route[] {
  return routes.filter(({ before, after }) => isAnswered(before) && after?.is === "model");
}

function hostIn(provider: Valued | undefined): string {
  return hostOf(provider?.inputs.baseUrl ?? provider?.outputs.baseUrl);
}

function hostWords(host: string): string {
  return host === "" || isUnknown(host)
    ? "a host that is known only during the `up`"
    : `the host \`${host}\``;
}

/** The same model may have a different provider after the change. */
function providerOf(
  end: End | undefined,
  moment: "before" | "after",
  resources: Resources,
): Step | undefined {
  const model = resources.byUrn(end?.modelUrn ?? "");
  const snapshot = model?.[moment] ?? model?.before;
  const id = snapshot?.outputs.providerId;
  return (
    snapshot && (resources.named(snapshot, "providerId") ?? resources.byId(typeof id === "string" ? id : ""))
  );
}

/** Includes names that are known only during the `up`, and requests that another mapping may match. */
export function targetUnknown(context: ChangeContext): RuleFinding[] {
  const { resources, routes } = context;
  const isOpen = ({ after }: Route) => after?.byUrn !== undefined && after.is === "unknown";
  const unknown = routes.filter(
    (route) =>
      (route.moved || route.before === undefined) && (route.after?.is === "outside" || isOpen(route)),
  );
  const models = presentAt("after", resources).filter(({ step }) => step.kind === "Model");
  const namesIn = (workspace: string) =>
    models.flatMap(({ step, snapshot }) => {
      const name = snapshot.outputs.gatewayName;
      const isHere = workspaceOf(resources, step, snapshot) === workspace;
      return isHere && typeof name === "string" && !isUnknown(name) ? name : [];
    });
  return grouped(context, unknown, (incoming, { before, after, workspace }) => {
    const isOption = after?.isOption === true;
    const isUndeclared = after?.is === "outside" && !isOption;
    const hint = isUndeclared ? didYouMean(after.model ?? "", namesIn(workspace)) : "";
    return {
      level: (isAnswered(before) && !isOption) || hint !== "" ? "refused" : "medium",
      reason: `Requests for ${incoming} ${doubtWords(after) ?? `go to ${targetWords(after)}`}.${hint}`,
    };
  });
}

/** Undefined if the mapping certainly matches the requests. */
function doubtWords({ depends = [], model, by }: Partial<End> = {}): string | undefined {
  const why = depends.map((open) => doubts[open]).find((each) => each !== undefined);
  return (
    why &&
    `may go to ${model === undefined ? "a different model" : `\`${model}\``}: the mapping \`${by}\` ${why}`
  );
}

const doubts: Readonly<Record<string, string>> = {
  [openUntilUp]: "may match them (known only during the `up`)",
  [openOrder]: "has the same priority as another mapping that matches them",
  [openPattern]: "has a pattern that is not supported",
  [openBound]: "has a pattern that may match the same names, but checking this would take too long",
};

function targetWords({ model, isOption }: Partial<End> = {}): string {
  if (model === undefined) {
    return "a name that is known only during the `up`";
  }
  const about = isOption
    ? "which a provider offers in `modelOptions`, but no `Model` declares"
    : "which is not the gateway name of any known model";
  return `\`${model}\`, ${about}`;
}

/** Names that resolve to a more expensive model. This is as severe as an equal price increase for a model. */
export function routeCostsMore(context: ChangeContext): RuleFinding[] {
  return costs(context, "a more expensive model", ({ danger }) => danger.rule === "cost-up");
}

/** Requests to a free model count against no budget, unlike those to a merely cheaper model. */
export function routeIsFree(context: ChangeContext): RuleFinding[] {
  return costs(
    context,
    "a model that costs nothing, so budgets do not count it",
    ({ danger, change }) => danger.rule === "cost-down" && Number(change?.after) <= 0,
  );
}

function costs(context: ChangeContext, model: string, isMeant: (hit: Hit) => boolean): RuleFinding[] {
  const { resources, routes } = context;
  return routes.flatMap((route) => {
    const hits = route.moved ? costHits(route, resources).filter(isMeant) : [];
    return hits.length === 0
      ? []
      : [
          {
            level: worstOf(hits),
            ...decider(context, route.incoming, route.after),
            reason: `${incomingWords(route)} ${hits[0]?.isOpen ? "may resolve" : "resolves"} to ${model}: ${changesIn(hits, resources).join(", ")}.`,
            ...amountsOf(hits),
          },
        ];
  });
}

function costHits({ before, after }: Route, resources: Resources): Hit[] {
  const [old, planned] = [resources.byUrn(before?.modelUrn ?? ""), resources.byUrn(after?.modelUrn ?? "")];
  const kind = planned && resources.kindOf(planned);
  const [was, willBe] = [old?.before, planned?.after ?? planned?.before];
  if (kind === undefined || was === undefined || willBe === undefined) {
    return [];
  }
  // The outputs contain values that the program does not declare, and values of objects that it only reads.
  const valueIn = ({ inputs, outputs }: Snapshot, name: string) => inputs[name] ?? outputs[name];
  const hits = [...kind.fields.values()].flatMap((field) => {
    const [old, now] = [valueIn(was, field.name), valueIn(willBe, field.name) ?? unknownValue];
    return hitsIn({ kind, field, before: old, after: now });
  });
  return hits.toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen));
}

/** Names that a mapping now resolves to a retired model. */
export function routeToRetired(context: ChangeContext): RuleFinding[] {
  const retired = new Map(context.retirements.filter(hasRetired).map((each) => [each.urn, each]));
  return context.routes.flatMap((route) => {
    const { incoming, before, after } = route;
    const to = after?.byUrn === undefined ? undefined : retired.get(after.modelUrn ?? "");
    const isNew = before?.modelUrn === undefined || before.modelUrn !== after?.modelUrn;
    return to === undefined || !isNew
      ? []
      : [
          {
            ...decider(context, incoming, after),
            reason:
              `${incomingWords(route)} now resolves to \`${to.model}\`, which retired on ${to.retiresOn}. ` +
              replacementWords(to),
          },
        ];
  });
}
