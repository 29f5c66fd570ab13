import type { dynamic } from "@pulumi/pulumi";
import type { Values } from "../../../provider/spec/values.js";

/** What the engine calls for a resource, in whichever form it has this provider. */
export interface Provider
  extends Required<Omit<dynamic.ResourceProvider<Values, Values>, "configure" | "read">> {
  /** A native plugin also gets the inputs that the engine has kept. */
  read(id: string, state?: Values, inputs?: Values): Promise<dynamic.ReadResult<Values>>;
  /** What a preview takes for what an update will give. */
  knownOutputs(id: string, olds: Values, news: Values): Promise<Values>;
}
