import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const config = new pulumi.Config();

const team = new gateway.Workspace("team", { name: "support-assistant" });
const workspaceId = team.id;

const openai = new gateway.ModelProvider("openai", {
  workspaceId,
  name: "openai",
  baseUrl: "https://api.openai.com/v1",
  compatibility: "OPENAI_SDK",
  priority: 1,
  apiKey: config.requireSecret("openaiApiKey"),
});

const deepseek = new gateway.ModelProvider("deepseek", {
  workspaceId,
  name: "deepseek",
  baseUrl: "https://api.deepseek.com",
  compatibility: "DEEPSEEK",
  priority: 2,
  apiKey: config.requireSecret("deepseekApiKey"),
});

// The API does not specify the unit of costs. These are dollars per million tokens. Use the same unit for
// all models, so that their costs can be compared.
const large = new gateway.Model("large", {
  workspaceId,
  providerId: openai.id,
  name: "gpt-large",
  displayName: "GPT, large",
  // The vendor's name. `name` stays the same when the vendor's next version replaces it.
  apiName: "gpt-4.1",
  type: "chat",
  inputCost: 2,
  outputCost: 8,
  contextWindow: 1_047_576,
});

const small = new gateway.Model("small", {
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

const reasoner = new gateway.Model("reasoner", {
  workspaceId,
  providerId: deepseek.id,
  name: "deepseek-reasoner",
  displayName: "DeepSeek, reasoning",
  type: "chat",
  inputCost: 0.28,
  outputCost: 0.42,
  contextWindow: 131_072,
});

new gateway.Prompt("house-rules", {
  workspaceId,
  name: "house-rules",
  type: "SYSTEM",
  isGlobal: true,
  position: 0,
  content: [
    "You answer customers of Example Ltd.",
    "Cite the handbook article that supports each answer.",
    "If no article covers the question, say so and refer the customer to a person.",
  ].join("\n"),
});

new gateway.Prompt("show-the-result", {
  workspaceId,
  modelId: reasoner.id,
  name: "show-the-result",
  type: "SYSTEM",
  position: 1,
  content: "Give the result first, then at most three sentences on how you got there.",
});

// Callers send a role, not a vendor's model, so you switch models only here.
new gateway.Mapping("default", {
  workspaceId,
  sourceName: "default",
  targetModel: small.gatewayName,
  priority: 1,
});

new gateway.Mapping("reasoning", {
  workspaceId,
  sourceName: "reasoning",
  targetModel: reasoner.gatewayName,
  priority: 1,
});

// Older clients still request models by name. The mappings above have a lower priority number, so they come
// first. Reviews read `gpt-*` as a glob. If your gateway uses regular expressions, write `gpt-.*`.
new gateway.Mapping("older-gpt", {
  workspaceId,
  sourceName: "gpt-*",
  targetModel: large.gatewayName,
  isPattern: true,
  priority: 100,
});

export { workspaceId };
export const gatewayNames = {
  large: large.gatewayName,
  small: small.gatewayName,
  reasoner: reasoner.gatewayName,
};
