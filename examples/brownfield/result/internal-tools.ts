import * as gateway from "pulumi-workspace-gateway";

const internalTools = new gateway.Workspace("internal-tools", { name: "Internal tools" });

new gateway.Budget("internal-tools-budget", { workspaceId: internalTools.id, budget: 100 });

const openai = new gateway.ModelProvider("internal-tools-openai", {
  workspaceId: internalTools.id,
  name: "openai",
  baseUrl: "https://api.openai.com/v1",
  priority: 1,
  compatibility: "OPENAI_SDK",
  modelOptions: [],
});

const gptSmall = new gateway.Model("internal-tools-gpt-small", {
  workspaceId: internalTools.id,
  providerId: openai.id,
  name: "gpt-small",
  displayName: "GPT, the small one",
  apiName: "gpt-4.1-mini",
  type: "chat",
  inputCost: 0.4,
  outputCost: 1.6,
  contextWindow: 1_047_576,
});

new gateway.Mapping("internal-tools-default", {
  workspaceId: internalTools.id,
  sourceName: "default",
  targetModel: gptSmall.gatewayName,
  priority: 0,
  enabled: true,
  isPattern: false,
});

new gateway.Prompt("internal-tools-house-rules", {
  workspaceId: internalTools.id,
  name: "House rules",
  content: "Answer in one sentence.",
  type: "SYSTEM",
  modelId: null,
  isGlobal: false,
  enabled: true,
  position: 0,
  environment: null,
});
