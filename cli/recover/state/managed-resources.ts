import type { Kind } from "pulumi-workspace-gateway/tools";
import { plainState } from "../../stack/plain-state.js";
import { readStackState } from "../../stack/stack-state.js";
import type { RecordedResource } from "../lost-create.js";
import type { Deployment } from "./deployment.js";

/** A resource of the state whose object the stack manages. */
export interface ManagedResource extends RecordedResource {
  readonly urn: string;
  /** The name of the provider that the program has declared for it, with settings of its own. */
  readonly provider?: string;
}

export function managedResources(state: Deployment, kinds: readonly Kind[]): ManagedResource[] {
  return readStackState(JSON.stringify(state), kinds)
    .resources.filter(({ external }) => !external)
    .map(({ inputs, outputs, ...resource }) => ({
      ...resource,
      inputs: plainState(inputs).values,
      outputs: plainState(outputs).values,
    }));
}
