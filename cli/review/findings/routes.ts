import { didYouMean, type Field, isUnknown, type Json, unknownValue } from "pulumi-workspace-gateway/tools";
import { hostOf } from "../../account/account-object.js";
import { hasRetired, replacementWords } from "../../retirement/retirement.js";
import { type Route, routeChange } from "../../routing/compare-routes.js";
import { type End, isAnswered } from "../../routing/route.js";
import { openBound, openOrder, openPattern, openUntilUp } from "../../routing/semantics.js";
import { abridged, shortList } from "../../text/words.js";
import { destroyedWorkspaces, presentAt, type Resources } from "../facts/resources.js";
import type { Finding } from "../facts/review.js";
import type { Snapshot, Step } from "../plan/plan.js";
import type { Changed } from "./change-rule.js";
import { amountsOf, changesIn, type Hit, hitsIn, worstOf } from "./dangers.js";
import { weighed } from "./finding.js";

/**
 * Names that ended at a model and end nowhere afterwards. In a workspace that is destroyed all names are lost:
 * that is a finding of the workspace.
 */
export function routeLost(changed: Changed): Finding[] {
  const gone = destroyedWorkspaces(changed.resources);
  return changed.routes
    .filter((route) => routeChange(route) === "lost" && !gone.has(route.workspace))
    .map((route) => {
      const { incoming, before } = route;
      return weighed("refused", {
        rule: "route-lost",
        ...decider(changed, incoming, before),
        reason: `Requests for ${incomingWords(route)} ended at \`${before?.model ?? "a model"}\`, and now end nowhere.`,
      });
    });
}

/** The names of a route, in words. */
function incomingWords({ incoming, example }: Route): string {
  const such = example === undefined ? "" : ` (such as \`${abridged(example)}\`)`;
  return `\`${abridged(incoming)}\`${such}`;
}

/** The resource that decides where a name ends: a mapping, or the model whose own name it is. */
function decider(
  { resources }: Changed,
  incoming: string,
  end: End | undefined,
): Pick<Finding, "urn" | "name"> {
  const urn = end?.byUrn ?? end?.modelUrn ?? "";
  return { urn, name: resources.byUrn(urn)?.name ?? incoming };
}

/** Requests that were answered, and are answered by another model. */
export function routeMoved(changed: Changed): Finding[] {
  const moved = answeredRoutes(changed).filter((route) => route.moved);
  return grouped(changed, moved, (names, { before, after, isSettled }) =>
    weighed("medium", {
      rule: "route-moved",
      ...noPlace,
      reason: `Requests for ${names} go to \`${after?.model}\`, and ${isSettled ? "may have gone" : "went"} to \`${before?.model}\` before.`,
    }),
  );
}

/** Requests that were answered by a provider, and go to another one, on a host that no mapping used before. */
export function routeToNewHost(changed: Changed): Finding[] {
  const { resources } = changed;
  const providers = presentAt("before", resources).filter(({ step }) => step.kind === "ModelProvider");
  const used = usedHosts(changed);
  const all = new Set(providers.map(({ snapshot }) => hostIn(snapshot)));
  const led = answeredRoutes(changed).filter(
    (route) =>
      !route.isSettled &&
      providerOf(route.before, "before", resources) !== providerOf(route.after, "after", resources) &&
      !used.has(hostAfter(route, resources)),
  );
  return grouped(changed, led, (names, route) => {
    const host = hostAfter(route, resources);
    const isKnown = host === "" || all.has(host);
    return weighed(isKnown ? "high" : "refused", {
      rule: "route-to-new-host",
      ...noPlace,
      reason: `Requests for ${names} go to ${hostWords(host)}, which no mapping used before.`,
    });
  });
}

