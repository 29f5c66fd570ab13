import type * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";
import { readShared } from "./shared.ts";

/** The choices that each team has. Everything else is the same for all teams. */
export interface Team {
  /** The workspace's name. */
  name: string;
  /** The monthly spend cap. */
  budget: number;
  /** The tone of all answers from the team's models. */
  tone: string;
  /** The model for each name that the team's callers send. */
  routes: Record<string, ModelName>;
}

type ModelName = keyof typeof models;

/** The models of every team. A new price here changes every stack. Prices are dollars per million tokens. */
const models = {
  small: {
    displayName: "GPT, small",
    apiName: "gpt-4.1-mini",
    type: "chat",
    inputCost: 0.4,
    outputCost: 1.6,
    contextWindow: 1_047_576,
  },
  large: {
    displayName: "GPT, large",
    apiName: "gpt-4.1",
    type: "chat",
    inputCost: 2,
    outputCost: 8,
    contextWindow: 1_047_576,
  },
} as const;

/** Declares a workspace and its contents. A stack has one team, so resource names do not contain the team. */
export function declareTeam({ name, budget, tone, routes }: Team): { workspaceId: pulumi.Output<string> } {
  const workspace = new gateway.Workspace("workspace", { name });
  const workspaceId = workspace.id;

  new gateway.Budget("budget", { workspaceId, budget });
  new gateway.Prompt("tone", { workspaceId, name: "tone", content: tone, type: "SYSTEM", isGlobal: true });

  const served = serve(workspaceId);
  for (const [sourceName, model] of Object.entries(routes)) {
    new gateway.Mapping(sourceName, { workspaceId, sourceName, targetModel: served[model].gatewayName });
  }
  return { workspaceId };
}

function serve(workspaceId: pulumi.Output<string>): Record<ModelName, gateway.Model> {
  const { openaiApiKey } = readShared();
  const openai = new gateway.ModelProvider("openai", {
    workspaceId,
    name: "openai",
    baseUrl: "https://api.openai.com/v1",
    compatibility: "OPENAI_SDK",
    priority: 1,
    apiKey: openaiApiKey,
  });
  const of = (name: ModelName) =>
    new gateway.Model(name, { workspaceId, providerId: openai.id, name, ...models[name] });
  return { small: of("small"), large: of("large") };
}
