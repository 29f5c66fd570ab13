import { type Declared, ref, renamed, withArgs, withOpts } from "../../../e2e/support/declaration.ts";
import { base, inside, invitation, mapping, model, pattern, prompt, provider, tone } from "./base.ts";
import { added, changed, type Edit, native, removed } from "./edit.ts";

const toSmall = { targetModel: ref("gpt-4o-mini", "gatewayName") };
const nano = model("nano", "openai", [0.1, 0.4]);

const prompts: readonly Edit[] = [
  { what: "a word of a staging prompt", after: changed({ voice: { content: "Be short.\nBe kind." } }) },
  {
    what: "a line more in a staging prompt",
    after: changed({ voice: { content: "Be brief.\nBe kind.\nBe clear." } }),
  },
  { what: "a staging prompt is written anew", after: changed({ voice: { content: "Say little.\nSmile." } }) },
  {
    what: "a typo in a prompt of production",
    after: changed({ tone: { content: tone.replace("at most five", "at most six") } }),
  },
  {
    what: "a space at the end of a line of a prompt of production",
    after: changed({ tone: { content: tone.replace("sentences.\n", "sentences. \n") } }),
  },
  {
    what: "other line ends in a prompt of production",
    after: changed({ tone: { content: tone.replaceAll("\n", "\r\n") } }),
  },
  {
    what: "a word of a prompt at a model",
    after: changed({ greeting: { content: "Hello! How may I help?" } }),
  },
  { what: "a new staging prompt", after: added(prompt("brief", "Be brief.", { environment: "STAGING" })) },
  {
    what: "a new prompt for experiments, at a model",
    after: added(prompt("try", "Try it.", { environment: "EXPERIMENTS", modelId: ref("gpt-4o-mini") })),
  },
  { what: "a prompt for experiments is deleted", after: removed("trial") },
  {
    what: "a prompt for experiments is written anew",
    after: changed({ trial: { content: "Try to be serious." } }),
  },
  { what: "the position of a staging prompt", after: changed({ voice: { position: 3 } }) },
  { what: "a staging prompt is switched off", after: changed({ voice: { enabled: false } }) },
  { what: "a staging prompt is renamed", after: changed({ voice: { name: "manner" } }) },
];

const routes: readonly Edit[] = [
  { what: "a new name for a model", after: added(mapping("chat", "gpt-4o")) },
  {
    what: "a new name for a model of staging",
    after: added(mapping("staging-chat", "staging-mini", { sourceName: "chat" }, "staging")),
  },
  { what: "a new pattern for new names", after: added(pattern("nova", "nova-.*", "gpt-4o-mini", 50)) },
  {
    what: "a fallback of the same name and a later priority",
    after: added(mapping("later", "gpt-4o-mini", { sourceName: "default", priority: 90 })),
  },
  {
    what: "a later pattern behind gpt-4.*, to the same model",
    after: added(pattern("behind", "gpt-.*", "gpt-4o", 90)),
  },
  { what: "a priority that decides nothing", after: changed({ default: { priority: 51 } }) },
  { what: "the priority of a pattern that meets no other one", after: changed({ legacy: { priority: 21 } }) },
  {
    what: "a value is given that the gateway takes anyway",
    after: changed({ default: { enabled: true, isPattern: false } }),
  },
  { what: "a mapping that is switched off is deleted", after: removed("off") },
  {
    what: "a mapping that is switched off goes elsewhere",
    after: changed({ off: { targetModel: ref("gpt-4o", "gatewayName") } }),
  },
  { what: "a name goes to a cheaper model of the same provider", after: changed({ default: toSmall }) },
];

const models: readonly Edit[] = [
  { what: "the label of a model", after: changed({ "gpt-4o": { displayName: "GPT-4o, of this year" } }) },
  { what: "a larger context", after: changed({ "gpt-4o": { contextWindow: 256_000 } }) },
  {
    what: "a model gets a little cheaper",
    after: changed({ "gpt-4o": { inputCost: 2.4, outputCost: 9.6 } }),
  },
  {
    what: "a model gets five percent more expensive",
    after: changed({ "gpt-4o-mini": { inputCost: 0.1575, outputCost: 0.63 } }),
  },
  { what: "a model costs a fifth", after: changed({ "gpt-4o": { inputCost: 0.5, outputCost: 2 } }) },
  { what: "a new model that no name uses", after: added(nano) },
  { what: "a new model with a name of its own", after: added(nano, mapping("tiny", "nano")) },
  {
    what: "a new provider, tried last",
    after: added(provider("spare", "https://spare.example/v1", { priority: 9 })),
  },
  {
    what: "a new provider with a model that no name uses",
    after: added(
      provider("spare", "https://spare.example/v1", { priority: 9 }),
      model("far", "spare", [1, 4]),
    ),
  },
  {
    what: "another path on the same host",
    after: changed({ openai: { baseUrl: "https://api.openai.com/v2" } }),
  },
  { what: "the same host in capitals", after: changed({ openai: { baseUrl: "https://API.OpenAI.com/v1" } }) },
  {
    what: "the day on which a model retires, far away",
    after: changed({ "gpt-4o": { retiresOn: "2999-01-01" } }),
  },
];