/** The same, if the gateway reads mappings otherwise than this review does. */
export function routeOtherwise(changed: Changed): Finding[] {
  const { resources, routes } = changed;
  const moving = new Set(routes.flatMap(({ moved, after }) => (moved ? (after?.byUrn ?? []) : [])));
  const used = usedHosts(changed);
  const ways = routes.flatMap((route) => (route.otherwise ?? []).map((way): Route => ({ ...route, ...way })));
  const news = ways.filter(({ after }) => !moving.has(after?.byUrn ?? ""));
  return grouped(changed, news, (names, route, all) => {
    const host = hostAfter(route, resources);
    const open = [...new Set(all.flatMap(({ after }) => after?.depends ?? []))];
    const isUsed = used.has(host);
    const where = `\`${route.after?.model ?? "another model"}\`${isUsed ? "" : ` on ${hostWords(host)}, which no mapping used before`}`;
    return weighed(isUsed ? "medium" : "high", {
      rule: isUsed ? "route-moved" : "route-to-new-host",
      ...noPlace,
      reason: `Requests for ${names} may go to ${where}. The API leaves open ${open.join(", and ")}.`,
    });
  });
}

/** The hosts to which a mapping led requests before. */
function usedHosts({ resources, routes }: Changed): Set<string> {
  return new Set(
    routes.flatMap(({ before }) => {
      const provider = before?.byUrn === undefined ? undefined : providerOf(before, "before", resources);
      return provider?.before === undefined ? [] : hostIn(provider.before);
    }),
  );
}

function hostAfter({ after }: Route, resources: Resources): string {
  const provider = providerOf(after, "after", resources);
  return hostIn(provider?.after ?? provider?.before);
}

/** Requests that were answered, and are answered by a model. */
function answeredRoutes({ routes }: Changed): Route[] {
  return routes.filter(({ before, after }) => isAnswered(before) && after?.is === "model");
}

function hostIn(provider: Snapshot | undefined): string {
  return hostOf(provider?.inputs.baseUrl ?? provider?.outputs.baseUrl);
}

function hostWords(host: string): string {
  return host === "" || isUnknown(host) ? "a host that is not known before the `up`" : `the host \`${host}\``;
}

/** Who serves the model at which a name ends at a moment: the same model may have another provider afterwards. */
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

/**
 * Requests that are routed to a name that no known model has, or that is known only during the `up`. Also requests of which it
 * cannot be decided whether another mapping takes them.
 */
export function targetUnknown(changed: Changed): Finding[] {
  const { resources, routes } = changed;
  const isOpen = ({ after }: Route) => after?.byUrn !== undefined && after.is === "unknown";
  const led = routes.filter(
    (route) =>
      (route.moved || route.before === undefined) && (route.after?.is === "outside" || isOpen(route)),
  );
  const names = presentAt("after", resources).flatMap(({ step, snapshot }) => {
    const name = step.kind === "Model" ? snapshot.outputs.gatewayName : undefined;
    return typeof name === "string" && !isUnknown(name) ? [name] : [];
  });
  return grouped(changed, led, (incoming, { before, after }) => {
    const hint = after?.is === "outside" ? didYouMean(after.model ?? "", names) : "";
    return weighed(isAnswered(before) || hint !== "" ? "refused" : "medium", {
      rule: "target-unknown",
      ...noPlace,
      reason: `Requests for ${incoming} ${doubtWords(after) ?? `go to ${targetWords(after)}`}.${hint}`,
    });
  });
}

/** Undefined if it is known that the mapping takes the requests. */
function doubtWords({ depends = [], model, by }: Partial<End> = {}): string | undefined {
  const why = depends.map((open) => doubts[open]).find((each) => each !== undefined);
  return (
    why && `may go to ${model === undefined ? "another model" : `\`${model}\``}: the mapping \`${by}\` ${why}`
  );
}

const doubts: Readonly<Record<string, string>> = {
  [openUntilUp]: "may take them, which is known only during the `up`",
  [openOrder]: "has the same priority as another one that takes them",
  [openPattern]: "has a pattern that cannot be read",
  [openBound]: "has a pattern that may match the same names, which is too much to compute",
};

