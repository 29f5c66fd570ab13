import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

/**
 * Declares the providers and models of every team. The API keeps them in a workspace, so teams share only
 * this declaration. A new price or vendor is one change here, and a diff in every workspace.
 */
export function sharedModels(team: string, workspaceId: pulumi.Input<string>) {
  const config = new pulumi.Config();

  const openai = new gateway.ModelProvider(`${team}-openai`, {
    workspaceId,
    name: "openai",
    baseUrl: "https://api.openai.com/v1",
    compatibility: "OPENAI_SDK",
    priority: 1,
    apiKey: config.requireSecret("openaiApiKey"),
  });

  const deepseek = new gateway.ModelProvider(`${team}-deepseek`, {
    workspaceId,
    name: "deepseek",
    baseUrl: "https://api.deepseek.com",
    compatibility: "DEEPSEEK",
    priority: 2,
    apiKey: config.requireSecret("deepseekApiKey"),
  });

  // The API does not specify the unit of costs. These are dollars per million tokens.
  const small = new gateway.Model(`${team}-small`, {
    workspaceId,
    providerId: openai.id,
    name: "gpt-small",
    displayName: "GPT, small",
    apiName: "gpt-4.1-mini",
    type: "chat",
    inputCost: 0.4,
    outputCost: 1.6,
    contextWindow: 1_047_576,
  });

  const reasoner = new gateway.Model(`${team}-reasoner`, {
    workspaceId,
    providerId: deepseek.id,
    name: "deepseek-reasoner",
    displayName: "DeepSeek, reasoning",
    type: "chat",
    inputCost: 0.28,
    outputCost: 0.42,
    contextWindow: 131_072,
  });

  return { small, reasoner };
}
