import { type Declared, ref, secretConfig, withArgs, without } from "../../../e2e/support/declaration.ts";
import type { World } from "../../../e2e/support/world.ts";
import { globalPrompt, inTeam, mapping, model, shop, tone } from "./shop.ts";
import { teamAfter, teamBefore } from "./team-program.ts";

/** A change of a stack, whose preview is recorded. */
export interface Scenario {
  readonly before: readonly Declared[];
  readonly after: readonly Declared[];
  /** Another program than the one that declares what the lists say. */
  readonly programs?: { readonly before: string; readonly after: string };
  /** Secrets of the configuration that are other ones afterwards. */
  readonly secretsAfter?: Readonly<Record<string, string>>;
  /** What somebody does in the console, after the `up` of what was before. */
  readonly console?: (world: World) => Promise<unknown>;
  /** Whether the preview reads the gateway. */
  readonly refresh?: boolean;
}

const classify = { type: "model", id: "classify", model: "openai/gpt-small" };

/** The secrets that every world of a recording has. */
export const secrets = { openaiApiKey: "sk-canary-openai", deepseekApiKey: "sk-canary-deepseek" };

const lab: Declared = { kind: "Workspace", name: "lab", args: { name: "Laboratory" } };
const routed = [
  ...shop,
  mapping("older", "large", { sourceName: "gpt-3", priority: 20 }),
  mapping("legacy", "small", { sourceName: "legacy", priority: 20 }),
  mapping("first", "small", { sourceName: "chat-.*", priority: 30, isPattern: true }),
  mapping("second", "large", { sourceName: "chat-pro.*", priority: 40, isPattern: true }),
];

export const scenarios: Readonly<Record<string, Scenario>> = {
  created: { before: [], after: shop },
  updated: {
    before: shop,
    after: withArgs(shop, {
      team: { name: "Support assistant, Europe" },
      cap: { budget: 750 },
      openai: {
        priority: 3,
        modelOptions: ["gpt-small", "gpt-large", "gpt-nano"],
        baseUrl: "https://eu.upstream.example/v1",
      },
      large: { inputCost: 1, outputCost: 4, contextWindow: 1_047_576 },
      small: { inputCost: 0.5 },
      tone: { content: tone.replace("five", "three"), position: 2 },
      greeting: { environment: "STAGING", modelId: undefined },
      "support-bot": { priority: 5 },
      burst: { maxRequests: 2000, period: "CALENDAR" },
      ada: { role: "MEMBER" },
      ben: { role: "ADMIN" },
      handbook: { waitForIndexed: false },
    }),
  },
  replaced: {
    before: [...shop, lab],
    after: withArgs([lab, ...shop], {
      standard: { description: "What every request takes" },
      handbook: { maxPages: 3, title: "The handbook" },
      welcome: { expiresInDays: 14 },
      ci: { triggers: { release: "2026-11" } },
      deepseek: { workspaceId: ref("lab") },
      reasoner: { workspaceId: ref("lab") },
      reasoning: { workspaceId: ref("lab") },
    }),
  },
  "deleted-workspace": {
    before: withArgs(shop, { team: { forceDestroy: true } }),
    after: shop.filter(({ name }) => name === "burst"),
  },
  deleted: {
    before: shop,
    after: without(shop, "openai", "large", "small", "any-gpt", "support-bot", "greeting", "ben", "standard"),
  },
  unknowns: {
    before: shop,
    after: [
      ...withArgs(shop, { greeting: { modelId: undefined } }),
      model("nano", "openai", {
        name: "gpt-nano",
        displayName: "GPT, nano",
        inputCost: 0.1,
        outputCost: 0.4,
      }),
      mapping("cheap", "nano", { sourceName: "cheap", priority: 10 }),
      inTeam("Prompt", "short", { name: "short", content: "Be short.", modelId: ref("nano") }),
    ],
  },
  secrets: {
    before: withArgs(shop, { greeting: { content: secretConfig("greeting") } }),
    after: withArgs(shop, {
      deepseek: { apiKey: secretConfig("deepseekApiKey") },
      greeting: { content: secretConfig("greeting") },
    }),
    secretsAfter: { openaiApiKey: "sk-canary-rotated", greeting: "canary: a greeting of another length" },
  },
  routes: {
    before: routed,
    after: [
      ...withArgs(routed, {
        "support-bot": { targetModel: ref("reasoner", "gatewayName") },
        "any-gpt": { priority: 5 },
        reasoning: { enabled: false },
        legacy: { targetModel: "openai/gpt-gone" },
        first: { priority: 50 },
      }),
      mapping("any-chat", "small", { sourceName: "chat.*", priority: 2, isPattern: true }),
    ],
  },
  workflow: {
    before: shop,
    after: withArgs(shop, {
      standard: {
        workflow: {
          edges: [
            { to: "answer", from: "classify" },
            { from: "classify", to: "escalate" },
          ],
          nodes: [
            { ...classify, prompt: "Which team is this for? Say one word." },
            { id: "answer", type: "model", model: "openai/gpt-large", retries: 3 },
            { id: "escalate", type: "ticket", queue: "second-level" },
          ],
          settings: { timeout: 30 },
        },
      },
    }),
  },
  drift: {
    before: shop,
    after: withArgs(shop, { small: { displayName: "GPT, small and quick" } }),
    refresh: true,
    console: async ({ gateway, calls }) => {
      const workspace_id = calls.id("workspaces", "Support assistant");
      const change = (path: string, body: Record<string, unknown>) =>
        gateway.console("PATCH", path, { workspace_id, ...body });
      await change(`/models/${calls.id("models", "gpt-large")}`, { input_cost: 3 });
      await change(`/prompts/${calls.id("prompts", "tone")}`, {
        content: tone.replace("Never promise", "Always promise"),
      });
      await change(`/mappings/${calls.id("mappings", "support-bot")}`, { enabled: false });
      await gateway.console("PATCH", `/workspaces/${workspace_id}/budget`, { budget: 5000 });
      await gateway.console("DELETE", `/mappings/${calls.id("mappings", "reasoning")}`, { workspace_id });
    },
  },
  "no-change": { before: shop, after: shop },
  odd: {
    before: shop,
    after: [
      ...without(
        withArgs(shop, {
          team: { forceDestroy: true },
          deepseek: { baseUrl: "http://10.0.0.7:8000/v1" },
          small: { inputCost: 0, outputCost: 0 },
          large: { inputCost: 3, outputCost: 12 },
          ada: { role: "MEMBER" },
        }),
        "cap",
      ),
      ...withArgs([globalPrompt("law", "Obey the law.")], { law: { enabled: undefined } }),
      mapping("tied", "small", { sourceName: "gpt-l.*", priority: 100, isPattern: true }),
    ],
  },
  team: { before: [], after: [], programs: { before: teamBefore, after: teamAfter } },
};