const limits: readonly Edit[] = [
  { what: "a budget rises by a twentieth", after: changed({ cap: { budget: 2100 } }) },
  { what: "a budget falls by a twentieth", after: changed({ cap: { budget: 1900 } }) },
  { what: "a budget is put back when it is destroyed", after: changed({ cap: { onDestroy: "restore" } }) },
  {
    what: "a new workspace with a budget",
    after: added(
      { kind: "Workspace", name: "lab", args: { name: "Lab" } },
      inside("Budget", "lab-cap", { budget: 300 }, "lab"),
    ),
  },
  {
    what: "a new workspace with a model and a name",
    after: added(
      { kind: "Workspace", name: "lab", args: { name: "Lab" } },
      inside("Budget", "lab-cap", { budget: 30 }, "lab"),
      provider("lab-openai", "https://api.openai.com/v1", { name: "openai" }, "lab"),
      model("lab-mini", "lab-openai", [0.15, 0.6], { name: "gpt-4o-mini" }, "lab"),
      mapping("lab-default", "lab-mini", { sourceName: "default" }, "lab"),
    ),
  },
  { what: "a workspace is renamed", after: changed({ prod: { name: "Support and service" } }) },
  { what: "a quota rises by a twentieth", after: changed({ burst: { maxRequests: 1050 } }) },
  { what: "a quota falls by a twentieth", after: changed({ burst: { maxRequests: 950 } }) },
  {
    what: "the same rate of a quota in a smaller window",
    after: changed({ burst: { maxRequests: 900, windowMinutes: 54 } }),
  },
];

const people: readonly Edit[] = [
  {
    what: "a member of staging is declared as one",
    after: added(
      inside("Member", "staging-member", { email: "member@example.com", role: "MEMBER" }, "staging"),
    ),
  },
  { what: "a member stays when it is no longer declared", after: changed({ member: { onDestroy: "keep" } }) },
  {
    what: "an invitation for one person of a known domain, once, for a week",
    after: added(invitation("guest", { restrictedTo: ["ben@example.com"] })),
  },
  { what: "an invitation for fewer days", after: changed({ welcome: { expiresInDays: 5 } }) },
  { what: "a new gateway key", after: added(inside("GatewayKey", "deploy", { triggers: { release: "1" } })) },
  { what: "a gateway key for a new release", after: changed({ ci: { triggers: { release: "2" } } }) },
];

const configs: readonly Edit[] = [
  {
    what: "a new config that is not the default",
    after: added(inside("Config", "quick", { name: "quick", enabled: true, isDefault: false })),
  },
  {
    what: "the description of a config",
    after: changed({ careful: { description: "For careful answers" } }),
  },
  { what: "the workflow of a config", after: changed({ careful: { workflow: { retries: 3 } } }) },
  { what: "a config that is not the default is deleted", after: removed("careful") },
  {
    what: "the description of the default config",
    after: changed({ standard: { description: "For every request" } }),
  },
  { what: "the label of an index", after: changed({ handbook: { title: "The handbook" } }) },
  { what: "the `up` does not wait for an index", after: changed({ handbook: { waitForIndexed: false } }) },
];

function aliased(from: string, to: string): Declared[] {
  const text = JSON.stringify(renamed(base, from, to, { aliases: [{ name: from }] }));
  return JSON.parse(text.replaceAll(`{"ref":"${from}"`, `{"ref":"${to}"`));
}

const options: readonly Edit[] = [
  { what: "a model is protected", after: withOpts(base, { "gpt-4o": { protect: true } }) },
  { what: "a mapping waits for a model", after: withOpts(base, { default: { dependsOn: ["gpt-4o-mini"] } }) },
  { what: "a mapping is renamed in the program, by an alias", after: aliased("default", "main") },
  { what: "a prompt of production is renamed in the program, by an alias", after: aliased("tone", "manner") },
  { what: "a provider is renamed in the program, by an alias", after: aliased("azure", "europe") },
  { what: "a budget is renamed in the program, by an alias", after: aliased("cap", "limit") },
  { what: "a member is renamed in the program, by an alias", after: aliased("member", "ben") },
  {
    what: "a prompt of the console is taken over as it is",
    after: added(prompt("byhand", "Be careful.", { environment: "PRODUCTION", adopt: true })),
  },
  {
    what: "a mapping of the console is taken over as it is",
    after: added(mapping("byhand", "gpt-4o", { targetModel: "openai/byhand", adopt: true })),
  },
  {
    what: "a model of the console is only read",
    after: ({ model }) => added({ ...inside("Model", "byhand"), get: model }),
  },
  {
    what: "a new name for a model of the console that is only read",
    after: ({ model }) => added({ ...inside("Model", "byhand"), get: model }, mapping("hand", "byhand")),
  },
  {
    what: "another order of the program and of its properties",
    after: withArgs(
      base
        .map((object) => ({
          ...object,
          args: Object.fromEntries(Object.entries(object.args ?? {}).reverse()),
        }))
        .reverse(),
      {},
    ),
  },
  { what: "nothing", after: base },
];

const once: readonly Edit[] = [
  ...prompts,
  ...routes,
  ...models,
  ...limits,
  ...people,
  ...configs,
  ...options,
];
const alsoNative = new Set([
  "a new name for a model",
  "a model gets a little cheaper",
  "a budget is renamed in the program, by an alias",
  "a new workspace with a model and a name",
  "nothing",
]);

/** Changes that people make every day. The guard refuses none of them. */
export const harmless: readonly Edit[] = [
  ...once,
  ...once.filter(({ what }) => alsoNative.has(what)).map(native),
];
