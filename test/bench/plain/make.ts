import type { Inputs } from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";
import type { Make } from "./declare.ts";

type Class = new (name: string, args: Inputs) => object;

/** The classes, whose arguments the benchmark spells in one way for all. */
const classes: Record<string, object> = {
  workspaces: gateway.Workspace,
  providers: gateway.ModelProvider,
  models: gateway.Model,
  prompts: gateway.Prompt,
  mappings: gateway.Mapping,
};

export const make: Make = (collection, name, args) => new (classes[collection] as Class)(name, args);

export function spelled(field: string): string {
  return field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
