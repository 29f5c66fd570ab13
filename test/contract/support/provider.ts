import type { dynamic } from "@pulumi/pulumi";
import type { Values } from "../../../provider/spec/values.js";

/** What the engine calls for a resource, in whichever form it has this provider. */
export interface Provider extends Required<Omit<dynamic.ResourceProvider<Values, Values>, "configure">> {
  /** What a preview takes for what an update will give. */
  knownOutputs(id: string, olds: Values, news: Values): Promise<Values>;
}
