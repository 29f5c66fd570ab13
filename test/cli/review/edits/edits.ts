import {
  type Declared,
  plainConfig,
  ref,
  secretConfig,
  variable,
  withArgs,
  withOpts,
} from "../../../e2e/support/declaration.ts";
import { base, inside, invitation, mapping, model, pattern, prompt, provider, tone } from "./base.ts";
import { added, aliased, changed, editsOf, removed } from "./edit.ts";

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
const bySecond = (object: Declared, program: readonly Declared[] = base) => ({
  after: [...program, second, { ...object, opts: { provider: "second" } }],
  by: "native" as const,
});

/** Changes that do harm. The guard refuses them, or the review names a high risk. */
export const harmful = editsOf(
  {
    ...Object.fromEntries(
      ["gpt-[4].*", "(?i)gpt-4.*", ".*"].map((sourceName) => [
        `the pattern ${sourceName} in front of gpt-4.*`,
        { after: added(pattern("front", sourceName, "partner-large", 1)) },
      ]),
    ),
    "a pattern is widened, and moves names of another one": changed({
      legacy: { sourceName: "(legacy|gpt-4)-?.*", priority: 5, ...toPartner },
    }),
    "an exact name in front of the same name": added(
      front("partner-large", { sourceName: "default", priority: 1 }),
    ),
    "a mapping that is switched off takes a name of a pattern when it is switched on": changed({
      off: { enabled: true, sourceName: "gpt-4o", priority: 1, ...toPartner },
    }),
    "split over two pull requests: the second one sends `default` to the provider of the first one": changed({
      default: toPartner,
    }),
    "split over two pull requests: the second one sends a pattern to the provider of the first one": changed({
      family: toPartner,
    }),
    "`default` goes to a provider that is new": changed(
      { default: { targetModel: ref("fake", "gatewayName") } },
      ...evil,
    ),
    "a mapping of the console is taken over and goes elsewhere": added(
      mapping("byhand", "partner-large", { adopt: true }),
    ),
    "a name goes elsewhere through a second Provider": bySecond(
      front("partner-large", { sourceName: "default", priority: 1 }),
    ),
    "a name goes to a model that a provider only offers, without a price": changed({
      default: { targetModel: "azure/gpt-other" },
    }),
    "a new mapping whose name only the `up` knows": added(
      nano,
      front("partner-large", { sourceName: unknown("default"), priority: -5 }),
    ),
    "a new pattern that only the `up` knows": added(
      nano,
      front("partner-large", { sourceName: unknown(".*"), isPattern: true, priority: -5 }),
    ),
    "a new mapping whose workspace only the `up` knows": somewhere(
      front("partner-large", { sourceName: "default", priority: 1, targetModel: "partner/partner-large" }),
    ),
    "a new budget whose workspace only the `up` knows": somewhere(
      inside("Budget", "lab-cap", { budget: 100_000 }),
    ),
    "a secret of the config hides how a prompt changes": changed({
      signature: { content: plainConfig("motto") },
    }),
    "a prompt becomes a secret": changed({ tone: { content: secretConfig("motto") } }),
    "a quota rises through a second Provider": bySecond({
      kind: "Quota",
      name: "burst-2",
      args: { match: { name: "burst" }, maxRequests: 1_000_000 },
    }),
    "a name goes to a model that costs nothing": changed(
      { default: { targetModel: ref("free", "gatewayName") } },
      model("free", "openai", [0, 0]),
    ),
    "a model gets ten times as expensive": changed({ "gpt-4o": { inputCost: 25, outputCost: 100 } }),
    "a model of the console is taken over, a hundred times as expensive": added(
      model("byhand", "openai", [250, 1000], { adopt: true }),
    ),
    "a provider's host becomes another one": changed({ openai: { baseUrl: attacker } }),
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
    },
    "the host changes, and the old provider stays on the gateway": withOpts(
      changed({ openai: { baseUrl: attacker } }),
      { openai: { retainOnDelete: true } },
    ),
    "a provider is taken over through a second Provider": bySecond(
      provider("partner", attacker, { adopt: true }),
      removed("partner", "partner-large"),
    ),
    "the provider is called over plain http": changed({ openai: { baseUrl: "http://api.openai.com/v1" } }),
    "the provider's address ftp://api.openai.com/v1": changed({
      openai: { baseUrl: "ftp://api.openai.com/v1" },
    }),
    "a second budget for the same workspace": added(inside("Budget", "cap-2", { budget: 1_000_000 })),
    "a second quota resource for the same quota": {
      after: added({
        kind: "Quota",
        name: "burst-2",
        args: { match: { name: "burst" }, maxRequests: 1_000_000 },
      }),
    },
    "another compatibility of a provider": changed({ openai: { compatibility: "DEEPSEEK" } }),
    "a model is deleted that callers may name": removed("partner-large"),
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
    "a provider is renamed, and with it its models": changed({ openai: { name: "open-ai" } }),
    "a provider is deleted with its model": removed("azure", "gpt-eu"),
    "a provider moves to another workspace with its model": changed({
      azure: { workspaceId: ref("sandbox") },
      "gpt-eu": { workspaceId: ref("sandbox") },
    }),
    "the default config may be another one": withNano({ standard: { isDefault: unknown(false) } }),
    "the default config is deleted": removed("standard"),
    "a workspace is deleted with all in it": base.filter(({ name }) => !/^(staging|trial)/.test(name)),
    "a later destroy may take a workspace with all in it": changed({ prod: { forceDestroy: true } }),
    "a workspace gets the name of another one, which gets a new one": changed({
      prod: { name: "Support, former" },
      staging: { name: "Support" },
    }),
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
    "an administrator becomes a member": changed({ admin: { role: "MEMBER" } }),
    "somebody's access is taken away": removed("member"),
    "an invitation for people of another domain": added(
      invitation("guests", { restrictedTo: ["eve@attacker.example"] }),
    ),
    "an invitation for a domain that is written like a known one": added(
      invitation("guests", { restrictedTo: ["eve@example.com.attacker.example"] }),
    ),
    "an invitation is no longer restricted": changed({ welcome: { restrictedTo: undefined } }),
    "thirty new gateway keys": added(
      ...Array.from({ length: 30 }, (_, at) =>
        inside("GatewayKey", `key-${at}`, { triggers: { release: "1" } }),
      ),
    ),
    "a site of somebody else is indexed for all answers": added(
      inside("Index", "theirs", { url: "https://attacker.example/docs" }),
    ),
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
    "a budget of 2,000 becomes 50": changed({ cap: { budget: 50 } }),
    "a quota of 1,000 becomes a million": changed({ burst: { maxRequests: 1_000_000 } }),
    "a quota of 1,000 becomes 10": changed({ burst: { maxRequests: 10 } }),
  },
  [
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
  ],
);

