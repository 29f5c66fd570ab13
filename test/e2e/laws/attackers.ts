import { type Declared, ref, renamed, withArgs, without } from "../support/declaration.ts";
import {
  budget,
  config,
  type Edit,
  invitation,
  mapping,
  model,
  person,
  plain,
  provider,
  quota,
  withMore,
} from "./edit.ts";
import { added, addedBeside, changed, removed, swapped } from "./edits.ts";

const attacker = "https://collector.attacker.example/v1";
/** A new model, whose name on the gateway only the `up` knows. */
const nano = model("nano", { inputCost: 0.1, outputCost: 0.2 });
const unknown = ref("nano", "gatewayName");
const evil = [
  provider("evil", { baseUrl: attacker, priority: 2 }),
  model("fake", { providerId: ref("evil") }),
];
const toFake = { targetModel: ref("fake", "gatewayName") };
const standard = config("standard", { isDefault: true });
const azure = provider("azure", { baseUrl: "https://azure.example/v1", priority: 2 });
const byAlias = (
  objects: readonly Declared[],
  from: string,
  to: string,
  args: Declared["args"],
): Declared[] => withArgs(renamed(objects, from, to, { aliases: [{ name: from }] }), { [to]: args });

const traffic: readonly Edit[] = [
  changed("a provider's host becomes another one", { openai: { baseUrl: attacker } }),
  changed("the new host begins like the old one", {
    openai: { baseUrl: "https://api.upstream.example.attacker.example/v1" },
  }),
  changed("a provider is called over plain http", { openai: { baseUrl: "http://api.upstream.example/v1" } }),
  changed("the host changes together with the key, which a preview covers", {
    openai: { baseUrl: attacker, apiKey: "sk-canary-attacker" },
  }),
  changed("the host changes among harmless fields", {
    openai: { baseUrl: attacker, priority: 3, modelOptions: ["large", "small"] },
    small: { displayName: "Small, and quick" },
  }),
  swapped("the host is known only to the `up`", [azure], [nano, azure], { azure: { baseUrl: unknown } }),
  swapped(
    "split: a provider goes, another of its name and another host comes",
    [azure],
    [{ ...azure, name: "azure-2", args: { ...azure.args, baseUrl: attacker } }],
  ),
  {
    what: "alias: the host changes with the logical name",
    before: withMore(azure),
    after: byAlias(withMore(azure), "azure", "eu", { baseUrl: attacker }),
  },
  addedBeside(
    "a provider of the console is taken over, with another host",
    async ({ clicks, team }) => clicks.model(team, await clicks.provider(team, "byhand"), "m"),
    provider("byhand", { baseUrl: attacker, adopt: true }),
  ),
  added(
    "a new pattern takes every name, to a provider that is new",
    ...evil,
    mapping("all", { sourceName: ".*", isPattern: true, priority: 0, ...toFake }),
  ),
  swapped(
    "the model that callers name moves to a provider that is new",
    [azure, model("fake", { providerId: ref("azure") }), mapping("far", toFake)],
    [azure, ...evil, mapping("far", toFake)],
  ),
  addedBeside(
    "a mapping of the console is taken over, and leads to a provider that is new",
    ({ clicks, team }) => clicks.mapping(team, "chat", "openai/small"),
    ...evil,
    mapping("chat", { ...toFake, adopt: true }),
  ),
];

