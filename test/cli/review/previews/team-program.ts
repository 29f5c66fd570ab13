/** A team's program, as a person writes it, and the change of it that is proposed. */
export const teamBefore = program({
  largeCosts: "inputCost: 2,\n  outputCost: 8,",
  supportTo: "large",
  tone: "Answer politely and briefly.\\nIf you do not know, say so.",
  people: "",
  requests: 1000,
  more: "",
});

export const teamAfter = program({
  largeCosts: "inputCost: 1.5,\n  outputCost: 6,",
  supportTo: "small",
  tone: "Answer politely, in at most three sentences.\\nIf you do not know, say so.",
  people: 'new gateway.Member("ben", { workspaceId: team.id, email: "member@example.com", role: "MEMBER" });',
  requests: 1500,
  more: `new gateway.Mapping("nightly", {
  workspaceId: team.id,
  sourceName: "nightly-report",
  targetModel: large.gatewayName,
  priority: 20,
});`,
});

interface Choices {
  readonly largeCosts: string;
  readonly supportTo: string;
  readonly tone: string;
  readonly people: string;
  readonly requests: number;
  readonly more: string;
}

function program(is: Choices): string {
  return `import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const team = new gateway.Workspace("team", { name: "Support assistant" });
new gateway.Budget("cap", { workspaceId: team.id, budget: 500 });
new gateway.Member("ada", { workspaceId: team.id, email: "admin@example.com", role: "ADMIN" });
${is.people}

const openai = new gateway.ModelProvider("openai", {
  workspaceId: team.id,
  name: "openai",
  baseUrl: "https://upstream.example/v1",
  priority: 1,
  compatibility: "OPENAI_SDK",
  apiKey: new pulumi.Config().requireSecret("openaiApiKey"),
});

const large = new gateway.Model("large", {
  workspaceId: team.id,
  providerId: openai.id,
  name: "gpt-large",
  displayName: "GPT, large",
  type: "chat",
  ${is.largeCosts}
  contextWindow: 1_047_576,
});

const small = new gateway.Model("small", {
  workspaceId: team.id,
  providerId: openai.id,
  name: "gpt-small",
  displayName: "GPT, small",
  type: "chat",
  inputCost: 0.4,
  outputCost: 1.6,
  contextWindow: 1_047_576,
});

new gateway.Prompt("tone", {
  workspaceId: team.id,
  name: "tone",
  content: "${is.tone}",
  type: "SYSTEM",
  isGlobal: true,
  environment: "PRODUCTION",
});

new gateway.Mapping("support-bot", {
  workspaceId: team.id,
  sourceName: "support-bot",
  targetModel: ${is.supportTo}.gatewayName,
  priority: 10,
});
new gateway.Mapping("any-gpt", {
  workspaceId: team.id,
  sourceName: "gpt-.*",
  targetModel: large.gatewayName,
  priority: 100,
  isPattern: true,
});
${is.more}

new gateway.Quota("burst", {
  match: { name: "burst" },
  maxRequests: ${is.requests},
  period: "ROLLING",
  windowMinutes: 60,
});
`;
}
