import { routeChange } from "../../../routing/compare-routes.js";
import type { End } from "../../../routing/find-route.js";
import { weighed } from "../../rules/finding.js";
import type { Finding } from "../review.js";
import { destroyedWorkspaces } from "../workspace-keys.js";
import type { Changed } from "./change-rule.js";

/**
 * Names that ended at a model and end nowhere afterwards. In a workspace that is destroyed all names are lost:
 * that is a finding of the workspace.
 */
export function routeLost(changed: Changed): Finding[] {
  const gone = destroyedWorkspaces(changed.resources);
  return changed.routes
    .filter((route) => routeChange(route) === "lost" && !gone.has(route.workspace))
    .map(({ incoming, before }) =>
      weighed("refused", {
        rule: "route-lost",
        ...decider(changed, incoming, before),
        reason: `Requests for \`${incoming}\` ended at \`${before?.model ?? "a model"}\`, and now end nowhere.`,
      }),
    );
}

/** The resource that decides where a name ends: a mapping, or the model whose own name it is. */
export function decider(
  { resources }: Changed,
  incoming: string,
  end: End | undefined,
): Pick<Finding, "urn" | "name"> {
  const urn = end?.byUrn ?? end?.modelUrn ?? "";
  return { urn, name: resources.byUrn(urn)?.name ?? incoming };
}
