import * as pulumi from "@pulumi/pulumi";
import { declare } from "./declare.ts";

/** The same provider, loaded by a text that is the same for all objects of a class. */
class PlainObject extends pulumi.CustomResource {
  constructor(collection: string, name: string, args: pulumi.Inputs) {
    const __provider = `exports.handler=()=>require("./rest-provider.ts").restProvider("/${collection}")`;
    const outputs = { created_at: undefined, updated_at: undefined, gateway_name: undefined };
    super(`pulumi-nodejs:dynamic/plain-rest-object:${collection}`, name, { ...outputs, ...args, __provider });
  }
}

declare((collection, name, args) => new PlainObject(collection, name, args));
