import { type Declared, page, ref } from "./declaration.ts";
import { mapping, model, prompt, provider, team } from "./objects.ts";

/**
 * One object of every kind but one, each with a value for everything that can be declared. A member has to be there
 * before it can be declared: `member` comes on top, once somebody has joined.
 */
export const everything: readonly Declared[] = [
  team,
  { kind: "Budget", name: "cap", args: { workspaceId: ref("team"), budget: 250.5 } },
  {
    kind: "Invitation",
    name: "welcome",
    args: {
      workspaceId: ref("team"),
      restrictedTo: ["member@example.com", "admin@example.com"],
      maxUses: 2,
      expiresInDays: 7,
    },
  },
  provider("openai", { apiKey: "sk-canary-everything", modelOptions: ["zeta", "alpha"] }),
  model("gpt", "openai", {
    displayName: "GPT",
    apiName: "gpt-2026-01",
    inputCost: 2.5,
    outputCost: 10,
    contextWindow: 128_000,
  }),
  prompt("tone", {
    content: "Be brief.\nSay so if you do not know.",
    type: "SYSTEM",
    modelId: ref("gpt"),
    isGlobal: false,
    enabled: true,
    position: 1,
    environment: "PRODUCTION",
  }),
  mapping("default", {
    sourceName: "gpt-.*",
    targetModel: ref("gpt", "gatewayName"),
    priority: 10,
    enabled: true,
    isPattern: true,
  }),
  {
    kind: "Index",
    name: "docs",
    args: { workspaceId: ref("team"), url: page("/docs"), title: "Docs", maxPages: 2 },
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
      workflow: { zeta: [1, { b: 2, a: "x" }], alpha: null, some_key: true },
    },
  },
  {
    kind: "Quota",
    name: "burst",
    args: { match: { name: "burst" }, maxRequests: 1000, period: "ROLLING", windowMinutes: 60 },
  },
  { kind: "GatewayKey", name: "key", args: { workspaceId: ref("team"), triggers: { release: 1 } } },
];

/** Somebody who has joined the workspace. */
export const member: Declared = {
  kind: "Member",
  name: "ada",
  args: { workspaceId: ref("team"), email: "member@example.com", role: "ADMIN" },
};
