import type { Rule, UsageInput } from "../../../../cli/review/facts/review.js";
import type { Values } from "../../../../provider/spec/values.js";
import { usageInput, usageOf } from "../../usage/some-usage.ts";
import { type PreviewStep, type State, settingsStep, unknown, urn } from "../facts/support/preview.ts";
import {
  ada,
  cap,
  config,
  gpt,
  key,
  openai,
  production,
  resource,
  route,
  site,
  standard,
  team,
  tone,
} from "../facts/support/stack.ts";

interface RuleExample {
  /** The steps of a preview in which a review finds it. */
  readonly found: readonly PreviewStep[];
  /** Steps alike in which it does not. */
  readonly harmless: readonly PreviewStep[];
  /** What else it finds there of what changes. */
  readonly besides?: readonly Rule[];
  /** The text of `gateway-routes.yaml`. */
  readonly routes?: string;
  /** What is known of the account's usage. */
  readonly usage?: UsageInput;
}

const setup = [openai.same(), gpt.same({ gatewayName: "openai/gpt" })];
const mini = resource("Model", "mini", { name: "mini" });
const two = [...setup, mini.same({ gatewayName: "openai/mini" })];
const outdated = [...setup, mini.with({ retiresOn: "2020-02-29" }).same({ gatewayName: "openai/mini" })];
const member = ada.with({ role: "MEMBER" });
const invitation = resource("Invitation", "guests");
const burst = resource("Quota", "burst");
const mapped = (name: string, more: Values) =>
  resource("Mapping", name, { enabled: true, ...more }).created();
const global = (name: string, content: string) =>
  resource("Prompt", name, { name, isGlobal: true, content }).created();

/** The step with options before and afterwards. */
const optioned = (step: PreviewStep, before: Partial<State>, after: Partial<State>): PreviewStep => ({
  ...step,
  ...(step.oldState && { oldState: { ...step.oldState, ...before } }),
  ...(step.newState && { newState: { ...step.newState, ...after } }),
});

