import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const config = new pulumi.Config();

const team = new gateway.Workspace("team", { name: "Support assistant" });
const workspaceId = team.id;

new gateway.Budget("cap", { workspaceId, budget: 500 });

const openai = new gateway.ModelProvider("openai", {
  workspaceId,
  name: "openai",
  baseUrl: "https://api.openai.com/v1",
  compatibility: "OPENAI_SDK",
  priority: 1,
  apiKey: config.requireSecret("openaiApiKey"),
});

// The API does not specify the unit of costs. These are dollars per million tokens.
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

// The text is a separate file, so that a pull request that changes it shows only the text.
new gateway.Prompt("tone", {
  workspaceId,
  name: "tone",
  content: readFileSync(new URL("prompts/tone.md", import.meta.url), "utf8"),
  environment: "PRODUCTION",
  isGlobal: true,
});

new gateway.Mapping("default", { workspaceId, sourceName: "default", targetModel: small.gatewayName });
