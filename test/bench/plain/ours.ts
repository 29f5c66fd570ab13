import type { Inputs } from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";
import { declare } from "./declare.ts";

type Class = new (name: string, args: Inputs) => object;

/** The classes, whose arguments the benchmark spells in one way for all. */
const classes: Record<string, object> = {
  workspaces: gateway.Workspace,
  providers: gateway.ModelProvider,
  models: gateway.Model,
  prompts: gateway.Prompt,
  mappings: gateway.Mapping,
};

declare(
  (collection, name, args) => new (classes[collection] as Class)(name, args),
  (field) => field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
);
