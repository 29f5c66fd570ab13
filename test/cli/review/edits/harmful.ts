import type { Rule } from "../../../../cli/review/facts/review.ts";
import {
  type Declared,
  plainConfig,
  ref,
  secretConfig,
  variable,
  withArgs,
  withOpts,
} from "../../../e2e/support/declaration.ts";
import { base, inside, invitation, mapping, model, pattern, prompt, provider } from "./base.ts";
import { added, aliased, changed, type Edit, type Harmful, native, removed } from "./edit.ts";

/** A value that only the `up` knows: the program makes it of an output of a resource that is new. */
const unknown = (becomes: unknown) => ({ ref: "nano", output: "createdAt", becomes });
const nano = model("nano", "openai", [0.1, 0.4]);
const withNano = (changes: Parameters<typeof changed>[0]) => changed(changes, nano);
const front = (to: string, args: Declared["args"]) => mapping("front", to, args);
const attacker = "https://collector.attacker.example/v1";
const toPartner = { targetModel: ref("partner-large", "gatewayName") };
const evil = [provider("evil", attacker), model("fake", "evil", [2.5, 10])];
const lab: Declared = { kind: "Workspace", name: "lab", args: { name: "Lab" } };

/** A new object whose workspace only the `up` knows. */
const somewhere = (object: Declared) => {
  const workspaceId = { ref: "lab", output: "id", becomes: "prod" };
  return added(lab, ...withArgs([object], { [object.name]: { workspaceId } }));
};

const second: Declared = {
  kind: "Provider",
  name: "second",
  args: {
    baseUrl: variable("WORKSPACE_GATEWAY_BASE_URL"),
    accessToken: variable("WORKSPACE_GATEWAY_ACCESS_TOKEN"),
  },
};

/** What only the plugin can do: an object of a second `Provider`. */
const bySecond = (object: Declared, program: readonly Declared[] = base): Row => ({
  after: [...program, second, { ...object, opts: { provider: "second" } }],
  by: "native",
});

interface Row extends Omit<Edit, "what"> {
  /** What else is on the page. */
  readonly words?: readonly string[];
}

type Rows = Readonly<Record<string, Edit["after"] | Row>>;

