import {
  type Declared,
  plainConfig,
  ref,
  renamed,
  secretConfig,
  variable,
  withArgs,
  withOpts,
} from "../../../e2e/support/declaration.ts";
import { base, inside, invitation, mapping, model, pattern, prompt, provider } from "./base.ts";
import { added, changed, type Harmful, native, removed } from "./edit.ts";

/** A value that only the `up` knows: the program makes it of an output of a resource that is new. */
const unknown = (becomes: unknown) => ({ ref: "nano", output: "createdAt", becomes });
const nano = model("nano", "openai", [0.1, 0.4]);
const withNano = (changes: Parameters<typeof changed>[0]) => changed(changes, nano);
const attacker = "https://collector.attacker.example/v1";
const toPartner = { targetModel: ref("partner-large", "gatewayName") };
const evil = [provider("evil", attacker), model("fake", "evil", [2.5, 10])];

/** Takes the names of the pattern `gpt-4.*` with another spelling. */
const inFront = (sourceName: string): Harmful => ({
  what: `the pattern ${sourceName} in front of gpt-4.*`,
  after: added(pattern("front", sourceName, "partner-large", 1)),
  reason: ["route-to-new-host", "partner/partner-large"],
});

const patterns: readonly Harmful[] = [
  inFront("gpt-[4].*"),
  inFront("(?i)gpt-4.*"),
  inFront("(a+)+$|gpt-4.*"),
  inFront("[g]pt-4.*"),
  inFront("g.t-4.*"),
  inFront("gpt-(4|5).*"),
  inFront("gpt\\-4.*"),
  inFront(".*"),
  {
    what: "a pattern is widened, and moves names of another one",
    after: changed({ legacy: { sourceName: "(legacy|gpt-4)-?.*", priority: 5, ...toPartner } }),
    reason: ["route-to-new-host"],
  },
  {
    what: "an exact name in front of the same name",
    after: added(mapping("front", "partner-large", { sourceName: "default", priority: 1 })),
    reason: ["route-to-new-host", "default"],
  },
  {
    what: "a pattern of the same priority, which may apply",
    after: added(pattern("tied", "gpt-4o.*", "partner-large", 10)),
    reason: ["target-unknown", "tied"],
  },
  {
    what: "a mapping that is switched off takes a name of a pattern when it is switched on",
    after: changed({ off: { enabled: true, sourceName: "gpt-4o", priority: 1, ...toPartner } }),
    reason: ["route-to-new-host"],
  },
  {
    what: "split over two pull requests: the second one sends `default` to the provider of the first one",
    after: changed({ default: toPartner }),
    reason: ["route-to-new-host", "llm.partner.example"],
  },
  {
    what: "split over two pull requests: the second one sends a pattern to the provider of the first one",
    after: changed({ family: toPartner }),
    reason: ["route-to-new-host", "llm.partner.example"],
  },
  {
    what: "`default` goes to a provider that is new",
    after: changed({ default: { targetModel: ref("fake", "gatewayName") } }, ...evil),
    reason: ["route-to-new-host", "collector.attacker.example"],
  },
  {
    what: "a mapping of the console is taken over and goes elsewhere",
    after: added(mapping("byhand", "partner-large", { adopt: true })),
    reason: ["route-to-new-host"],
  },
  {
    what: "a name goes to a model that costs nothing",
    after: changed({ default: { targetModel: ref("free", "gatewayName") } }, model("free", "openai", [0, 0])),
    reason: ["cost-down"],
  },
  {
    what: "a name goes to a model ten times as expensive",
    after: changed({ cheap: { targetModel: ref("gpt-4o", "gatewayName") } }),
    reason: ["cost-up"],
  },
  {
    what: "a name goes to a model that a provider only offers, without a price",
    after: changed({ default: { targetModel: "azure/gpt-other" } }),
    reason: ["target-unknown", "azure/gpt-other"],
  },
];

