import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const config = new pulumi.Config();

const team = new gateway.Workspace("team", { name: "Support assistant" });
const workspaceId = team.id;

new gateway.Budget("cap", { workspaceId, budget: pulumi.getStack() === "prod" ? 2000 : 50 });

const openai = new gateway.ModelProvider("openai", {
  workspaceId,
  name: "openai",
  baseUrl: "https://api.openai.com/v1",
  compatibility: "OPENAI_SDK",
  priority: 1,
  apiKey: config.requireSecret("openaiApiKey"),
});

const chat = { workspaceId, providerId: openai.id, type: "chat", contextWindow: 1_047_576 } as const;

// The API does not specify the unit of costs. These are dollars per million tokens.
const large = new gateway.Model("large", {
  ...chat,
  name: "gpt-4.1",
  displayName: "GPT 4.1",
  inputCost: 2,
  outputCost: 8,
});
const small = new gateway.Model("small", {
  ...chat,
  name: "gpt-small",
  displayName: "GPT, small",
  inputCost: 0.4,
  outputCost: 1.6,
});

new gateway.Prompt("house-rules", {
  workspaceId,
  name: "house-rules",
  content: "Cite the handbook article that supports each answer.",
  environment: "PRODUCTION",
  isGlobal: true,
});

new gateway.Mapping("default", {
  workspaceId,
  sourceName: "default",
  targetModel: small.gatewayName,
  priority: 1,
});

// Older clients still request models by name.
new gateway.Mapping("older-gpt", {
  workspaceId,
  sourceName: "gpt-4.*",
  targetModel: large.gatewayName,
  isPattern: true,
  priority: 100,
});
