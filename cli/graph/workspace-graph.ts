/** What stands in a drawing. A `missing` one is not there, but something leads to it. */
export interface GraphNode {
  /** Made of numbers, so that no text of an object is ever one. */
  readonly id: string;
  readonly is:
    | "mapping"
    | "prompt"
    | "model"
    | "workspace"
    | "provider"
    | "missing model"
    | "missing provider";
  readonly label: string;
  /** The gateway's id, if it is an object. */
  readonly objectId?: string;
  /** What is said of it in small. */
  readonly note?: string;
  readonly isPattern?: true;
  /** Switched off. */
  readonly isOff?: true;
}

/** An arrow: a mapping leads to a model, a prompt is for a model or the workspace, a model is served by a provider. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly is: "leads to" | "is for" | "is served by";
  readonly label?: string;
  /** It begins at what is switched off. */
  readonly isOff?: true;
  /** It ends at what is not there. */
  readonly isBroken?: true;
}

/** The routing of a workspace. */
export interface WorkspaceGraph {
  /** The id of the workspace. */
  readonly workspace: string;
  readonly name: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Where the objects were read. What a stack does not have may still be on the gateway. */
export type GraphSource = "gateway" | "stack";