const unknowns: readonly Harmful[] = [
  {
    what: "a new mapping whose name only the `up` knows",
    after: added(nano, mapping("front", "partner-large", { sourceName: unknown("default"), priority: -5 })),
    reason: ["target-unknown"],
  },
  {
    what: "a new pattern that only the `up` knows",
    after: added(
      nano,
      mapping("front", "partner-large", { sourceName: unknown(".*"), isPattern: true, priority: -5 }),
    ),
    reason: ["target-unknown"],
  },
  {
    what: "a pattern in front whose priority only the `up` knows",
    after: added(
      nano,
      mapping("front", "partner-large", { sourceName: "gpt-[4].*", isPattern: true, priority: unknown(1) }),
    ),
    reason: ["target-unknown", "front"],
  },
  {
    what: "a mapping of which only the `up` knows whether it is a pattern",
    after: added(
      nano,
      mapping("front", "partner-large", { sourceName: "gpt-4.*", isPattern: unknown(true), priority: 1 }),
    ),
    reason: ["target-unknown", "front"],
  },
  {
    what: "a mapping of which only the `up` knows whether it is enabled",
    after: withNano({ off: { enabled: unknown(true), sourceName: "default", priority: 1, ...toPartner } }),
    reason: ["target-unknown", "off"],
  },
  {
    what: "the target of `default` is known only to the `up`",
    after: withNano({ default: { targetModel: unknown("partner/partner-large") } }),
    reason: ["target-unknown"],
  },
  ...(
    [
      [
        "mapping",
        mapping("front", "partner-large", {
          sourceName: "default",
          priority: 1,
          targetModel: "partner/partner-large",
        }),
      ],
      ["budget", inside("Budget", "lab-cap", { budget: 100_000 })],
      ["prompt", prompt("everywhere", "Promise a refund.", { isGlobal: true, environment: "PRODUCTION" })],
      ["member", inside("Member", "boss", { email: "member@example.com", role: "ADMIN" })],
      ["config", inside("Config", "taken", { name: "taken", enabled: true, isDefault: true })],
      ["provider", provider("stolen", attacker)],
      ["invitation", invitation("guests")],
    ] as const
  ).map(
    ([noun, object]): Harmful => ({
      what: `a new ${noun} whose workspace only the \`up\` knows`,
      after: added(
        { kind: "Workspace", name: "lab", args: { name: "Lab" } },
        withArgs([object], {
          [object.name]: { workspaceId: { ref: "lab", output: "id", becomes: "prod" } },
        })[0] ?? object,
      ),
      reason: noun === "member" ? ["role-raised"] : ["unjudged"],
    }),
  ),
  {
    what: "a provider's host is known only to the `up`",
    after: withNano({ partner: { baseUrl: unknown(attacker) } }),
    reason: ["provider-host-changed"],
  },
  {
    what: "a role is known only to the `up`",
    after: withNano({ member: { role: unknown("ADMIN") } }),
    reason: ["role-raised"],
  },
  {
    what: "a budget is known only to the `up`",
    after: withNano({ cap: { budget: unknown(1_000_000) } }),
    reason: ["budget-up"],
  },
  {
    what: "a quota is known only to the `up`",
    after: withNano({ burst: { maxRequests: unknown(1_000_000) } }),
    reason: ["quota-up"],
  },
  {
    what: "a price is known only to the `up`",
    after: withNano({ "gpt-4o-mini": { inputCost: unknown(100) } }),
    reason: ["cost-up"],
  },
  {
    what: "a staging prompt may become one of production for all requests",
    after: withNano({ voice: { environment: unknown("PRODUCTION"), isGlobal: true } }),
    reason: ["production-prompt-changed"],
  },
  {
    what: "an invitation for as many people as the `up` says",
    after: added(nano, invitation("guests", { maxUses: unknown(1000) })),
    reason: ["invitation-wide"],
  },
  {
    what: "an invitation for whomever the `up` says",
    after: added(nano, invitation("guests", { restrictedTo: unknown(["eve@attacker.example"]) })),
    reason: ["invitation-wide"],
  },
  {
    what: "the default config may be another one",
    after: withNano({ standard: { isDefault: unknown(false) } }),
    reason: ["default-config-lost"],
  },
];

