import * as pulumi from "@pulumi/pulumi";
import type { Collection } from "../mixes.ts";
import { declare } from "./declare.ts";
import { restProvider } from "./rest-provider.ts";

/**
 * As the manual has it: one provider object for each class, whose closure is stored with every resource. The module in
 * the type is as long as the provider's, because a type stands many times in a state.
 */
const providers = {
  workspaces: restProvider("/workspaces"),
  providers: restProvider("/providers"),
  models: restProvider("/models"),
  prompts: restProvider("/prompts"),
  mappings: restProvider("/mappings"),
};

class PlainObject extends pulumi.dynamic.Resource {
  constructor(collection: Collection, name: string, args: pulumi.Inputs) {
    const outputs = { created_at: undefined, updated_at: undefined, gateway_name: undefined };
    super(providers[collection], name, { ...outputs, ...args }, undefined, "plain-rest-object", collection);
  }
}

declare((collection, name, args) => new PlainObject(collection, name, args));
