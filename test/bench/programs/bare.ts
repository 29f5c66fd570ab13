import type { Inputs } from "@pulumi/pulumi";
import { CustomResource } from "@pulumi/pulumi/resource.js";
import { declare } from "./declare.ts";

/** Sends no request and loads nothing. */
const __provider =
  "exports.handler=()=>({create:async(i)=>({id:i.name||i.source_name,outs:i}),update:async(_i,_o,n)=>({outs:n})})";

/** The smallest possible dynamic resource: it costs what the engine and the SDK cost. */
class BareObject extends CustomResource {
  constructor(collection: string, name: string, args: Inputs) {
    super(`pulumi-nodejs:dynamic/bare-object:${collection}`, name, { ...args, __provider });
  }
}

declare(
  ({ collection, name, body }, workspaceId) => new BareObject(collection, name, { ...body, workspaceId }),
);
