import { type Declared, page, ref, renamed, withArgs, withOpts, without } from "../support/declaration.ts";
import {
  budget,
  config,
  type Edit,
  host,
  inTeam,
  invitation,
  mapping,
  model,
  person,
  plain,
  prompt,
  provider,
  quota,
  withMore,
} from "./edit.ts";
import { added, addedBeside, changed, removed } from "./edits.ts";

const toSmall = { targetModel: ref("small", "gatewayName") };
const voice = prompt("voice");
const ours = prompt("voice", { environment: "PRODUCTION" });
const off = mapping("old", { enabled: false });
const azure = provider("azure", { baseUrl: "https://azure.example/v1", priority: 2 });
const careful = config("careful");
const one = { restrictedTo: ["ada@example.com"], maxUses: 1, expiresInDays: 7 };
const handbook = inTeam("Index", "handbook", { url: page("/docs"), title: "Handbook", maxPages: 2 });

const prompts: readonly Edit[] = [
  changed("a word of a staging prompt", { voice: { content: "Be short.\nBe kind." } }, voice),
  changed("a line more in a staging prompt", { voice: { content: "Be brief.\nBe kind.\nBe clear." } }, voice),
  changed("a staging prompt is written anew", { voice: { content: "Say little.\nSmile." } }, voice),
  changed("a typo in a prompt of production", { voice: { content: "Be brief.\nBe kinder." } }, ours),
  added("a new staging prompt", voice),
  added(
    "a new prompt for experiments, at a model",
    prompt("try", { environment: "EXPERIMENTS", modelId: ref("small") }),
  ),
  removed("a prompt for evaluation is deleted", ["score"], prompt("score", { environment: "EVALUATION" })),
  changed("the position of a staging prompt", { voice: { position: 3 } }, voice),
  changed("a staging prompt is switched off", { voice: { enabled: false } }, voice),
  changed(
    "a staging prompt goes to another model",
    { voice: { modelId: ref("small") } },
    prompt("voice", { modelId: ref("large") }),
  ),
  changed("a staging prompt becomes one for experiments", { voice: { environment: "EXPERIMENTS" } }, voice),
  changed("a staging prompt is renamed", { voice: { name: "tone" } }, voice),
  changed(
    "a staging prompt is from the user",
    { voice: { type: "USER" } },
    prompt("voice", { type: "SYSTEM" }),
  ),
];

const routing: readonly Edit[] = [
  added("a new name for a model", mapping("chat", toSmall)),
  added(
    "a new pattern for new names",
    mapping("nova", { sourceName: "nova-.*", isPattern: true, priority: 50, ...toSmall }),
  ),
  added(
    "a fallback of the same name and a later priority",
    mapping("later", { sourceName: "default", priority: 90, ...toSmall }),
  ),
  changed("a priority that decides nothing", { default: { priority: 7 } }),
  changed("what the gateway does anyway is said", { default: { enabled: true, isPattern: false } }),
  removed("a mapping that is switched off is deleted", ["old"], off),
  changed("a mapping that is switched off leads elsewhere", { old: toSmall }, off),
  changed("a name goes to a cheaper model of the same provider", { chat: toSmall }, mapping("chat")),
];

const models: readonly Edit[] = [
  changed("the label of a model", { large: { displayName: "Large, of this year" } }),
  changed("a larger context", { large: { contextWindow: 256_000 } }),
  changed("a model gets a little cheaper", { large: { inputCost: 1.9, outputCost: 7.6 } }),
  changed("a model gets five percent dearer", { large: { inputCost: 2.1, outputCost: 8.4 } }),
  added("a new model", model("nano", { inputCost: 0.1, outputCost: 0.4 })),
  added(
    "a new model with its name",
    model("nano", { inputCost: 0.1, outputCost: 0.4 }),
    mapping("tiny", { targetModel: ref("nano", "gatewayName") }),
  ),
  added("a new provider, tried last", azure),
  added("a new provider with a model", azure, model("far", { providerId: ref("azure") })),
  removed("a provider without models is deleted", ["azure"], azure),
  changed(
    "a provider shows one model more, whose price is declared",
    { azure: { modelOptions: ["a", "b"] } },
    provider("azure", { priority: 2, modelOptions: ["a"] }),
    model("b", { providerId: ref("azure") }),
  ),
  changed("another path on the same host", { openai: { baseUrl: host.replace("v1", "v2") } }),
  changed("the same host in capitals", { openai: { baseUrl: host.replace("api.upstream", "API.Upstream") } }),
  changed("the number of the only provider", { openai: { priority: 4 } }),
];