const hosts: readonly Harmful[] = [
  {
    what: "a provider's host becomes another one",
    after: changed({ openai: { baseUrl: attacker } }),
    reason: ["provider-host-changed", "collector.attacker.example"],
  },
  {
    what: "the new host begins like the old one",
    after: changed({ openai: { baseUrl: "https://api.openai.com.attacker.example/v1" } }),
    reason: ["provider-host-changed"],
  },
  {
    what: "the new host has a letter of another alphabet",
    after: changed({ openai: { baseUrl: "https://xn--pi-7kc.openai.com/v1" } }),
    reason: ["provider-host-changed"],
  },
  {
    what: "another port of the host",
    after: changed({ openai: { baseUrl: "https://api.openai.com:8443/v1" } }),
    reason: ["provider-host-changed"],
  },
  {
    what: "the host changes together with the key",
    after: changed({ openai: { baseUrl: attacker, apiKey: secretConfig("azureApiKey") } }),
    reason: ["provider-host-changed"],
  },
  {
    what: "the provider is called over plain http",
    after: changed({ openai: { baseUrl: "http://api.openai.com/v1" } }),
    reason: ["provider-over-http"],
  },
  ...[
    "https://api.openai.com\\@evil.example.org/v1",
    "https://api.openai.com@evil.example.org/v1",
    "https://%61pi.openai.com/v1",
    "https:///evil.example.org/v1",
    "ftp://api.openai.com/v1",
    "https://аpi.openai.com/v1",
  ].map(
    (baseUrl): Harmful => ({
      what: `the provider's address ${baseUrl}`,
      after: changed({ openai: { baseUrl } }),
      reason: ["failed", "baseUrl"],
    }),
  ),
  {
    what: "the host changes with the logical name, by an alias",
    after: withArgs(aliased("partner", "other", base), { other: { baseUrl: attacker } }),
    reason: ["provider-host-changed"],
  },
  {
    what: "a provider of the console is taken over, with another host",
    after: added(provider("byhand", attacker, { adopt: true })),
    reason: ["provider-host-changed"],
  },
  {
    what: "only a part of the stack is previewed: the provider with another host",
    after: changed({ openai: { baseUrl: attacker } }),
    args: ["--target", "**ModelProvider::openai"],
    reason: ["provider-host-changed", "only a part of the stack"],
  },
  {
    what: "the host changes, and the old provider stays on the gateway",
    after: withOpts(changed({ openai: { baseUrl: attacker } }), { openai: { retainOnDelete: true } }),
    reason: ["provider-host-changed"],
  },
  {
    what: "another compatibility of a provider",
    after: changed({ openai: { compatibility: "DEEPSEEK" } }),
    reason: ["provider-changed"],
  },
];

function aliased(from: string, to: string, objects: readonly Declared[]): Declared[] {
  const text = JSON.stringify(renamed(objects, from, to, { aliases: [{ name: from }] }));
  return JSON.parse(text.replaceAll(`{"ref":"${from}"`, `{"ref":"${to}"`));
}

const lost: readonly Harmful[] = [
  {
    what: "a model is deleted that callers may name",
    after: removed("partner-large"),
    reason: ["route-lost", "partner/partner-large"],
  },
  {
    what: "`default` goes to a misspelt name",
    after: changed({ default: { targetModel: "openai/gpt-4o-mni" } }),
    reason: ["target-unknown", "gpt-4o-mni"],
  },
  {
    what: "`default` itself is misspelt",
    after: changed({ default: { sourceName: "defualt" } }),
    reason: ["route-lost"],
  },
  {
    what: "`default` is switched off",
    after: changed({ default: { enabled: false } }),
    reason: ["route-lost"],
  },
  { what: "`default` is deleted", after: removed("default"), reason: ["route-lost"] },
  { what: "a pattern is deleted", after: removed("family"), reason: ["route-lost"] },
  {
    what: "a pattern is no pattern any more",
    after: changed({ family: { isPattern: false } }),
    reason: ["route-lost"],
  },
  {
    what: "`default` moves to another workspace",
    after: [
      ...removed("default"),
      mapping(
        "default",
        "gpt-4o",
        { priority: 50, targetModel: "openai/gpt-4o-mini", sourceName: "other" },
        "sandbox",
      ),
    ],
    reason: ["route-lost"],
  },
  {
    what: "a model that callers name is renamed",
    after: changed({ "gpt-4o": { name: "gpt-4o-2024" } }),
    reason: ["gateway-name-changed"],
  },
  {
    what: "a provider is renamed, and with it its models",
    after: changed({ openai: { name: "open-ai" } }),
    reason: ["gateway-name-changed"],
  },
  {
    what: "a provider is deleted with its model",
    after: removed("azure", "gpt-eu"),
    reason: ["provider-delete-with-models"],
  },
  {
    what: "a provider moves to another workspace with its model",
    after: withArgs([...base], {
      azure: { workspaceId: ref("sandbox") },
      "gpt-eu": { workspaceId: ref("sandbox") },
    }),
    reason: ["provider-delete-with-models"],
  },
  { what: "the default config is deleted", after: removed("standard"), reason: ["default-config-lost"] },
  {
    what: "the default config is switched off",
    after: changed({ standard: { enabled: false } }),
    reason: ["default-config-lost"],
  },
  {
    what: "the default config is none any more",
    after: changed({ standard: { isDefault: false } }),
    reason: ["default-config-lost"],
  },
  {
    what: "a workspace is deleted with all in it",
    after: base.filter(({ name }) => !/^(staging|trial)/.test(name)),
    reason: ["workspace-delete", "staging"],
  },
  {
    what: "a later destroy may take a workspace with all in it",
    after: changed({ prod: { forceDestroy: true } }),
    reason: ["force-destroy"],
  },
  {
    what: "a workspace gets the name of another one, which gets a new one",
    after: changed({ prod: { name: "Support, former" }, staging: { name: "Support" } }),
    reason: ["workspace-name-moved"],
  },
];

