import type { Rule, UsageInput } from "../../../../cli/review/facts/review.js";
import type { Values } from "../../../../provider/spec/values.js";
import { usageInput, usageOf } from "../../usage/some-usage.ts";
import {
  ada,
  cap,
  config,
  gpt,
  key,
  openai,
  optioned,
  type PreviewStep,
  production,
  resource,
  route,
  settingsStep,
  site,
  standard,
  team,
  tone,
  unknown,
  urn,
} from "../facts/support/preview.ts";

interface More {
  /** The text of `gateway-routes.yaml`. */
  readonly routes?: string;
  /** What is known of the account's usage. */
  readonly usage?: UsageInput;
}

interface RuleExample extends More {
  readonly found: readonly PreviewStep[];
  readonly harmless: readonly PreviewStep[];
}

type Steps = PreviewStep | readonly PreviewStep[];
/** Steps of a preview in which a review finds it, and steps alike in which it does not. */
type Row = readonly [found: Steps, harmless: Steps, more?: More];

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

/** What each rule finds, and what looks like it and is harmless. */
const rows: Readonly<Partial<Record<Rule, Row>>> = {
  "workspace-delete": [team.deleted(), team.deleted({ retainOnDelete: true })],
  "force-destroy": [team.updated({ forceDestroy: true }), team.with({ forceDestroy: true }).created()],
  "provider-delete-with-models": [
    [openai.deleted(), gpt.deleted({ outputs: { gatewayName: "openai/gpt" } })],
    openai.deleted(),
  ],
  "provider-host-changed": [
    openai.updated({ baseUrl: "https://elsewhere.example/v1" }),
    openai.updated({ baseUrl: "https://api.example/v2" }),
  ],
  "provider-changed": [
    openai.updated({ compatibility: "DEEPSEEK" }),
    openai.with({ modelOptions: ["gpt-5"] }).updated({ modelOptions: [] }),
  ],
  "provider-added": [
    resource("ModelProvider", "other", { name: "other" }).created(),
    openai.updated({ priority: 2 }),
  ],
  "gateway-name-changed": [gpt.updated({ name: "gpt-5" }), gpt.updated({ displayName: "GPT 5" })],
  "model-changed": [gpt.replaced({ providerId: "other-id" }), gpt.updated({ contextWindow: 256_000 })],
  "cost-down": [gpt.updated({ inputCost: 0.1, outputCost: 0.1 }), gpt.updated({ inputCost: 1 })],
  "default-config-changed": [
    standard.replaced({ workflow: { steps: [1] } }),
    config.replaced({ workflow: { steps: [1] } }),
  ],
  "config-changed": [
    config.replaced({ workflow: { steps: [1] } }),
    config.replaced({ description: "for all" }),
  ],
  "member-added": [member.created(), member.same()],
  "role-raised": [member.updated({ role: "ADMIN" }), ada.updated({ onDestroy: "keep" })],
  "invitation-wide": [
    invitation.created(),
    [ada.same(), invitation.with({ restrictedTo: ["ben@example.com"], expiresInDays: 7 }).created()],
  ],
  "budget-up": [cap.updated({ budget: 200_000 }), cap.updated({ budget: 400 })],
  "budget-down": [cap.updated({ budget: 50 }), cap.updated({ budget: 550 })],
  "quota-up": [burst.updated({ maxRequests: 20_000 }), burst.updated({ name: "bursts" })],
  "quota-down": [burst.updated({ maxRequests: 10 }), burst.updated({ onDestroy: "keep" })],
  deleted: [site.deleted(), site.deleted({ retainOnDelete: true })],
  "default-config-lost": [standard.deleted(), config.deleted()],
  "access-removed": [ada.deleted(), ada.with({ onDestroy: "keep" }).deleted()],
  "role-lowered": [ada.updated({ role: "MEMBER" }), ada.with({ role: "MEMBER" }).updated({ role: "ADMIN" })],
  "key-rotated": [key.replaced({ triggers: { release: "2" } }), key.created()],
  "production-prompt-changed": [
    production.updated({ content: "Answer at length." }),
    tone.updated({ content: "Answer at length." }),
  ],
  "cost-up": [gpt.updated({ inputCost: 3 }), gpt.updated({ inputCost: 1 })],
  "route-lost": [
    [...setup, route.deleted()],
    [...setup, route.deleted({ retainOnDelete: true })],
  ],
  "route-moved": [
    [...two, route.with({ targetModel: "openai/mini" }).updated({ targetModel: "openai/gpt" })],
    [...two, route.with({ targetModel: "openai/gpt" }).updated({ priority: 2 })],
  ],
  "route-to-new-host": [
    [
      ...setup,
      resource("ModelProvider", "other", { name: "other", baseUrl: "https://elsewhere.example" }).created({
        id: "other-id",
      }),
      resource("Model", "mini", { providerId: "other-id", name: "mini" }).created({
        outputs: { gatewayName: "other/mini" },
      }),
      route.updated({ targetModel: "other/mini" }),
    ],
    [...two, route.updated({ targetModel: "openai/mini" })],
  ],
  "target-unknown": [
    [...setup, route.updated({ targetModel: "openai/gpd" })],
    [...two, route.updated({ targetModel: "openai/mini" })],
  ],
  "expectation-broken": [
    cap.updated({ budget: 99 }),
    cap.updated({ budget: 101 }),
    { routes: "workspaces: { '*': { budget: { atLeast: 100 } } }" },
  ],
  "expectation-open": [
    cap.updated({ budget: unknown }),
    cap.updated({ budget: 101 }),
    { routes: "workspaces: { '*': { budget: { atLeast: 100 } } }" },
  ],
  "model-in-use": [
    [openai.same(), gpt.deleted({ outputs: { gatewayName: "openai/gpt" } })],
    [openai.same(), mini.deleted({ outputs: { gatewayName: "openai/mini" } })],
    { usage: usageInput(usageOf([{ modelId: "gpt-id" }])) },
  ],
  "cost-up-money": [
    [...setup, gpt.updated({ inputCost: 2.1 })],
    [...setup, gpt.updated({ inputCost: 1.9 })],
    { usage: usageInput(usageOf([{ modelId: "gpt-id" }])) },
  ],
  "budget-spent": [
    cap.updated({ budget: 400 }),
    cap.updated({ budget: 460 }),
    { usage: usageInput(usageOf([]), { spending: new Map([["team-id", 450]]) }) },
  ],
  "quota-below-peak": [
    burst.updated({ maxRequests: 90 }),
    burst.updated({ maxRequests: 110 }),
    { usage: usageInput(usageOf([{ requests: 100 }])) },
  ],
  "route-to-retired": [
    [...outdated, route.with({ targetModel: "openai/gpt" }).updated({ targetModel: "openai/mini" })],
    [...outdated, route.with({ targetModel: "openai/mini" }).updated({ priority: 4 })],
  ],
  "gateway-settings-changed": [
    settingsStep("update", "own", {}, { adopt: "always" }),
    [settingsStep("same", "own", {}, {}), tone.updated({ content: "Be long." })],
  ],
  "workspace-name-moved": [
    [
      team.updated({ name: "helpdesk" }),
      resource("Workspace", "desk", { name: "desk" }).updated({ name: "support" }),
    ],
    [team.updated({ name: "helpdesk" }), resource("Workspace", "desk", { name: "desk" }).same()],
  ],
  "gateway-key-added": [key.created(), key.replaced({ triggers: { release: "2" } })],
  "index-added": [
    [site.same(), resource("Index", "other", { url: "https://elsewhere.example" }).created()],
    [site.same(), resource("Index", "other", { url: "https://handbook.example/b" }).created()],
  ],
  "models-exposed": [
    [gpt.updated({ name: unknown }), openai.updated({ modelOptions: [unknown] })],
    [
      gpt.with({ name: "gpt-5", apiName: "gpt-5-2026" }).same(),
      openai.updated({ modelOptions: ["gpt-5", "gpt-5-2026"] }),
    ],
  ],
  "option-weakened": [
    optioned(team.same(), { protect: true }, {}),
    optioned(team.same(), {}, { protect: true }),
  ],
  "access-kept": [ada.deleted({ retainOnDelete: true }), tone.deleted({ retainOnDelete: true })],
  unjudged: [
    route.with({ workspaceId: unknown }).created(),
    [
      team.created({ id: "team-id" }),
      cap.created(),
      route.with({ workspaceId: unknown }).created({
        propertyDependencies: { workspaceId: [urn("Workspace", "team")] },
      }),
    ],
  ],
  "route-ends-nowhere": [
    [...setup, mapped("default", { targetModel: "gpt" })],
    [...setup, mapped("default", { targetModel: "openai/gpt" })],
  ],
  "name-like-pattern": [
    [...setup, mapped("family", { sourceName: "gpt-.*" })],
    [...setup, mapped("family", { sourceName: "gpt-.*", isPattern: true })],
  ],
  "pattern-shadowed": [
    [
      ...setup,
      mapped("all", { sourceName: ".*", isPattern: true, priority: 1 }),
      mapped("some", { sourceName: "gpt-.*", isPattern: true, priority: 2 }),
    ],
    [
      ...setup,
      mapped("all", { sourceName: ".*", isPattern: true, priority: 2 }),
      mapped("some", { sourceName: "gpt-.*", isPattern: true, priority: 1 }),
    ],
  ],
  "priority-tie": [
    [...setup, mapped("one", {}), mapped("other", { targetModel: "openai/gpt-4" })],
    [...setup, mapped("one", {}), mapped("other", { targetModel: "openai/gpt-4", priority: 2 })],
  ],
  "workspace-without-budget": [team.created(), [team.created({ id: "team-id" }), cap.created()]],
  "provider-over-http": [
    openai.with({ baseUrl: "http://api.example" }).created(),
    openai.with({ baseUrl: "http://localhost:8080" }).created(),
  ],
  "model-without-cost": [
    [openai.same(), gpt.with({ inputCost: 0, outputCost: 0 }).created()],
    [openai.same(), gpt.with({ inputCost: 0 }).created()],
  ],
  "global-prompts-doubled": [
    [global("tone", "Answer briefly."), global("copy", "Answer briefly.")],
    [global("tone", "Answer briefly."), global("other", "Answer politely.")],
  ],
  "model-retires": [
    [...outdated, route.with({ targetModel: "openai/mini" }).created()],
    [
      ...setup,
      mini.with({ retiresOn: "9999-12-31" }).same({ gatewayName: "openai/mini" }),
      route.with({ targetModel: "openai/mini" }).created(),
    ],
  ],
};

export const examples: Readonly<Partial<Record<Rule, RuleExample>>> = Object.fromEntries(
  Object.entries(rows).map(([rule, [found, harmless, more]]) => [
    rule,
    { found: [found].flat(), harmless: [harmless].flat(), ...more },
  ]),
);