const limits: readonly Edit[] = [
  changed("a budget rises by a twentieth", { cap: { budget: 2100 } }),
  changed("a budget falls by a twentieth", { cap: { budget: 1900 } }),
  changed("a budget is put back when it is destroyed", { cap: { onDestroy: "restore" } }),
  {
    what: "a budget is declared as it is",
    before: without(plain, "cap"),
    after: plain,
    console: ({ clicks, team }) => clicks.budget(team, 2000),
  },
  {
    what: "a new workspace with a budget",
    before: [],
    after: [{ kind: "Workspace", name: "team", args: { name: "Support" } }, budget(300)],
  },
  changed("a workspace is renamed", { team: { name: "Support and service" } }),
  changed("a quota rises by a twentieth", { burst: { maxRequests: 1050 } }, quota({ maxRequests: 1000 })),
  changed("a quota falls by a twentieth", { burst: { maxRequests: 950 } }, quota({ maxRequests: 1000 })),
  added("a quota is declared as it is", quota({ maxRequests: 1000, windowMinutes: 60 })),
];

const people: readonly Edit[] = [
  added("a member is declared as one", person("member", "MEMBER")),
  added("an administrator is declared as one", person("admin", "ADMIN")),
  changed(
    "a member stays when it is no longer declared",
    { member: { onDestroy: "keep" } },
    person("member", "MEMBER"),
  ),
  {
    what: "an invitation for one person of a known domain, once, for a week",
    before: withMore(person("member", "MEMBER")),
    after: withMore(person("member", "MEMBER"), invitation(one)),
  },
  changed("an invitation for fewer days", { welcome: { expiresInDays: 5 } }, invitation(one)),
  changed("an invitation for fewer uses", { welcome: { maxUses: 1 } }, invitation({ ...one, maxUses: 2 })),
  added("a new gateway key", inTeam("GatewayKey", "ci", { triggers: { release: "1" } })),
  changed(
    "a gateway key for a new release",
    { ci: { triggers: { release: "2" } } },
    inTeam("GatewayKey", "ci", { triggers: { release: "1" } }),
  ),
];

const configs: readonly Edit[] = [
  added("a new config that is not the default", careful),
  changed("what a config is for", { careful: { description: "For careful answers" } }, careful),
  changed("the workflow of a config", { careful: { workflow: { steps: ["think"] } } }, careful),
  removed("a config that is not the default is deleted", ["careful"], careful),
  changed(
    "what the default config is for",
    { standard: { description: "For every request" } },
    config("standard", { isDefault: true }),
  ),
  {
    what: "a new index of a site that has one",
    before: withMore(handbook),
    after: withMore(handbook, inTeam("Index", "blog", { url: page("/blog"), title: "Blog", maxPages: 2 })),
  },
  changed("the label of an index", { handbook: { title: "The handbook" } }, handbook),
  changed("the `up` does not wait for an index", { handbook: { waitForIndexed: false } }, handbook),
];

function asOptions(what: string, name: string, opts: Declared["opts"], ...more: readonly Declared[]): Edit {
  const before = withMore(...more);
  return { what, before, after: withOpts(before, { [name]: opts }) };
}

function asAlias(what: string, from: string, ...more: readonly Declared[]): Edit {
  const before = withMore(...more);
  const references = (text: string) => text.replaceAll(`{"ref":"${from}"`, '{"ref":"new"');
  const after = renamed(before, from, "new", { aliases: [{ name: from }] });
  return { what, before, after: JSON.parse(references(JSON.stringify(after))) };
}

const options: readonly Edit[] = [
  asOptions("a model is protected", "large", { protect: true }),
  asOptions("a provider stays when it is no longer declared", "openai", { retainOnDelete: true }),
  asOptions("a mapping waits for a model", "default", { dependsOn: ["small"] }),
  asAlias("a mapping is renamed in the program", "default"),
  asAlias("a prompt of production is renamed in the program", "voice", ours),
  asAlias("a provider is renamed in the program", "openai"),
  asAlias("a budget is renamed in the program", "cap"),
  asAlias("a member is renamed in the program", "member", person("member", "MEMBER")),
  addedBeside(
    "a prompt of the console is taken over as it is",
    ({ clicks, team }) => clicks.prompt(team, "voice", "Be brief.\nBe kind.", { environment: "STAGING" }),
    prompt("voice", { adopt: true }),
  ),
  { what: "nothing", before: plain, after: withArgs(plain, {}) },
];

/** Changes that people make every day; each on a stack of its own. No guard with the usual rules refuses them, and none is of high risk. */
export const harmless: readonly Edit[] = [
  ...prompts,
  ...routing,
  ...models,
  ...limits,
  ...people,
  ...configs,
  ...options,
];