function targetWords(after: Route["after"]): string {
  const { model } = after ?? {};
  return model === undefined
    ? "a name that is known only during the `up`"
    : `\`${model}\`, which is the name of no model that is known here`;
}

const noPlace = { urn: "", name: "" };

/** One finding for each resource that decides, with the names that it leads to the same end. */
function grouped(
  changed: Changed,
  routes: readonly Route[],
  findingOf: (names: string, first: Route, all: readonly Route[]) => Finding,
): Finding[] {
  const groups = Map.groupBy(routes, ({ incoming, before, after }) =>
    JSON.stringify([
      decider(changed, incoming, after).urn || incoming,
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
      : [{ ...findingOf(names, first, group), ...decider(changed, first.incoming, first.after) }];
  });
}

/**
 * Names that resolve to a more expensive model, or to one that costs nothing, as severe as if their model itself became that.
 * One that is only cheaper counts against its budget as it should.
 */
export function routeCosts(changed: Changed): Finding[] {
  const { resources, routes } = changed;
  return routes
    .filter(({ moved }) => moved)
    .flatMap((route) => {
      const hits = costHits(route, resources);
      const found = (rule: "cost-up" | "cost-down", some: readonly Hit[], model: string): Finding[] =>
        some.length === 0
          ? []
          : [
              weighed(worstOf(some), {
                rule,
                ...decider(changed, route.incoming, route.after),
                reason: `${incomingWords(route)} ${some[0]?.isOpen ? "perhaps " : ""}resolves to ${model}: ${changesIn(some, resources).join(", ")}.`,
                ...amountsOf(some),
              }),
            ];
      const rises = hits.filter(({ danger }) => danger.rule === "cost-up");
      const freed = hits.filter(
        ({ danger, change }) => danger.rule === "cost-down" && Number(change?.after) <= 0,
      );
      return [
        ...found("cost-up", rises, "a more expensive model"),
        ...found("cost-down", freed, "a model that costs nothing, so that no budget counts it"),
      ];
    });
}

/** Those that are sure come first. */
function costHits({ before, after }: Route, resources: Resources): Hit[] {
  const [old, planned] = [resources.byUrn(before?.modelUrn ?? ""), resources.byUrn(after?.modelUrn ?? "")];
  const kind = planned && resources.kindOf(planned);
  const [was, willBe] = [old?.before, planned?.after ?? planned?.before];
  if (kind === undefined || was === undefined || willBe === undefined) {
    return [];
  }
  const hits = [...kind.fields.values()].flatMap((field) => {
    const costs = (field.danger ?? []).filter(({ rule }) => rule === "cost-up" || rule === "cost-down");
    const [old, now] = [valueIn(was, field), valueIn(willBe, field) ?? unknownValue];
    return hitsIn({ kind, field, before: old, after: now }, costs);
  });
  return hits.toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen));
}

/** The API returns what a program only reads, or what no program declares. */
function valueIn({ inputs, outputs }: Snapshot, { name }: Field): Json | undefined {
  return inputs[name] ?? outputs[name];
}

/** Names that a mapping newly resolves to a model that has retired. */
export function routeToRetired(changed: Changed): Finding[] {
  const retired = new Map(
    changed.retirements.filter(hasRetired).map((retirement) => [retirement.urn, retirement]),
  );
  return changed.routes.flatMap((route) => {
    const { incoming, before, after } = route;
    const to = after?.byUrn === undefined ? undefined : retired.get(after.modelUrn ?? "");
    const isNew = before?.modelUrn === undefined || before.modelUrn !== after?.modelUrn;
    if (to === undefined || !isNew) {
      return [];
    }
    return [
      weighed("refused", {
        rule: "route-to-retired",
        ...decider(changed, incoming, after),
        reason:
          `${incomingWords(route)} now resolves to \`${to.model}\`, which retired on ${to.retiresOn}. ` +
          replacementWords(to),
      }),
    ];
  });
}