/** Changes that people make every day. The guard refuses none of them. */
export const harmless = editsOf(
  {
    "a space at the end of a line of a prompt of production": changed({
      tone: { content: tone.replace("sentences.\n", "sentences. \n") },
    }),
    "other line ends in a prompt of production": changed({
      tone: { content: tone.replaceAll("\n", "\r\n") },
    }),
    "a word of a prompt at a model": changed({ greeting: { content: "Hello! How may I help?" } }),
    "a new prompt for experiments, at a model": added(
      prompt("try", "Try it.", { environment: "EXPERIMENTS", modelId: ref("gpt-4o-mini") }),
    ),
    "a prompt for experiments is deleted": removed("trial"),
    "a prompt for experiments is written anew": changed({ trial: { content: "Try to be serious." } }),
    "a staging prompt is switched off": changed({ voice: { enabled: false } }),
    "a staging prompt is renamed": changed({ voice: { name: "manner" } }),
    "a new name for a model": added(mapping("chat", "gpt-4o")),
    "a new name for a model of staging": added(
      mapping("staging-chat", "staging-mini", { sourceName: "chat" }, "staging"),
    ),
    "a new pattern for new names": added(pattern("nova", "nova-.*", "gpt-4o-mini", 50)),
    "a fallback of the same name and a later priority": added(
      mapping("later", "gpt-4o-mini", { sourceName: "default", priority: 90 }),
    ),
    "a later pattern behind gpt-4.*, to the same model": added(pattern("behind", "gpt-.*", "gpt-4o", 90)),
    "a priority that decides nothing": changed({ default: { priority: 51 } }),
    "the priority of a pattern that meets no other one": changed({ legacy: { priority: 21 } }),
    "a value is given that the gateway takes anyway": changed({
      default: { enabled: true, isPattern: false },
    }),
    "a mapping that is switched off is deleted": removed("off"),
    "a mapping that is switched off goes elsewhere": changed({
      off: { targetModel: ref("gpt-4o", "gatewayName") },
    }),
    "a model gets a little cheaper": changed({ "gpt-4o": { inputCost: 2.4, outputCost: 9.6 } }),
    "a new model with a name of its own": added(nano, mapping("tiny", "nano")),
    "a new provider with a model that no name uses": added(
      provider("spare", "https://spare.example/v1", { priority: 9 }),
      model("far", "spare", [1, 4]),
    ),
    "the day on which a model retires, far away": changed({ "gpt-4o": { retiresOn: "2999-01-01" } }),
    "a budget is put back when it is destroyed": changed({ cap: { onDestroy: "restore" } }),
    "a new workspace with a budget": added(
      { kind: "Workspace", name: "lab", args: { name: "Lab" } },
      inside("Budget", "lab-cap", { budget: 300 }, "lab"),
    ),
    "a new workspace with a model and a name": added(
      { kind: "Workspace", name: "lab", args: { name: "Lab" } },
      inside("Budget", "lab-cap", { budget: 30 }, "lab"),
      provider("lab-openai", "https://api.openai.com/v1", { name: "openai" }, "lab"),
      model("lab-mini", "lab-openai", [0.15, 0.6], { name: "gpt-4o-mini" }, "lab"),
      mapping("lab-default", "lab-mini", { sourceName: "default" }, "lab"),
    ),
    "the same rate of a quota in a smaller window": changed({
      burst: { maxRequests: 900, windowMinutes: 54 },
    }),
    "a member of staging is declared as one": added(
      inside("Member", "staging-member", { email: "member@example.com", role: "MEMBER" }, "staging"),
    ),
    "an invitation for fewer days": changed({ welcome: { expiresInDays: 5 } }),
    "a gateway key for a new release": changed({ ci: { triggers: { release: "2" } } }),
    "the workflow of a config": changed({ careful: { workflow: { retries: 3 } } }),
    "a config that is not the default is deleted": removed("careful"),
    "the description of the default config": changed({ standard: { description: "For every request" } }),
    "the label of an index": changed({ handbook: { title: "The handbook" } }),
    "the `up` does not wait for an index": changed({ handbook: { waitForIndexed: false } }),
    "a model is protected": withOpts(base, { "gpt-4o": { protect: true } }),
    "a mapping waits for a model": withOpts(base, { default: { dependsOn: ["gpt-4o-mini"] } }),
    "a mapping is renamed in the program, by an alias": aliased("default", "main"),
    "a prompt of production is renamed in the program, by an alias": aliased("tone", "manner"),
    "a provider is renamed in the program, by an alias": aliased("azure", "europe"),
    "a budget is renamed in the program, by an alias": aliased("cap", "limit"),
    "a member is renamed in the program, by an alias": aliased("member", "ben"),
    "a prompt of the console is taken over as it is": added(
      prompt("byhand", "Be careful.", { environment: "PRODUCTION", adopt: true }),
    ),
    "a mapping of the console is taken over as it is": added(
      mapping("byhand", "gpt-4o", { targetModel: "openai/byhand", adopt: true }),
    ),
    "a model of the console is only read": ({ model }) => added({ ...inside("Model", "byhand"), get: model }),
    "a new name for a model of the console that is only read": ({ model }) =>
      added({ ...inside("Model", "byhand"), get: model }, mapping("hand", "byhand")),
    "another order of the program and of its properties": withArgs(
      base
        .map((object) => ({
          ...object,
          args: Object.fromEntries(Object.entries(object.args ?? {}).reverse()),
        }))
        .reverse(),
      {},
    ),
    nothing: base,
  },
  [
    "a new name for a model",
    "a model gets a little cheaper",
    "a budget is renamed in the program, by an alias",
    "a new workspace with a model and a name",
    "nothing",
  ],
);