/** What each rule finds, and what looks like it and is harmless. */
export const examples: Partial<Record<Rule, RuleExample>> = {
  "workspace-delete": { found: [team.deleted()], harmless: [team.deleted({ retainOnDelete: true })] },
  "force-destroy": {
    found: [team.updated({ forceDestroy: true })],
    harmless: [team.with({ forceDestroy: true }).created()],
  },
  "provider-delete-with-models": {
    found: [openai.deleted(), gpt.deleted({ outputs: { gatewayName: "openai/gpt" } })],
    harmless: [openai.deleted()],
    besides: ["deleted", "route-lost"],
  },
  "provider-host-changed": {
    found: [openai.updated({ baseUrl: "https://elsewhere.example/v1" })],
    harmless: [openai.updated({ baseUrl: "https://api.example/v2" })],
  },
  "provider-changed": {
    found: [openai.updated({ compatibility: "DEEPSEEK" })],
    harmless: [openai.with({ modelOptions: ["gpt-5"] }).updated({ modelOptions: [] })],
  },
  "provider-added": {
    found: [resource("ModelProvider", "other", { name: "other" }).created()],
    harmless: [openai.updated({ priority: 2 })],
  },
  "gateway-name-changed": {
    found: [gpt.updated({ name: "gpt-5" })],
    harmless: [gpt.updated({ displayName: "GPT 5" })],
  },
  "model-changed": {
    found: [gpt.updated({ apiName: "gpt-5" })],
    harmless: [gpt.updated({ contextWindow: 256_000 })],
  },
  "cost-down": {
    found: [gpt.updated({ inputCost: 0.1, outputCost: 0.1 })],
    harmless: [gpt.updated({ inputCost: 1 })],
  },
  "default-config-changed": {
    found: [standard.replaced({ workflow: { steps: [1] } })],
    harmless: [config.replaced({ workflow: { steps: [1] } })],
  },
  "config-changed": {
    found: [config.replaced({ workflow: { steps: [1] } })],
    harmless: [config.replaced({ description: "for all" })],
  },
  "member-added": { found: [member.created()], harmless: [member.same()], besides: ["unjudged"] },
  "role-raised": {
    found: [member.updated({ role: "ADMIN" })],
    harmless: [ada.updated({ onDestroy: "keep" })],
  },
  "invitation-wide": {
    found: [invitation.created()],
    harmless: [
      ada.same(),
      invitation.with({ restrictedTo: ["ben@example.com"], expiresInDays: 7 }).created(),
    ],
  },
  "budget-up": { found: [cap.updated({ budget: 200_000 })], harmless: [cap.updated({ budget: 400 })] },
  "budget-down": { found: [cap.updated({ budget: 50 })], harmless: [cap.updated({ budget: 550 })] },
  "quota-up": {
    found: [burst.updated({ maxRequests: 20_000 })],
    harmless: [burst.updated({ name: "bursts" })],
  },
  "quota-down": {
    found: [burst.updated({ maxRequests: 10 })],
    harmless: [burst.updated({ onDestroy: "keep" })],
  },
  deleted: { found: [site.deleted()], harmless: [site.deleted({ retainOnDelete: true })] },
  "default-config-lost": { found: [standard.deleted()], harmless: [config.deleted()] },
  "access-removed": { found: [ada.deleted()], harmless: [ada.with({ onDestroy: "keep" }).deleted()] },
  "role-lowered": {
    found: [ada.updated({ role: "MEMBER" })],
    harmless: [ada.with({ role: "MEMBER" }).updated({ role: "ADMIN" })],
  },
  "key-rotated": { found: [key.replaced({ triggers: { release: "2" } })], harmless: [key.created()] },
  "production-prompt-changed": {
    found: [production.updated({ content: "Answer at length." })],
    harmless: [tone.updated({ content: "Answer at length." })],
  },
  "cost-up": { found: [gpt.updated({ inputCost: 3 })], harmless: [gpt.updated({ inputCost: 1 })] },
  "route-lost": {
    found: [...setup, route.deleted()],
    harmless: [...setup, route.deleted({ retainOnDelete: true })],
  },
  "route-moved": {
    found: [...two, route.with({ targetModel: "openai/mini" }).updated({ targetModel: "openai/gpt" })],
    harmless: [...two, route.with({ targetModel: "openai/gpt" }).updated({ priority: 2 })],
  },
  "route-to-new-host": {
    found: [
      ...setup,
      resource("ModelProvider", "other", { name: "other", baseUrl: "https://elsewhere.example" }).created({
        id: "other-id",
      }),
      resource("Model", "mini", { providerId: "other-id", name: "mini" }).created({
        outputs: { gatewayName: "other/mini" },
      }),
      route.updated({ targetModel: "other/mini" }),
    ],
    harmless: [...two, route.updated({ targetModel: "openai/mini" })],
    besides: ["provider-added", "route-moved"],
  },
  "target-unknown": {
    found: [...setup, route.updated({ targetModel: "openai/gpd" })],
    harmless: [...two, route.updated({ targetModel: "openai/mini" })],
  },
  "expectation-broken": {
    found: [cap.updated({ budget: 99 })],
    harmless: [cap.updated({ budget: 101 })],
    routes: "workspaces: { '*': { budget: { atLeast: 100 } } }",
  },
  "expectation-open": {
    found: [cap.updated({ budget: unknown })],
    harmless: [cap.updated({ budget: 101 })],
    routes: "workspaces: { '*': { budget: { atLeast: 100 } } }",
  },
  "model-in-use": {
    found: [openai.same(), gpt.deleted({ outputs: { gatewayName: "openai/gpt" } })],
    harmless: [openai.same(), mini.deleted({ outputs: { gatewayName: "openai/mini" } })],
    usage: usageInput(usageOf([{ modelId: "gpt-id" }])),
  },
  "cost-up-money": {
    found: [...setup, gpt.updated({ inputCost: 2.1 })],
    harmless: [...setup, gpt.updated({ inputCost: 1.9 })],
    usage: usageInput(usageOf([{ modelId: "gpt-id" }])),
  },
  "budget-spent": {
    found: [cap.updated({ budget: 400 })],
    harmless: [cap.updated({ budget: 460 })],
    usage: usageInput(usageOf([]), { spending: new Map([["team-id", 450]]) }),
  },
  "quota-below-peak": {
    found: [burst.updated({ maxRequests: 90 })],
    harmless: [burst.updated({ maxRequests: 110 })],
    usage: usageInput(usageOf([{ requests: 100 }])),
  },
  "route-to-retired": {
    found: [...outdated, route.with({ targetModel: "openai/gpt" }).updated({ targetModel: "openai/mini" })],
    harmless: [...outdated, route.with({ targetModel: "openai/mini" }).updated({ priority: 4 })],
    besides: ["route-moved"],
  },
  "gateway-settings-changed": {
    found: [settingsStep("update", "own", {}, { adopt: "always" })],
    harmless: [settingsStep("same", "own", {}, {}), tone.updated({ content: "Be long." })],
  },
  "workspace-name-moved": {
    found: [
      team.updated({ name: "helpdesk" }),
      resource("Workspace", "desk", { name: "desk" }).updated({ name: "support" }),
    ],
    harmless: [team.updated({ name: "helpdesk" }), resource("Workspace", "desk", { name: "desk" }).same()],
  },
  "gateway-key-added": { found: [key.created()], harmless: [key.replaced({ triggers: { release: "2" } })] },
  "index-added": {
    found: [site.same(), resource("Index", "other", { url: "https://elsewhere.example" }).created()],
    harmless: [site.same(), resource("Index", "other", { url: "https://handbook.example/b" }).created()],
  },
  "models-exposed": {
    found: [openai.updated({ modelOptions: ["gpt-5"] })],
    harmless: [gpt.with({ name: "gpt-5" }).same(), openai.updated({ modelOptions: ["gpt-5"] })],
  },
  "option-weakened": {
    found: [optioned(team.same(), { protect: true }, {})],
    harmless: [optioned(team.same(), {}, { protect: true })],
  },
  "access-kept": {
    found: [ada.deleted({ retainOnDelete: true })],
    harmless: [tone.deleted({ retainOnDelete: true })],
  },
  unjudged: {
    found: [route.with({ workspaceId: unknown }).created()],
    harmless: [
      team.created({ id: "team-id" }),
      cap.created(),
      route.with({ workspaceId: unknown }).created({
        propertyDependencies: { workspaceId: [urn("Workspace", "team")] },
      }),
    ],
  },
  "route-ends-nowhere": {
    found: [...setup, mapped("default", { targetModel: "gpt" })],
    harmless: [...setup, mapped("default", { targetModel: "openai/gpt" })],
  },
  "name-like-pattern": {
    found: [...setup, mapped("family", { sourceName: "gpt-.*" })],
    harmless: [...setup, mapped("family", { sourceName: "gpt-.*", isPattern: true })],
  },
  "pattern-shadowed": {
    found: [
      ...setup,
      mapped("all", { sourceName: ".*", isPattern: true, priority: 1 }),
      mapped("some", { sourceName: "gpt-.*", isPattern: true, priority: 2 }),
    ],
    harmless: [
      ...setup,
      mapped("all", { sourceName: ".*", isPattern: true, priority: 2 }),
      mapped("some", { sourceName: "gpt-.*", isPattern: true, priority: 1 }),
    ],
  },
  "priority-tie": {
    found: [...setup, mapped("one", {}), mapped("other", { targetModel: "openai/gpt-4" })],
    harmless: [...setup, mapped("one", {}), mapped("other", { targetModel: "openai/gpt-4", priority: 2 })],
  },
  "workspace-without-budget": {
    found: [team.created()],
    harmless: [team.created({ id: "team-id" }), cap.created()],
  },
  "provider-over-http": {
    found: [openai.with({ baseUrl: "http://api.example" }).created()],
    harmless: [openai.with({ baseUrl: "http://localhost:8080" }).created()],
  },
  "model-without-cost": {
    found: [openai.same(), gpt.with({ inputCost: 0, outputCost: 0 }).created()],
    harmless: [openai.same(), gpt.with({ inputCost: 0 }).created()],
  },
  "global-prompts-doubled": {
    found: [global("tone", "Answer briefly."), global("copy", "Answer briefly.")],
    harmless: [global("tone", "Answer briefly."), global("other", "Answer politely.")],
  },
  "model-retires": {
    found: [...outdated, route.with({ targetModel: "openai/mini" }).created()],
    harmless: [
      ...setup,
      mini.with({ retiresOn: "9999-12-31" }).same({ gatewayName: "openai/mini" }),
      route.with({ targetModel: "openai/mini" }).created(),
    ],
    besides: ["route-to-retired"],
  },
};