const lost: readonly Edit[] = [
  changed("`default` leads to a misspelt name", { default: { targetModel: "openai/lagre" } }),
  changed("`default` itself is misspelt", { default: { sourceName: "defualt" } }),
  changed("`default` is switched off", { default: { enabled: false } }),
  removed("`default` is deleted", ["default"]),
  changed(
    "a pattern is no pattern any more",
    { family: { isPattern: false } },
    mapping("family", { sourceName: "gpt-.*", isPattern: true }),
  ),
  changed("a model that callers name is renamed", { small: { name: "tiny" } }),
  changed("a provider is renamed, and with it what callers name", { openai: { name: "open-ai" } }),
  swapped("split: a model goes, another of another name comes", [model("old")], [model("new")]),
  swapped(
    "the target of a name is known only to the `up`",
    [mapping("chat")],
    [nano, mapping("chat", { targetModel: ref("nano", "createdAt") })],
  ),
  {
    what: "a model goes that a mapping of the console leads to",
    before: withMore(model("old")),
    after: plain,
    console: ({ clicks, team }) => clicks.mapping(team, "chat", "openai/old"),
  },
  {
    what: "a provider goes that holds a model of the console",
    before: withMore(azure),
    after: plain,
    console: ({ clicks, team, named }) => clicks.model(team, named("providers", "azure"), "byhand"),
  },
  removed(
    "a provider goes with its models",
    ["azure", "far"],
    azure,
    model("far", { providerId: ref("azure") }),
  ),
  {
    what: "replace chain: a provider moves to another workspace, and its models with it",
    before: withMore(azure, model("far", { providerId: ref("azure") }), {
      kind: "Workspace",
      name: "lab",
      args: { name: "Lab" },
    }),
    after: withArgs(
      [
        { kind: "Workspace", name: "lab", args: { name: "Lab" } },
        ...withMore(azure, model("far", { providerId: ref("azure") })),
      ],
      { azure: { workspaceId: ref("lab") }, far: { workspaceId: ref("lab") } },
    ),
  },
  removed("the default config is deleted", ["standard"], standard),
  changed("the default config is none any more", { standard: { isDefault: false } }, standard),
  changed("the default config is switched off", { standard: { enabled: false } }, standard),
  {
    what: "a workspace is deleted with all in it",
    before: withArgs(plain, { team: { forceDestroy: true } }),
    after: [],
  },
  changed("a later destroy may take a workspace with all in it", { team: { forceDestroy: true } }),
];

const people: readonly Edit[] = [
  changed("a member becomes an administrator", { member: { role: "ADMIN" } }, person("member", "MEMBER")),
  added("somebody who is a member is declared as an administrator", person("member", "ADMIN")),
  added("an administrator is declared as a member", person("admin", "MEMBER")),
  changed("an administrator becomes a member", { admin: { role: "MEMBER" } }, person("admin", "ADMIN")),
  removed("somebody's access is taken away", ["member"], person("member", "MEMBER")),
  changed(
    "the administrator is somebody else",
    { boss: { email: "member@example.com" } },
    person("admin", "ADMIN", "boss"),
  ),
  swapped(
    "split: a member goes, and comes as an administrator",
    [person("member", "MEMBER")],
    [person("member", "ADMIN", "again")],
  ),
  {
    what: "alias: the role rises with the logical name",
    before: withMore(person("member", "MEMBER")),
    after: byAlias(withMore(person("member", "MEMBER")), "member", "lead", { role: "ADMIN" }),
  },
  swapped(
    "the role is known only to the `up`",
    [person("member", "MEMBER")],
    [nano, person("member", "MEMBER")],
    { member: { role: unknown } },
  ),
  added("an invitation for everybody", invitation({ maxUses: 5, expiresInDays: 7 })),
  added(
    "an invitation with an empty list of people",
    invitation({ restrictedTo: [], maxUses: 5, expiresInDays: 7 }),
  ),
  added(
    "an invitation for 100,000 uses",
    invitation({ restrictedTo: ["eve@example.com"], maxUses: 100_000, expiresInDays: 7 }),
  ),
  added(
    "an invitation for ten years",
    invitation({ restrictedTo: ["eve@example.com"], maxUses: 1, expiresInDays: 3650 }),
  ),
  changed(
    "an invitation is no longer restricted",
    { welcome: { restrictedTo: undefined } },
    invitation({ restrictedTo: ["eve@example.com"], maxUses: 1, expiresInDays: 7 }),
  ),
  changed(
    "an invitation may be used by thousands",
    { welcome: { maxUses: 5000 } },
    invitation({ restrictedTo: ["eve@example.com"], maxUses: 1, expiresInDays: 7 }),
  ),
];

