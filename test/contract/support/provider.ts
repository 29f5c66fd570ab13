import type { dynamic } from "@pulumi/pulumi";
import type { Values } from "../../../provider/spec/values.js";
import type { Adapter } from "../../harness/adapter.ts";

/** A process that the engine starts for resources: by an adapter, or for a provider of the program. */
export interface By {
  readonly adapter: Adapter;
  /** The provider of the program whose arguments are the settings. */
  readonly provider?: string;
  /** What tells it from other processes of the kind, such as its version. */
  readonly process?: string;
}

/** What the engine calls for a resource, in whichever form it has this provider. */
export interface Provider
  extends Required<Omit<dynamic.ResourceProvider<Values, Values>, "configure" | "read">> {
  /** A native plugin also gets the inputs that the engine has kept. */
  read(id: string, state?: Values, inputs?: Values): Promise<dynamic.ReadResult<Values>>;
  /** What a preview takes for what an update will give. */
  knownOutputs(id: string, olds: Values, news: Values): Promise<Values>;
}
