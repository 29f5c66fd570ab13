import { isRemoved } from "../../plan/operations.js";
import type { Resources } from "../resources.js";
import { workspaceOf } from "../workspace-keys.js";

/** The keys of the workspaces that are destroyed: a kind with a guard holds what others belong to. */
export function destroyedWorkspaces(resources: Resources): ReadonlySet<string> {
  const gone = resources.plan.steps.filter(
    (step) => resources.kindOf(step)?.guard !== undefined && isRemoved(step),
  );
  return new Set(
    gone.flatMap((step) => {
      const key = step.before && workspaceOf(resources, step, step.before);
      return key === undefined ? [] : [key];
    }),
  );
}