const live =
  (amount: number): Edit["console"] =>
  ({ clicks, team }) =>
    clicks.budget(team, amount);
const noBudget = without(plain, "cap");

const money: readonly Edit[] = [
  changed("a budget of 2,000 becomes 200,000", { cap: { budget: 200_000 } }),
  changed("a budget of 2,000 becomes 50", { cap: { budget: 50 } }),
  changed("a budget becomes nothing", { cap: { budget: 0 } }),
  {
    what: "a budget is declared far above the one in force",
    before: noBudget,
    after: plain,
    console: live(20),
  },
  {
    what: "a budget is declared far below the one in force",
    before: noBudget,
    after: plain,
    console: live(500_000),
  },
  {
    what: "split: a budget goes, and comes a hundred times as high",
    before: plain,
    after: [...noBudget, budget(200_000, "cap-2")],
  },
  {
    what: "alias: the budget rises with the logical name",
    before: plain,
    after: byAlias(plain, "cap", "limit", { budget: 200_000 }),
  },
  { what: "a budget is known only to the `up`", before: plain, after: [...noBudget, nano, budget(unknown)] },
  changed("a quota of 1,000 becomes 10", { burst: { maxRequests: 10 } }, quota({ maxRequests: 1000 })),
  changed(
    "a quota of 1,000 becomes a million",
    { burst: { maxRequests: 1_000_000 } },
    quota({ maxRequests: 1000 }),
  ),
  changed(
    "the window of a quota becomes a day",
    { burst: { windowMinutes: 1440 } },
    quota({ windowMinutes: 1 }),
  ),
  added("a quota is declared far below the one in force", quota({ maxRequests: 10 })),
  removed("a quota is deleted", ["burst"], quota({ maxRequests: 1000, onDestroy: "delete" })),
  changed("a model gets ten times as dear", { large: { inputCost: 20, outputCost: 80 } }),
  changed("a model costs nothing any more, so no budget counts it", {
    large: { inputCost: 0, outputCost: 0 },
  }),
  changed(
    "a name resolves to a more expensive model",
    { cheap: { targetModel: ref("large", "gatewayName") } },
    mapping("cheap", { targetModel: ref("small", "gatewayName") }),
  ),
  swapped(
    "split: a model goes, and comes ten times as dear",
    [model("old")],
    [{ ...model("old", { inputCost: 20, outputCost: 80 }), name: "old-2" }],
  ),
  addedBeside(
    "a model of the console is taken over, ten times as dear",
    ({ clicks, team, named }) =>
      clicks.model(team, named("providers", "openai"), "byhand", { input_cost: 1, output_cost: 2 }),
    model("byhand", { inputCost: 100, outputCost: 200, adopt: true }),
  ),
];

/** A workspace that the program only reads: somebody else has made it, with the same in it as what is plain. */
const theirs: Declared = { kind: "Workspace", name: "theirs", get: "theirs" };
const inTheirs = (object: Declared): Declared => ({
  ...object,
  args: { ...object.args, workspaceId: ref("theirs") },
});

const read: readonly Edit[] = [
  added(
    "an administrator of a workspace that is only read is declared as a member",
    theirs,
    inTheirs(person("admin", "MEMBER")),
  ),
  added("a budget of a workspace that is only read rises", theirs, inTheirs(budget(200_000, "their-cap"))),
  added(
    "a pattern takes every name in a workspace that is only read",
    theirs,
    ...evil.map(inTheirs),
    inTheirs(mapping("all", { sourceName: ".*", isPattern: true, priority: 0, ...toFake })),
  ),
];

/** Changes that do harm; each on a stack of its own. A guard with the usual rules refuses them, or a review names a high risk. */
export const attackers: readonly Edit[] = [...traffic, ...lost, ...people, ...money, ...read];
