import type { Step } from "../../../plan/plan.js";
import { weighed } from "../../../rules/finding.js";
import { destroyedWorkspaces, type Resources, workspaceOf } from "../../resources.js";
import type { Finding } from "../../review.js";
import type { Changed } from "../change-rule.js";
import { amountsOf, worstOf } from "./hit.js";
import { hitsOf } from "./hits.js";
import { neighboursOf } from "./neighbours.js";
import { reasonOf } from "./reason.js";

/** What the tables of the kinds say of what each step does: a finding for each rule and object, above the low level. */
export function dangers({ resources }: Changed): Finding[] {
  const gone = destroyedWorkspaces(resources);
  const neighbours = neighboursOf(resources);
  return resources.plan.steps.flatMap((step) => {
    const kind = resources.kindOf(step);
    if (kind === undefined || step.isUndeclared) {
      return [];
    }
    const byRule = Map.groupBy(hitsOf(step, kind, neighbours), ({ danger }) => danger.rule);
    return [...byRule]
      .map(([rule, hits]) =>
        weighed(worstOf(hits), {
          rule,
          urn: step.urn,
          name: step.name,
          reason: reasonOf(hits, step, resources, neighbours),
          ...amountsOf(hits),
        }),
      )
      .filter(({ level }) => level === "refused" || (level !== "low" && !isGoneWith(step, gone, resources)));
  });
}

/** Of what goes with its workspace, the workspace tells. */
function isGoneWith(step: Step, gone: ReadonlySet<string>, resources: Resources): boolean {
  const { operation, before } = step;
  const place = before && workspaceOf(resources, step, before);
  return operation === "delete" && place !== undefined && gone.has(place);
}
