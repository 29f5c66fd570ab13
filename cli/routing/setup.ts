/** A model of a workspace, as routing sees it. */
export interface RoutedModel {
  readonly urn: string;
  /** Logical name in the program. */
  readonly name: string;
  /** A text that is the same for all objects of one workspace: its id, or the URN of its resource. */
  readonly workspace: string;
  /** What mappings lead to. Undefined while it is not known. */
  readonly gatewayName?: string;
  /** The model's own `name` on the gateway. */
  readonly modelName?: string;
  readonly inputCost?: number;
  readonly outputCost?: number;
  /** The name of its provider, and the host that the provider leads to. */
  readonly provider?: string;
  readonly host?: string;
}

/** A mapping of a workspace, as routing sees it. */
export interface RoutedMapping {
  readonly urn: string;
  readonly name: string;
  readonly workspace: string;
  /** Undefined while it is not known. */
  readonly sourceName?: string;
  /** The gateway name that it leads to, if that is known. */
  readonly targetModel?: string;
  /** The URN of the model whose `gatewayName` it leads to, if the program says so. */
  readonly targetUrn?: string;
  /** Undefined: left to the gateway, whose default the API does not show. */
  readonly priority?: number;
  readonly enabled?: boolean;
  readonly isPattern?: boolean;
}

/** All that decides where requests end, at one moment. */
export interface Setup {
  readonly models: readonly RoutedModel[];
  readonly mappings: readonly RoutedMapping[];
  /** The names of the workspaces for people, by the text that `workspace` has. */
  readonly workspaces: Readonly<Record<string, string>>;
}

/** Where an incoming name ends. */
export interface End {
  /**
   * `model`: at a model of the stack. `outside`: at a gateway name that no model of the stack has.
   * `nowhere`: no mapping takes the name, or its model goes away. `unknown`: it is not known before the `up`.
   */
  readonly is: "model" | "outside" | "nowhere" | "unknown";
  /** The gateway name, or the model's logical name while its gateway name is not known. */
  readonly model?: string;
  readonly modelUrn?: string;
  /** The logical name and URN of the mapping that decides. Undefined if the name is a model's own gateway name. */
  readonly by?: string;
  readonly byUrn?: string;
  /** What the API does not say and this result depends on, in words; empty if it depends on nothing. */
  readonly depends: readonly string[];
}

/** Where an incoming name ends now, and where after the `up`. A pattern stands for the names that it takes. */
export interface Route {
  readonly workspace: string;
  /** The incoming name, or the text of the pattern. */
  readonly incoming: string;
  readonly isPattern: boolean;
  /** Undefined if nothing takes the name at that moment. */
  readonly before?: End;
  readonly after?: End;
  /** Whether it ends elsewhere after the `up`, or at the same model in another way that people should see. */
  readonly moved: boolean;
  /** The route's dearer side: how the cost of the model at its end changes, in percent, where both are known. */
  readonly costPercent?: number;
}

/** What is odd about one setup by itself, whatever changes. */
export interface RoutingFinding {
  readonly rule: "route-ends-nowhere" | "pattern-shadowed" | "priority-tie";
  /** The mapping that it is about. */
  readonly urn: string;
  readonly name: string;
  /** A sentence: what is found, what it means, what would be right. */
  readonly reason: string;
}
