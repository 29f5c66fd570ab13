import type { Inputs } from "@pulumi/pulumi";
import { CustomResource } from "@pulumi/pulumi/resource.js";
import { declare } from "./declare.ts";

/** A provider that knows nothing, asks nobody, and loads nothing. */
const __provider =
  "exports.handler=()=>({create:async(i)=>({id:i.name||i.source_name,outs:i.name?{...i,gateway_name:i.name}:i}),update:async(_i,_o,n)=>({outs:n})})";

/** The smallest dynamic resource that there can be: what it costs is what the engine and the SDK cost. */
class BareObject extends CustomResource {
  constructor(collection: string, name: string, args: Inputs) {
    super(`pulumi-nodejs:dynamic/bare-object:${collection}`, name, {
      gateway_name: undefined,
      ...args,
      __provider,
    });
  }
}

declare((collection, name, args) => new BareObject(collection, name, args));