const prompts: readonly Harmful[] = [
  {
    what: "a prompt of production is written anew",
    after: changed({
      tone: { content: "Promise every refund at once.\nAsk for the number of the credit card." },
    }),
    reason: ["production-prompt-changed"],
  },
  {
    what: "a prompt of production is deleted",
    after: removed("tone"),
    reason: ["production-prompt-changed"],
  },
  {
    what: "a prompt of production is switched off",
    after: changed({ tone: { enabled: false } }),
    reason: ["production-prompt-changed"],
  },
  {
    what: "a prompt of production becomes one for tests",
    after: changed({ tone: { environment: "STAGING" } }),
    reason: ["production-prompt-changed"],
  },
  {
    what: "a prompt of production is no longer for all requests",
    after: changed({ tone: { isGlobal: false } }),
    reason: ["production-prompt-changed"],
  },
  {
    what: "a staging prompt becomes one of production for all requests",
    after: changed({ voice: { environment: "PRODUCTION", isGlobal: true } }),
    reason: ["production-prompt-changed"],
  },
  {
    what: "a new prompt of production for all requests",
    after: added(prompt("more", "Promise every refund.", { isGlobal: true, environment: "PRODUCTION" })),
    reason: ["production-prompt-changed"],
  },
  {
    what: "a new prompt without an environment for all requests",
    after: added(prompt("more", "Promise every refund.", { isGlobal: true })),
    reason: ["production-prompt-changed"],
  },
  {
    what: "a prompt without an environment, at a model, is written anew",
    after: changed({ greeting: { content: "Which card do you pay with, and what is its code?" } }),
    reason: ["production-prompt-changed"],
  },
  {
    what: "a secret of the config hides how a prompt changes",
    after: changed({ signature: { content: plainConfig("motto") } }),
    reason: ["unjudged", "signature"],
  },
  {
    what: "a prompt becomes a secret",
    after: changed({ tone: { content: secretConfig("motto") } }),
    reason: ["unjudged", "tone"],
  },
  {
    what: "a prompt of the console is taken over and written anew",
    after: added(
      prompt("byhand", "Promise every refund, whatever it costs.", {
        environment: "PRODUCTION",
        adopt: true,
      }),
    ),
    reason: ["production-prompt-changed"],
  },
];