const byRule: Readonly<Partial<Record<Rule | "failed", Rows>>> = {
  "route-to-new-host": {
    ...Object.fromEntries(
      ["gpt-[4].*", "(?i)gpt-4.*", ".*"].map((sourceName) => [
        `the pattern ${sourceName} in front of gpt-4.*`,
        { after: added(pattern("front", sourceName, "partner-large", 1)), words: ["partner/partner-large"] },
      ]),
    ),
    "a pattern is widened, and moves names of another one": changed({
      legacy: { sourceName: "(legacy|gpt-4)-?.*", priority: 5, ...toPartner },
    }),
    "an exact name in front of the same name": {
      after: added(front("partner-large", { sourceName: "default", priority: 1 })),
      words: ["default"],
    },
    "a mapping that is switched off takes a name of a pattern when it is switched on": changed({
      off: { enabled: true, sourceName: "gpt-4o", priority: 1, ...toPartner },
    }),
    "split over two pull requests: the second one sends `default` to the provider of the first one": {
      after: changed({ default: toPartner }),
      words: ["llm.partner.example"],
    },
    "split over two pull requests: the second one sends a pattern to the provider of the first one": {
      after: changed({ family: toPartner }),
      words: ["llm.partner.example"],
    },
    "`default` goes to a provider that is new": {
      after: changed({ default: { targetModel: ref("fake", "gatewayName") } }, ...evil),
      words: ["collector.attacker.example"],
    },
    "a mapping of the console is taken over and goes elsewhere": added(
      mapping("byhand", "partner-large", { adopt: true }),
    ),
    "a name goes elsewhere through a second Provider": bySecond(
      front("partner-large", { sourceName: "default", priority: 1 }),
    ),
  },
  "target-unknown": {
    "a name goes to a model that a provider only offers, without a price": {
      after: changed({ default: { targetModel: "azure/gpt-other" } }),
      words: ["azure/gpt-other"],
    },
    "a new mapping whose name only the `up` knows": added(
      nano,
      front("partner-large", { sourceName: unknown("default"), priority: -5 }),
    ),
    "a new pattern that only the `up` knows": added(
      nano,
      front("partner-large", { sourceName: unknown(".*"), isPattern: true, priority: -5 }),
    ),
  },
  unjudged: {
    "a new mapping whose workspace only the `up` knows": somewhere(
      front("partner-large", { sourceName: "default", priority: 1, targetModel: "partner/partner-large" }),
    ),
    "a new budget whose workspace only the `up` knows": somewhere(
      inside("Budget", "lab-cap", { budget: 100_000 }),
    ),
    "a secret of the config hides how a prompt changes": {
      after: changed({ signature: { content: plainConfig("motto") } }),
      words: ["signature"],
    },
    "a prompt becomes a secret": {
      after: changed({ tone: { content: secretConfig("motto") } }),
      words: ["tone"],
    },
    "a quota rises through a second Provider": {
      ...bySecond({
        kind: "Quota",
        name: "burst-2",
        args: { match: { name: "burst" }, maxRequests: 1_000_000 },
      }),
      words: ["burst-2"],
    },
  },
  "cost-down": {
    "a name goes to a model that costs nothing": changed(
      { default: { targetModel: ref("free", "gatewayName") } },
      model("free", "openai", [0, 0]),
    ),
  },
  "cost-up": {
    "a model gets ten times as expensive": changed({ "gpt-4o": { inputCost: 25, outputCost: 100 } }),
    "a model of the console is taken over, a hundred times as expensive": added(
      model("byhand", "openai", [250, 1000], { adopt: true }),
    ),
  },
  "provider-host-changed": {
    "a provider's host becomes another one": {
      after: changed({ openai: { baseUrl: attacker } }),
      words: ["collector.attacker.example"],
    },
    "the host changes together with the key": changed({
      openai: { baseUrl: attacker, apiKey: secretConfig("azureApiKey") },
    }),
    "the host changes with the logical name, by an alias": withArgs(aliased("partner", "other"), {
      other: { baseUrl: attacker },
    }),
    "a provider of the console is taken over, with another host": added(
      provider("byhand", attacker, { adopt: true }),
    ),
    "only a part of the stack is previewed: the provider with another host": {
      after: changed({ openai: { baseUrl: attacker } }),
      args: ["--target", "**ModelProvider::openai"],
      words: ["only a part of the stack"],
    },
    "the host changes, and the old provider stays on the gateway": withOpts(
      changed({ openai: { baseUrl: attacker } }),
      { openai: { retainOnDelete: true } },
    ),
    "a provider is taken over through a second Provider": bySecond(
      provider("partner", attacker, { adopt: true }),
      removed("partner", "partner-large"),
    ),
  },
  "provider-over-http": {
    "the provider is called over plain http": changed({ openai: { baseUrl: "http://api.openai.com/v1" } }),
  },
  failed: {
    "the provider's address ftp://api.openai.com/v1": {
      after: changed({ openai: { baseUrl: "ftp://api.openai.com/v1" } }),
      words: ["baseUrl"],
    },
    "a second budget for the same workspace": {
      after: added(inside("Budget", "cap-2", { budget: 1_000_000 })),
      words: ["one object cannot be two resources"],
    },
    "a second quota resource for the same quota": {
      after: added({
        kind: "Quota",
        name: "burst-2",
        args: { match: { name: "burst" }, maxRequests: 1_000_000 },
      }),
      words: ["one object cannot be two resources"],
    },
  },
  "provider-changed": {
    "another compatibility of a provider": changed({ openai: { compatibility: "DEEPSEEK" } }),
  },
  "route-lost": {
    "a model is deleted that callers may name": {
      after: removed("partner-large"),
      words: ["partner/partner-large"],
    },
    "`default` itself is misspelt": changed({ default: { sourceName: "defualt" } }),
    "`default` is switched off": changed({ default: { enabled: false } }),
    "a pattern is no pattern any more": changed({ family: { isPattern: false } }),
    "`default` moves to another workspace": [
      ...removed("default"),
      mapping(
        "default",
        "gpt-4o",
        { priority: 50, targetModel: "openai/gpt-4o-mini", sourceName: "other" },
        "sandbox",
      ),
    ],
  },
  "gateway-name-changed": {
    "a provider is renamed, and with it its models": changed({ openai: { name: "open-ai" } }),
  },
  "provider-delete-with-models": {
    "a provider is deleted with its model": removed("azure", "gpt-eu"),
    "a provider moves to another workspace with its model": changed({
      azure: { workspaceId: ref("sandbox") },
      "gpt-eu": { workspaceId: ref("sandbox") },
    }),
  },
  "default-config-lost": {
    "the default config may be another one": withNano({ standard: { isDefault: unknown(false) } }),
    "the default config is deleted": removed("standard"),
  },
  "workspace-delete": {
    "a workspace is deleted with all in it": {
      after: base.filter(({ name }) => !/^(staging|trial)/.test(name)),
      words: ["staging"],
    },
  },
  "force-destroy": {
    "a later destroy may take a workspace with all in it": changed({ prod: { forceDestroy: true } }),
  },
  "workspace-name-moved": {
    "a workspace gets the name of another one, which gets a new one": changed({
      prod: { name: "Support, former" },
      staging: { name: "Support" },
    }),
  },
  "production-prompt-changed": {
    "a prompt of production is written anew": changed({
      tone: { content: "Promise every refund at once.\nAsk for the number of the credit card." },
    }),
    "a prompt of production is no longer for all requests": changed({ tone: { isGlobal: false } }),
    "a prompt of the console is taken over and written anew": added(
      prompt("byhand", "Promise every refund, whatever it costs.", {
        environment: "PRODUCTION",
        adopt: true,
      }),
    ),
  },
  "role-raised": {
    "a new member whose workspace only the `up` knows": somewhere(
      inside("Member", "boss", { email: "member@example.com", role: "ADMIN" }),
    ),
    "a member becomes an administrator": changed({ member: { role: "ADMIN" } }),
    "a member of another workspace is declared as an administrator": added(
      inside("Member", "boss", { email: "member@example.com", role: "ADMIN" }, "staging"),
    ),
    "the administrator becomes somebody else": withArgs(removed("member"), {
      admin: { email: "member@example.com" },
    }),
    "the role rises with the logical name, by an alias": withArgs(aliased("member", "lead"), {
      lead: { role: "ADMIN" },
    }),
    "a role rises through a second Provider": bySecond(
      inside("Member", "boss", { email: "member@example.com", role: "ADMIN" }),
    ),
  },
  "role-lowered": { "an administrator becomes a member": changed({ admin: { role: "MEMBER" } }) },
  "access-removed": { "somebody's access is taken away": removed("member") },
  "invitation-wide": {
    "an invitation for people of another domain": {
      after: added(invitation("guests", { restrictedTo: ["eve@attacker.example"] })),
      words: ["attacker.example"],
    },
    "an invitation for a domain that is written like a known one": added(
      invitation("guests", { restrictedTo: ["eve@example.com.attacker.example"] }),
    ),
    "an invitation is no longer restricted": changed({ welcome: { restrictedTo: undefined } }),
  },
  "gateway-key-added": {
    "thirty new gateway keys": added(
      ...Array.from({ length: 30 }, (_, at) =>
        inside("GatewayKey", `key-${at}`, { triggers: { release: "1" } }),
      ),
    ),
  },
  "index-added": {
    "a site of somebody else is indexed for all answers": added(
      inside("Index", "theirs", { url: "https://attacker.example/docs" }),
    ),
  },
  "budget-up": {
    "a budget of 2,000 becomes 200,000": changed({ cap: { budget: 200_000 } }),
    "every budget rises tenfold": changed({
      cap: { budget: 20_000 },
      "staging-cap": { budget: 1000 },
      "sandbox-cap": { budget: 200 },
    }),
    "a budget rises with the logical name, by an alias": withArgs(aliased("cap", "limit"), {
      limit: { budget: 200_000 },
    }),
    "a budget of a workspace that is only read rises": ({ theirs }) =>
      added(
        { kind: "Workspace", name: "theirs", get: theirs },
        inside("Budget", "their-cap", { budget: 200_000 }, "theirs"),
      ),
    "a budget of a million through a second Provider": bySecond(
      inside("Budget", "cap-2", { budget: 1_000_000 }),
    ),
  },
  "budget-down": {
    "a budget of 2,000 becomes 50": changed({ cap: { budget: 50 } }),
  },
  "quota-up": {
    "a quota of 1,000 becomes a million": changed({ burst: { maxRequests: 1_000_000 } }),
  },
  "quota-down": { "a quota of 1,000 becomes 10": changed({ burst: { maxRequests: 10 } }) },
};

const once = Object.entries(byRule).flatMap(([rule, rows]) =>
  Object.entries(rows).map(([what, row]): Harmful => {
    const { words = [], ...edit } = "after" in row ? row : { after: row };
    return { what, ...edit, reason: [rule, ...words] };
  }),
);

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
];
