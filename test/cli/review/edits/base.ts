import type { Console } from "../../../e2e/support/console.ts";
import { type Declared, page, plainConfig, ref, secretConfig } from "../../../e2e/support/declaration.ts";

/** The secrets of the stack's config. */
export const secrets = {
  openaiApiKey: "sk-canary-openai",
  azureApiKey: "sk-canary-azure",
  signature: "canary: The Northwind team, Bremen",
  motto: "canary: Out there, at any price",
};

/** An object of the workspace `prod`, or of another one. */
export function inside(
  kind: Declared["kind"],
  name: string,
  args: Declared["args"] = {},
  workspace = "prod",
): Declared {
  return { kind, name, args: { workspaceId: ref(workspace), ...args } };
}

export const provider = (name: string, baseUrl: string, more: Declared["args"] = {}, workspace = "prod") =>
  inside(
    "ModelProvider",
    name,
    { name, baseUrl, priority: 1, compatibility: "OPENAI_SDK", ...more },
    workspace,
  );

export function model(
  name: string,
  by: string,
  [inputCost, outputCost]: readonly [number, number],
  more: Declared["args"] = {},
  workspace = "prod",
): Declared {
  const named = { providerId: ref(by), name, displayName: name, type: "chat", contextWindow: 128_000 };
  return inside("Model", name, { ...named, inputCost, outputCost, ...more }, workspace);
}

export const mapping = (name: string, to: string, more: Declared["args"] = {}, workspace = "prod") =>
  inside(
    "Mapping",
    name,
    { sourceName: name, targetModel: ref(to, "gatewayName"), priority: 10, ...more },
    workspace,
  );

export const pattern = (name: string, sourceName: string, to: string, priority: number) =>
  mapping(name, to, { sourceName, isPattern: true, priority });

export const prompt = (name: string, content: unknown, more: Declared["args"] = {}, workspace = "prod") =>
  inside("Prompt", name, { name, content, ...more }, workspace);

export const invitation = (name: string, more: Declared["args"] = {}) =>
  inside("Invitation", name, { restrictedTo: ["member@example.com"], maxUses: 1, expiresInDays: 7, ...more });

export const tone = `You are the support assistant of Northwind, a shop for outdoor gear.
Answer in the language of the customer, in at most five sentences.
Never promise a refund: say that a colleague will look at the order.
Do not give advice on health or safety.`;

/**
 * The program that all edits change: a workspace for production with everything in it, one for tests and an empty one. The
 * provider `partner` has come with an earlier change, and no mapping leads there yet.
 */
export const base: readonly Declared[] = [
  { kind: "Workspace", name: "prod", args: { name: "Support" } },
  inside("Budget", "cap", { budget: 2000 }),
  provider("openai", "https://api.openai.com/v1", { apiKey: secretConfig("openaiApiKey") }),
  provider("azure", "https://northwind.azure.example/v1", {
    priority: 2,
    apiKey: secretConfig("azureApiKey"),
    modelOptions: ["gpt-eu"],
  }),
  provider("partner", "https://llm.partner.example/v1", { priority: 3 }),
  model("gpt-4o", "openai", [2.5, 10]),
  model("gpt-4o-mini", "openai", [0.15, 0.6]),
  model("gpt-eu", "azure", [2.75, 11]),
  model("partner-large", "partner", [2.5, 10]),
  mapping("default", "gpt-4o", { priority: 50 }),
  mapping("cheap", "gpt-4o-mini"),
  pattern("family", "gpt-4.*", "gpt-4o", 10),
  pattern("legacy", "legacy-.*", "gpt-4o-mini", 20),
  mapping("off", "gpt-4o-mini", { sourceName: "old", enabled: false }),
  prompt("tone", tone, { type: "SYSTEM", isGlobal: true, environment: "PRODUCTION" }),
  prompt("greeting", "Hello! How can I help?", { modelId: ref("gpt-4o-mini") }),
  prompt("voice", "Be brief.\nBe kind.", { environment: "STAGING" }),
  prompt("signature", plainConfig("signature"), { environment: "PRODUCTION" }),
  inside("Config", "standard", {
    name: "standard",
    description: "For most requests",
    enabled: true,
    isDefault: true,
    workflow: { retries: 1 },
  }),
  inside("Config", "careful", { name: "careful", enabled: true, isDefault: false, workflow: { retries: 2 } }),
  inside("Index", "handbook", { url: page("/docs"), title: "Handbook", maxPages: 2 }),
  {
    kind: "Quota",
    name: "burst",
    args: { match: { name: "burst" }, maxRequests: 1000, period: "ROLLING", windowMinutes: 60 },
  },
  invitation("welcome"),
  inside("GatewayKey", "ci", { triggers: { release: "1" } }),
  inside("Member", "admin", { email: "admin@example.com", role: "ADMIN" }),
  inside("Member", "member", { email: "member@example.com", role: "MEMBER" }),
  { kind: "Workspace", name: "staging", args: { name: "Support, staging" } },
  inside("Budget", "staging-cap", { budget: 100 }, "staging"),
  provider(
    "staging-openai",
    "https://api.openai.com/v1",
    { name: "openai", apiKey: secretConfig("openaiApiKey") },
    "staging",
  ),
  model("staging-mini", "staging-openai", [0.15, 0.6], { name: "gpt-4o-mini" }, "staging"),
  mapping("staging-default", "staging-mini", { sourceName: "default" }, "staging"),
  prompt("trial", "Try to be funny.", { environment: "EXPERIMENTS" }, "staging"),
  { kind: "Workspace", name: "sandbox", args: { name: "Sandbox" } },
  inside("Budget", "sandbox-cap", { budget: 20 }, "sandbox"),
];

/** The ids of what nobody declares. */
export type Unmanaged = Readonly<
  Record<"theirs" | "provider" | "model" | "mapping" | "config" | "prompt", string>
>;

/** Makes by hand what no program declares: objects of the workspace `prod`, and a workspace of somebody else. */
export async function clickUnmanaged(
  clicks: Console,
  ids: Readonly<Record<"prod" | "openai", string>>,
): Promise<Unmanaged> {
  const prod = { id: ids.prod, gateway_name: "" };
  const theirs = await clicks.workspace("Theirs");
  await clicks.budget(theirs, 500);
  const provider = await clicks.provider(prod, "byhand", { base_url: "https://api.openai.com/v1" });
  const model = await clicks.model(prod, { id: ids.openai, gateway_name: "" }, "byhand");
  const mapping = await clicks.mapping(prod, "byhand", model.gateway_name, { priority: 10 });
  const config = await clicks.config(prod, "byhand");
  const prompt = await clicks.prompt(prod, "byhand", "Be careful.", { environment: "PRODUCTION" });
  return {
    theirs: theirs.id,
    provider: provider.id,
    model: model.id,
    mapping: mapping.id,
    config: config.id,
    prompt: prompt.id,
  };
}