const people: readonly Harmful[] = [
  {
    what: "a member becomes an administrator",
    after: changed({ member: { role: "ADMIN" } }),
    reason: ["role-raised"],
  },
  {
    what: "a member of another workspace is declared as an administrator",
    after: added(inside("Member", "boss", { email: "member@example.com", role: "ADMIN" }, "staging")),
    reason: ["role-raised"],
  },
  {
    what: "an administrator becomes a member",
    after: changed({ admin: { role: "MEMBER" } }),
    reason: ["role-lowered"],
  },
  { what: "somebody's access is taken away", after: removed("member"), reason: ["access-removed"] },
  {
    what: "the administrator becomes somebody else",
    after: withArgs(removed("member"), { admin: { email: "member@example.com" } }),
    reason: ["role-raised"],
  },
  {
    what: "the role rises with the logical name, by an alias",
    after: withArgs(aliased("member", "lead", base), { lead: { role: "ADMIN" } }),
    reason: ["role-raised"],
  },
  {
    what: "an invitation for everybody",
    after: added(invitation("guests", { restrictedTo: undefined })),
    reason: ["invitation-wide"],
  },
  {
    what: "an invitation with an empty list of people",
    after: added(invitation("guests", { restrictedTo: [] })),
    reason: ["invitation-wide"],
  },
  {
    what: "an invitation for people of another domain",
    after: added(invitation("guests", { restrictedTo: ["eve@attacker.example"] })),
    reason: ["invitation-wide", "attacker.example"],
  },
  {
    what: "an invitation for a domain that is written like a known one",
    after: added(invitation("guests", { restrictedTo: ["eve@example.com.attacker.example"] })),
    reason: ["invitation-wide"],
  },
  {
    what: "an invitation for all addresses of a domain",
    after: added(invitation("guests", { restrictedTo: ["*@example.com"] })),
    reason: ["invitation-wide"],
  },
  {
    what: "an invitation whose bounds are left to the gateway",
    after: added(invitation("guests", { maxUses: undefined, expiresInDays: undefined })),
    reason: ["invitation-wide"],
  },
  {
    what: "an invitation for 100,000 uses",
    after: added(invitation("guests", { maxUses: 100_000 })),
    reason: ["invitation-wide"],
  },
  {
    what: "an invitation for ten years",
    after: added(invitation("guests", { expiresInDays: 3650 })),
    reason: ["invitation-wide"],
  },
  {
    what: "twenty invitations in one change",
    after: added(...Array.from({ length: 20 }, (_, at) => invitation(`guest-${at}`))),
    reason: ["invitation-wide"],
  },
  {
    what: "an invitation is no longer restricted",
    after: changed({ welcome: { restrictedTo: undefined } }),
    reason: ["invitation-wide"],
  },
  {
    what: "thirty new gateway keys",
    after: added(
      ...Array.from({ length: 30 }, (_, at) =>
        inside("GatewayKey", `key-${at}`, { triggers: { release: "1" } }),
      ),
    ),
    reason: ["gateway-key-added"],
  },
  {
    what: "a site of somebody else is indexed for all answers",
    after: added(inside("Index", "theirs", { url: "https://attacker.example/docs" })),
    reason: ["index-added"],
  },
];

const money: readonly Harmful[] = [
  {
    what: "a budget of 2,000 becomes 200,000",
    after: changed({ cap: { budget: 200_000 } }),
    reason: ["budget-up"],
  },
  { what: "a budget of 2,000 becomes 50", after: changed({ cap: { budget: 50 } }), reason: ["budget-down"] },
  { what: "a budget becomes nothing", after: changed({ cap: { budget: 0 } }), reason: ["budget-down"] },
  {
    what: "every budget rises tenfold",
    after: changed({
      cap: { budget: 20_000 },
      "staging-cap": { budget: 1000 },
      "sandbox-cap": { budget: 200 },
    }),
    reason: ["budget-up"],
  },
  {
    what: "a budget goes, and comes a hundred times as high",
    after: [...removed("cap"), inside("Budget", "cap-2", { budget: 200_000 })],
    reason: ["budget-up"],
  },
  {
    what: "a budget rises with the logical name, by an alias",
    after: withArgs(aliased("cap", "limit", base), { limit: { budget: 200_000 } }),
    reason: ["budget-up"],
  },
  {
    what: "a second budget for the same workspace",
    after: added(inside("Budget", "cap-2", { budget: 1_000_000 })),
    reason: ["failed", "one object cannot be two resources"],
  },
  {
    what: "a budget of a workspace that is only read rises",
    after: ({ theirs }) =>
      added(
        { kind: "Workspace", name: "theirs", get: theirs },
        inside("Budget", "their-cap", { budget: 200_000 }, "theirs"),
      ),
    reason: ["budget-up"],
  },
  {
    what: "a quota of 1,000 becomes 10",
    after: changed({ burst: { maxRequests: 10 } }),
    reason: ["quota-down"],
  },
  {
    what: "a quota of 1,000 becomes a million",
    after: changed({ burst: { maxRequests: 1_000_000 } }),
    reason: ["quota-up"],
  },
  {
    what: "the window of a quota becomes a minute",
    after: changed({ burst: { windowMinutes: 1 } }),
    reason: ["quota-up"],
  },
  {
    what: "a half more requests in half of the time",
    after: changed({ burst: { maxRequests: 1499, windowMinutes: 31 } }),
    reason: ["quota-up"],
  },
  {
    what: "a second quota resource for the same quota",
    after: added({
      kind: "Quota",
      name: "burst-2",
      args: { match: { name: "burst" }, maxRequests: 1_000_000 },
    }),
    reason: ["failed", "one object cannot be two resources"],
  },
  {
    what: "a model gets ten times as expensive",
    after: changed({ "gpt-4o": { inputCost: 25, outputCost: 100 } }),
    reason: ["cost-up"],
  },
  {
    what: "a model costs nothing any more, so no budget counts it",
    after: changed({ "gpt-4o": { inputCost: 0, outputCost: 0 } }),
    reason: ["cost-down"],
  },
  {
    what: "a model costs exactly a tenth",
    after: changed({ "gpt-4o": { inputCost: 0.25, outputCost: 1 } }),
    reason: ["cost-down"],
  },
  {
    what: "a model of the console is taken over, a hundred times as expensive",
    after: added(model("byhand", "openai", [250, 1000], { adopt: true })),
    reason: ["cost-up"],
  },
];

