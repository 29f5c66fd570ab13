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
  { kind: "Budget", name: "cap", args: { workspaceId: ref("team"), budget: 500 } },
  {
    kind: "ModelProvider",
    name: "openai",
    args: {
      workspaceId: ref("team"),
      name: "openai",
      baseUrl: "https://upstream.example/v1",
      priority: 1,
      compatibility: "OPENAI_SDK",
      apiKey: secretConfig("openaiApiKey"),
      modelOptions: ["gpt-large", "gpt-small"],
    },
  },
  {
    kind: "ModelProvider",
    name: "deepseek",
    args: {
      workspaceId: ref("team"),
      name: "deepseek",
      baseUrl: "https://deepseek.example",
      priority: 2,
      compatibility: "DEEPSEEK",
    },
  },
  model("large", "openai", { name: "gpt-large", displayName: "GPT, large", inputCost: 2, outputCost: 8 }),
  model("small", "openai", { name: "gpt-small", displayName: "GPT, small", inputCost: 0.4, outputCost: 1.6 }),
  model("reasoner", "deepseek", {
    name: "reasoner",
    displayName: "Reasoner",
    inputCost: 0.6,
    outputCost: 2.2,
  }),
  {
    kind: "Prompt",
    name: "tone",
    args: {
      workspaceId: ref("team"),
      name: "tone",
      content: tone,
      type: "SYSTEM",
      isGlobal: true,
      enabled: true,
      position: 1,
      environment: "PRODUCTION",
    },
  },
  {
    kind: "Prompt",
    name: "greeting",
    args: {
      workspaceId: ref("team"),
      name: "greeting",
      content: "Hello! How can I help?",
      modelId: ref("small"),
    },
  },
  {
    kind: "Mapping",
    name: "any-gpt",
    args: {
      workspaceId: ref("team"),
      sourceName: "gpt-.*",
      targetModel: ref("large", "gatewayName"),
      priority: 100,
      enabled: true,
      isPattern: true,
    },
  },
  {
    kind: "Mapping",
    name: "support-bot",
    args: {
      workspaceId: ref("team"),
      sourceName: "support-bot",
      targetModel: ref("small", "gatewayName"),
      priority: 10,
      enabled: true,
    },
  },
  {
    kind: "Mapping",
    name: "reasoning",
    args: {
      workspaceId: ref("team"),
      sourceName: "reasoning",
      targetModel: ref("reasoner", "gatewayName"),
      priority: 10,
      enabled: true,
    },
  },
  {
    kind: "Index",
    name: "handbook",
    args: { workspaceId: ref("team"), url: page("/docs"), title: "Handbook", maxPages: 2 },
  },
  {
    kind: "Config",
    name: "standard",
    args: {
      workspaceId: ref("team"),
      name: "standard",
      description: "What most requests take",
      enabled: true,
      isDefault: true,
      workflow,
    },
  },
  {
    kind: "Quota",
    name: "burst",
    args: { match: { name: "burst" }, maxRequests: 1000, period: "ROLLING", windowMinutes: 60 },
  },
  {
    kind: "Invitation",
    name: "welcome",
    args: { workspaceId: ref("team"), restrictedTo: ["member@example.com"], maxUses: 2, expiresInDays: 7 },
  },
  { kind: "GatewayKey", name: "ci", args: { workspaceId: ref("team"), triggers: { release: "2026-10" } } },
  {
    kind: "Member",
    name: "ada",
    args: { workspaceId: ref("team"), email: "admin@example.com", role: "ADMIN" },
  },
  {
    kind: "Member",
    name: "ben",
    args: { workspaceId: ref("team"), email: "member@example.com", role: "MEMBER" },
  },
];

/** A chat model of the shop. */
export function model(name: string, provider: string, args: Declared["args"]): Declared {
  const shared = {
    workspaceId: ref("team"),
    providerId: ref(provider),
    type: "chat",
    contextWindow: 128_000,
  };
  return { kind: "Model", name, args: { ...shared, ...args } };
}

/** An exact or a pattern mapping of the shop. */
export function mapping(name: string, to: string, args: Declared["args"]): Declared {
  return {
    kind: "Mapping",
    name,
    args: { workspaceId: ref("team"), targetModel: ref(to, "gatewayName"), ...args },
  };
}
