/** A team's program, as a person writes it. */
export const teamBefore = `import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const team = new gateway.Workspace("team", { name: "Support assistant" });
new gateway.Budget("cap", { workspaceId: team.id, budget: 500 });
new gateway.Member("ada", { workspaceId: team.id, email: "admin@example.com", role: "ADMIN" });


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
  inputCost: 2,
  outputCost: 8,
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
  content: "Answer politely and briefly.\\nIf you do not know, say so.",
  type: "SYSTEM",
  isGlobal: true,
  environment: "PRODUCTION",
});

new gateway.Mapping("support-bot", {
  workspaceId: team.id,
  sourceName: "support-bot",
  targetModel: large.gatewayName,
  priority: 10,
});
new gateway.Mapping("any-gpt", {
  workspaceId: team.id,
  sourceName: "gpt-.*",
  targetModel: large.gatewayName,
  priority: 100,
  isPattern: true,
});


new gateway.Quota("burst", {
  match: { name: "burst" },
  maxRequests: 1000,
  period: "ROLLING",
  windowMinutes: 60,
});
`;

const ben =
  'new gateway.Member("ben", { workspaceId: team.id, email: "member@example.com", role: "MEMBER" });';
const nightly = `new gateway.Mapping("nightly", {
  workspaceId: team.id,
  sourceName: "nightly-report",
  targetModel: large.gatewayName,
  priority: 20,
});`;

/** The change of it that is proposed: one model gets cheaper, a name goes to the other, a person and a name come. */
export const teamAfter = teamBefore
  .replace("inputCost: 2,\n  outputCost: 8,", "inputCost: 1.5,\n  outputCost: 6,")
  .replace('"support-bot",\n  targetModel: large', '"support-bot",\n  targetModel: small')
  .replace("politely and briefly", "politely, in at most three sentences")
  .replace("maxRequests: 1000", "maxRequests: 1500")
  .replace("\n\n\nconst openai", `\n${ben}\n\nconst openai`)
  .replace("\n\n\nnew gateway.Quota", `\n${nightly}\n\nnew gateway.Quota`);
