import { isUnknown, likely } from "pulumi-workspace-gateway/tools";
import { hostOf } from "../../../account/host-of.js";
import { isAnswered, type Route } from "../../../routing/compare-routes.js";
import type { End } from "../../../routing/find-route.js";
import { shortList } from "../../../text/short-list.js";
import type { Snapshot, Step } from "../../plan/plan.js";
import { weighed } from "../../rules/finding.js";
import type { Resources } from "../resources.js";
import type { Finding } from "../review.js";
import { presentAt } from "../setups.js";
import type { Changed } from "./change-rule.js";
import { decider } from "./routes.js";

/** Requests that were answered, and are answered by another model. */
export function routeMoved(changed: Changed): Finding[] {
  const moved = answeredRoutes(changed).filter((route) => route.moved);
  return told(changed, moved, (names, { before, after }) =>
    weighed("medium", {
      rule: "route-moved",
      ...noPlace,
      reason: `Requests for ${names} go to \`${after?.model}\`, and went to \`${before?.model}\` before.`,
    }),
  );
}

/** Requests that were answered by a provider, and go to another one, on a host to which none led before. */
export function routeToNewHost(changed: Changed): Finding[] {
  const { resources } = changed;
  const providers = presentAt("before", resources).filter(({ step }) => step.kind === "ModelProvider");
  const declared = new Set(
    providers.flatMap(({ step, snapshot }) => (step.isUndeclared ? [] : hostIn(snapshot))),
  );
  const all = new Set(providers.map(({ snapshot }) => hostIn(snapshot)));
  const hostAfter = ({ after }: Route) => {
    const provider = providerOf(after, "after", resources);
    return hostIn(provider?.after ?? provider?.before);
  };
  const led = answeredRoutes(changed).filter(
    (route) =>
      providerOf(route.before, "before", resources) !== providerOf(route.after, "after", resources) &&
      !declared.has(hostAfter(route)),
  );
  return told(changed, led, (names, route) => {
    const host = hostAfter(route);
    const isKnown = host === "" || all.has(host);
    return weighed(isKnown ? "high" : "refused", {
      rule: "route-to-new-host",
      ...noPlace,
      reason: `Requests for ${names} go to ${hostWords(host)}, to which no provider of this stack led before.`,
    });
  });
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
 * Requests that are led to a name which is that of no known model, or which is known only during the `up`: the program may take it
 * from a model, and make anything of it.
 */
export function targetUnknown(changed: Changed): Finding[] {
  const { resources, routes } = changed;
  const isOpen = ({ before, after }: Route) =>
    after?.byUrn !== undefined &&
    (after.is === "model"
      ? isAnswered(before) && isUnknown(resources.byUrn(after.byUrn)?.after?.inputs.targetModel)
      : after.is === "unknown");
  const led = routes.filter(
    (route) =>
      (route.moved || route.before === undefined) && (route.after?.is === "outside" || isOpen(route)),
  );
  const names = presentAt("after", resources).flatMap(({ step, snapshot }) => {
    const name = step.kind === "Model" ? snapshot.outputs.gatewayName : undefined;
    return typeof name === "string" && !isUnknown(name) ? [name] : [];
  });
  return told(changed, led, (incoming, { before, after }) => {
    const meant = after?.is === "outside" ? likely(after.model ?? "", names) : undefined;
    const worst = after?.is === "model" ? "high" : "refused";
    return weighed(isAnswered(before) || meant !== undefined ? worst : "medium", {
      rule: "target-unknown",
      ...noPlace,
      reason: `Requests for ${incoming} go to ${targetWords(after)}${meant === undefined ? "." : `. Is \`${meant}\` meant?`}`,
    });
  });
}

function targetWords(after: Route["after"]): string {
  const { is, model } = after ?? {};
  if (is === "model" || model === undefined) {
    return `a name that is known only during the \`up\`${model === undefined ? "" : `, which the program takes from \`${model}\``}`;
  }
  return `\`${model}\`, which is the name of no model that is known here`;
}

const noPlace = { urn: "", name: "" };

/** One finding for each resource that decides, with the names that it leads to the same end. */
function told(
  changed: Changed,
  routes: readonly Route[],
  tell: (names: string, first: Route) => Finding,
): Finding[] {
  const groups = Map.groupBy(routes, ({ incoming, before, after }) =>
    JSON.stringify([decider(changed, incoming, after).urn || incoming, isAnswered(before), after?.model]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const names = shortList(group.map(({ incoming }) => `\`${incoming}\``));
    return first === undefined
      ? []
      : [{ ...tell(names, first), ...decider(changed, first.incoming, first.after) }];
  });
}
