import type { ExportedState } from "../../harness/engine.ts";

/** A resource of ours that a state has. */
export interface InState {
  readonly kind: string;
  /** Logical name. */
  readonly name: string;
  readonly id: string;
  /** The engine still has to delete it. */
  readonly isLeaving: boolean;
}

const type = "pulumi-nodejs:dynamic/workspace-gateway:";

/** The resources of ours that a stack manages. */
export function inState({ deployment }: ExportedState): InState[] {
  const ours = (deployment.resources ?? []).filter(
    (resource) => resource.type.startsWith(type) && resource.external !== true,
  );
  return ours.map(({ urn, id = "", type: token, ...rest }) => ({
    kind: token.slice(type.length),
    name: urn.slice(urn.lastIndexOf("::") + 2),
    id,
    isLeaving: rest.delete === true,
  }));
}
