import { type Declared, ref } from "./declaration.ts";

/** One object of every kind, each with a value for everything that can be declared. */
export const everything: readonly Declared[] = [
  { kind: "Workspace", name: "team", args: { name: "Support" } },
  {
    kind: "ModelProvider",
    name: "openai",
    args: {
      workspaceId: ref("team"),
      name: "openai",
      baseUrl: "https://upstream.example/v1",
      priority: 1,
      compatibility: "OPENAI_SDK",
      apiKey: "sk-canary-everything",
      modelOptions: ["zeta", "alpha"],
    },
  },
  {
    kind: "Model",
    name: "gpt",
    args: {
      workspaceId: ref("team"),
      providerId: ref("openai"),
      name: "gpt",
      displayName: "GPT",
      apiName: "gpt-2026-01",
      type: "chat",
      inputCost: 2.5,
      outputCost: 10,
      contextWindow: 128_000,
    },
  },
  {
    kind: "Prompt",
    name: "tone",
    args: {
      workspaceId: ref("team"),
      name: "tone",
      content: "Be brief.\nSay so if you do not know.",
      type: "SYSTEM",
      modelId: ref("gpt"),
      isGlobal: false,
      enabled: true,
      position: 1,
      environment: "PRODUCTION",
    },
  },
  {
    kind: "Mapping",
    name: "default",
    args: {
      workspaceId: ref("team"),
      sourceName: "gpt-.*",
      targetModel: ref("gpt", "gatewayName"),
      priority: 10,
      enabled: true,
      isPattern: true,
    },
  },
];
