import { type Declared, page, ref } from "../support/declaration.ts";
import { inTeam, invitation, model, person, prompt, provider, quota } from "./edit.ts";

export type Values = Readonly<Record<string, unknown>>;

const team: Declared = { kind: "Workspace", name: "team", args: { name: "Support" } };
const openai = provider("openai");
const azure = provider("azure", { priority: 2 });
const gpt = model("gpt");

/** An object of each kind under the name `it`, and what it needs. */
export const samples: Readonly<Record<string, readonly [it: Declared, ...needs: Declared[]]>> = {
  Workspace: [{ ...team, name: "it" }],
  Budget: [inTeam("Budget", "it", { budget: 1000 }), team],
  Member: [person("member", "MEMBER", "it"), team],
  Invitation: [
    { ...invitation({ restrictedTo: ["ada@example.com"], maxUses: 2, expiresInDays: 7 }), name: "it" },
    team,
    person("member", "MEMBER"),
  ],
  ModelProvider: [{ ...provider("it", { modelOptions: ["a"] }) }, team],
  Model: [model("it", { apiName: "one" }), team, openai, azure],
  Prompt: [prompt("it", { type: "SYSTEM", isGlobal: false, enabled: true, position: 1 }), team, openai, gpt],
  Mapping: [
    inTeam("Mapping", "it", { sourceName: "it", targetModel: "openai/gpt", priority: 5, enabled: true }),
    team,
    openai,
    gpt,
  ],
  Index: [inTeam("Index", "it", { url: page("/docs"), title: "Docs", maxPages: 2 }), team],
  Config: [
    inTeam("Config", "it", { name: "it", description: "One", enabled: true, isDefault: false, workflow: {} }),
    team,
  ],
  Quota: [quota({ maxRequests: 1000, period: "ROLLING", windowMinutes: 60 }, "it")],
  GatewayKey: [inTeam("GatewayKey", "it", { triggers: { release: "1" } }), team],
};

/** Other values of fields that are no numbers. What only says which object is meant is another object; references are no change by themselves. */
export const others: Readonly<Record<string, Values>> = {
  Workspace: { name: "Service", forceDestroy: true },
  Member: { role: "ADMIN", onDestroy: "keep" },
  Invitation: { restrictedTo: ["ben@example.com"] },
  ModelProvider: {
    name: "another",
    baseUrl: "https://api.upstream.example/v2",
    compatibility: "DEEPSEEK",
    apiKey: "sk-canary-two",
    modelOptions: ["a", "b"],
  },
  Model: {
    providerId: ref("azure"),
    name: "another",
    displayName: "Another",
    apiName: "two",
    type: "vision",
    retiresOn: "2098-02-28",
    replacedBy: "openai/another",
  },
  Prompt: {
    name: "another",
    content: "Be brief.\nBe kinder.",
    type: "USER",
    modelId: ref("gpt"),
    isGlobal: true,
    enabled: false,
    environment: "EXPERIMENTS",
  },
  Mapping: { sourceName: "another", targetModel: "openai/another", enabled: false, isPattern: true },
  Index: { url: page("/blog"), title: "Blog", waitForIndexed: false },
  Config: {
    name: "another",
    description: "Two",
    enabled: false,
    isDefault: true,
    workflow: { step: 1 },
    replaceOrder: "createFirst",
  },
  Quota: { name: undefined, period: "CALENDAR" },
  GatewayKey: { triggers: { release: "2" } },
  Budget: { onDestroy: "restore" },
};

/** Objects of which more is dangerous: what the table's `where` asks for. */
export const settings: Readonly<Record<string, readonly Values[]>> = {
  Prompt: [
    {},
    { environment: "PRODUCTION" },
    { isGlobal: true, environment: "PRODUCTION" },
    { isGlobal: true, environment: undefined },
  ],
  Config: [{}, { isDefault: true }],
  Member: [{}, { role: "ADMIN" }],
  Quota: [{}, { onDestroy: "delete" }],
};

/** Kinds whose objects are there before they are declared, and stay when they are no longer declared. */
export const found = ["Budget", "Member", "Quota"];
export const kept = ["Budget", "Quota", "Invitation", "GatewayKey"];