const second: Declared = {
  kind: "Provider",
  name: "second",
  args: {
    baseUrl: variable("WORKSPACE_GATEWAY_BASE_URL"),
    accessToken: variable("WORKSPACE_GATEWAY_ACCESS_TOKEN"),
  },
};
const bySecond = (object: Declared): Declared[] => [second, { ...object, opts: { provider: "second" } }];

/** What only the plugin can do. */
const byProvider: readonly Harmful[] = [
  {
    what: "a budget of a million through a second Provider",
    after: added(...bySecond(inside("Budget", "cap-2", { budget: 1_000_000 }))),
    by: "native",
    reason: ["budget-up"],
  },
  {
    what: "a role rises through a second Provider",
    after: added(...bySecond(inside("Member", "boss", { email: "member@example.com", role: "ADMIN" }))),
    by: "native",
    reason: ["role-raised"],
  },
  {
    what: "a quota rises through a second Provider",
    after: added(
      ...bySecond({
        kind: "Quota",
        name: "burst-2",
        args: { match: { name: "burst" }, maxRequests: 1_000_000 },
      }),
    ),
    by: "native",
    reason: ["unjudged", "burst-2"],
  },
  {
    what: "a name goes elsewhere through a second Provider",
    after: added(...bySecond(mapping("front", "partner-large", { sourceName: "default", priority: 1 }))),
    by: "native",
    reason: ["route-to-new-host"],
  },
  {
    what: "a provider is taken over through a second Provider",
    after: [
      ...removed("partner", "partner-large"),
      ...bySecond(provider("partner", attacker, { adopt: true })),
    ],
    by: "native",
    reason: ["provider-host-changed"],
  },
];

const once: readonly Harmful[] = [
  ...patterns,
  ...unknowns,
  ...hosts,
  ...lost,
  ...prompts,
  ...people,
  ...money,
];

const alsoNative = new Set([
  "the pattern gpt-[4].* in front of gpt-4.*",
  "a new pattern that only the `up` knows",
  "a new mapping whose workspace only the `up` knows",
  "a provider's host becomes another one",
  "the host changes with the logical name, by an alias",
  "a prompt becomes a secret",
  "a secret of the config hides how a prompt changes",
  "a budget of 2,000 becomes 200,000",
  "a second budget for the same workspace",
  "a member becomes an administrator",
  "an invitation is no longer restricted",
  "split over two pull requests: the second one sends `default` to the provider of the first one",
]);

/** Changes that do harm. The guard refuses them, or the review names a high risk. */
export const harmful: readonly Harmful[] = [
  ...once,
  ...once.filter(({ what }) => alsoNative.has(what)).map(native),
  ...byProvider,
];
