import type { Kind } from "../../spec/kind.js";
import { plainState } from "../../stack/plain-state.js";
import { readStackState } from "../../stack/stack-state.js";
import type { DoubtedObject } from "../find/look-at-objects.js";
import type { Deployment } from "./deployment.js";

/**
 * The objects of a state that may be gone or changed: those whose delete nobody saw end, or all, if a run recorded nothing. Without
 * those that are only read, and those of a provider whose settings stand in the program.
 */
export function doubtedObjects(state: Deployment, kinds: readonly Kind[], all: boolean): DoubtedObject[] {
  const deleting = new Set(
    (state.deployment.pending_operations ?? [])
      .filter(({ type }) => type === "deleting")
      .map(({ resource }) => `${resource.urn} ${resource.id}`),
  );
  return readStackState(JSON.stringify(state), kinds)
    .resources.filter(({ external, provider }) => !external && provider === undefined)
    .map(({ urn, kind, id, inputs, outputs }) => ({
      ...{ urn, kind, id, deleting: deleting.has(`${urn} ${id}`) },
      inputs: plainState(inputs).values,
      outputs: plainState(outputs).values,
    }))
    .filter((each) => all || each.deleting);
}
