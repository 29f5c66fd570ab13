import { type Declared, page, ref, secretConfig } from "../../../e2e/support/declaration.ts";

/** What a production prompt reads like: a few lines, one of them long. */
export const tone = `You are the support assistant of Northwind, a shop for outdoor gear.
Answer in the language of the customer, in at most five sentences, and be polite even if the customer is not.
Never promise a refund: say that a colleague will look at the order and answer within two working days.

If you are not sure, say so, and offer to open a ticket.
Do not give advice on health or safety.`;

const workflow = {
  nodes: [
    { id: "classify", type: "model", model: "openai/gpt-small", prompt: "Which team is this for?" },
    { id: "answer", type: "model", model: "openai/gpt-large", retries: 1 },
    { id: "guard", type: "filter", rules: ["no-refunds"] },
  ],
  edges: [
    { from: "classify", to: "answer" },
    { from: "answer", to: "guard" },
  ],
};

/** A team's stack, with an object of every kind. */
export const shop: readonly Declared[] = [
  { kind: "Workspace", name: "team", args: { name: "Support assistant" } },
  inTeam("Budget", "cap", { budget: 500 }),
  inTeam("ModelProvider", "openai", {
    name: "openai",
    baseUrl: "https://upstream.example/v1",
    priority: 1,
    compatibility: "OPENAI_SDK",
    apiKey: secretConfig("openaiApiKey"),
    modelOptions: ["gpt-large", "gpt-small"],
  }),
  inTeam("ModelProvider", "deepseek", {
    name: "deepseek",
    baseUrl: "https://deepseek.example",
    priority: 2,
    compatibility: "DEEPSEEK",
  }),
  model("large", "openai", { name: "gpt-large", displayName: "GPT, large", inputCost: 2, outputCost: 8 }),
  model("small", "openai", { name: "gpt-small", displayName: "GPT, small", inputCost: 0.4, outputCost: 1.6 }),
  model("reasoner", "deepseek", {
    name: "reasoner",
    displayName: "Reasoner",
    inputCost: 0.6,
    outputCost: 2.2,
  }),
  globalPrompt("tone", tone),
  inTeam("Prompt", "greeting", {
    name: "greeting",
    content: "Hello! How can I help?",
    modelId: ref("small"),
  }),
  mapping("any-gpt", "large", { sourceName: "gpt-.*", priority: 100, enabled: true, isPattern: true }),
  mapping("support-bot", "small", { sourceName: "support-bot", priority: 10, enabled: true }),
  mapping("reasoning", "reasoner", { sourceName: "reasoning", priority: 10, enabled: true }),
  inTeam("Index", "handbook", { url: page("/docs"), title: "Handbook", maxPages: 2 }),
  inTeam("Config", "standard", {
    name: "standard",
    description: "What most requests take",
    enabled: true,
    isDefault: true,
    workflow,
  }),
  {
    kind: "Quota",
    name: "burst",
    args: { match: { name: "burst" }, maxRequests: 1000, period: "ROLLING", windowMinutes: 60 },
  },
  inTeam("Invitation", "welcome", { restrictedTo: ["member@example.com"], maxUses: 2, expiresInDays: 7 }),
  inTeam("GatewayKey", "ci", { triggers: { release: "2026-10" } }),
  inTeam("Member", "ada", { email: "admin@example.com", role: "ADMIN" }),
  inTeam("Member", "ben", { email: "member@example.com", role: "MEMBER" }),
];

/** What belongs to the workspace of the shop. */
export function inTeam(kind: Declared["kind"], name: string, args: Declared["args"]): Declared {
  return { kind, name, args: { workspaceId: ref("team"), ...args } };
}

/** A prompt of production, before all others. */
export function globalPrompt(name: string, content: string): Declared {
  const use = { type: "SYSTEM", isGlobal: true, enabled: true, position: 1, environment: "PRODUCTION" };
  return inTeam("Prompt", name, { name, content, ...use });
}

/** A chat model of the shop. */
export function model(name: string, provider: string, args: Declared["args"]): Declared {
  return inTeam("Model", name, { providerId: ref(provider), type: "chat", contextWindow: 128_000, ...args });
}

/** An exact or a pattern mapping of the shop. */
export function mapping(name: string, to: string, args: Declared["args"]): Declared {
  return inTeam("Mapping", name, { targetModel: ref(to, "gatewayName"), ...args });
}
