import * as gateway from "pulumi-workspace-gateway";
import { promptText } from "./prompt-text.ts";

const supportAssistant = new gateway.Workspace("support-assistant", { name: "Support assistant" });

new gateway.Budget("support-assistant-budget", { workspaceId: supportAssistant.id, budget: 500 });

new gateway.Config("support-assistant-standard", {
  workspaceId: supportAssistant.id,
  name: "standard",
  description: "The default for most requests",
  enabled: true,
  isDefault: true,
  workflow: { nodes: [{ id: "start", type: "input" }], edges: [] },
});

const deepSeekTrial = new gateway.ModelProvider("support-assistant-deepseek-trial", {
  workspaceId: supportAssistant.id,
  name: "DeepSeek (trial)",
  baseUrl: "https://api.deepseek.com",
  priority: 2,
  compatibility: "DEEPSEEK",
  modelOptions: [],
});

const openai = new gateway.ModelProvider("support-assistant-openai", {
  workspaceId: supportAssistant.id,
  name: "openai",
  baseUrl: "https://api.openai.com/v1",
  priority: 1,
  compatibility: "OPENAI_SDK",
  modelOptions: [],
});

const deepseekReasoner = new gateway.Model("support-assistant-deepseek-reasoner", {
  workspaceId: supportAssistant.id,
  providerId: deepSeekTrial.id,
  name: "deepseek-reasoner",
  displayName: "DeepSeek, reasoning",
  type: "chat",
  inputCost: 0.28,
  outputCost: 0.42,
  contextWindow: 131_072,
});

const gpt41 = new gateway.Model("support-assistant-gpt-4.1", {
  workspaceId: supportAssistant.id,
  providerId: openai.id,
  name: "gpt-4.1",
  displayName: "GPT 4.1",
  type: "chat",
  inputCost: 2,
  outputCost: 8,
  contextWindow: 1_047_576,
});

const gptSmall = new gateway.Model("support-assistant-gpt-small", {
  workspaceId: supportAssistant.id,
  providerId: openai.id,
  name: "gpt-small",
  displayName: "GPT, the small one",
  apiName: "gpt-4.1-mini",
  type: "chat",
  inputCost: 0.4,
  outputCost: 1.6,
  contextWindow: 1_047_576,
});

new gateway.Mapping("support-assistant-claude", {
  workspaceId: supportAssistant.id,
  sourceName: "claude",
  targetModel: "anthropic/claude-sonnet",
  priority: 1,
  enabled: false,
  isPattern: false,
});

new gateway.Mapping("support-assistant-default", {
  workspaceId: supportAssistant.id,
  sourceName: "default",
  targetModel: gptSmall.gatewayName,
  priority: 1,
  enabled: true,
  isPattern: false,
});

new gateway.Mapping("support-assistant-gpt", {
  workspaceId: supportAssistant.id,
  sourceName: "gpt-.*",
  targetModel: gpt41.gatewayName,
  priority: 100,
  enabled: true,
  isPattern: true,
});

new gateway.Mapping("support-assistant-reasoning", {
  workspaceId: supportAssistant.id,
  sourceName: "reasoning",
  targetModel: deepseekReasoner.gatewayName,
  priority: 1,
  enabled: true,
  isPattern: false,
});

new gateway.Prompt("support-assistant-house-rules", {
  workspaceId: supportAssistant.id,
  name: "House rules",
  content: promptText("support-assistant/house-rules.md"),
  type: "SYSTEM",
  modelId: null,
  isGlobal: true,
  enabled: true,
  position: 0,
  environment: "PRODUCTION",
});

new gateway.Prompt("support-assistant-show-the-result", {
  workspaceId: supportAssistant.id,
  name: "Show the result",
  content: "Give the result first, then at most three sentences on how you got there.",
  type: "SYSTEM",
  modelId: deepseekReasoner.id,
  isGlobal: false,
  enabled: true,
  position: 1,
  environment: null,
});
