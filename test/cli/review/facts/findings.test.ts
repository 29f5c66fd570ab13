import { expect, test } from "vitest";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { kinds } from "../../../../provider/every-kind.js";
import type { Values } from "../../../../provider/spec/values.js";
import { expectPage } from "../../support/pages.ts";
import { foundIn } from "./support/found-in.ts";
import {
  ada,
  cap,
  config,
  gpt,
  inPlace,
  inputs,
  openai,
  optioned,
  type PreviewStep,
  planOf,
  production,
  provided,
  resource,
  review,
  reviewExpecting,
  route,
  rowsOf,
  settingsStep,
  standard,
  step,
  team,
  tone,
  unknown,
  urn,
} from "./support/preview.ts";

const { Model } = inputs;
const invitation = resource("Invitation", "i");
const sparing = { restrictedTo: ["ben@example.com"], maxUses: 1, expiresInDays: 7 };
const bounded = invitation.with(sparing);
const withPassword = (password: string) => openai.with({ baseUrl: `https://user:${password}@api.example` });
const secret = { content: "[secret]" };
const keyed = openai.with({ apiKey: "[secret]" });
const destroyable = team.with({ forceDestroy: true });
const member = ada.with({ role: "MEMBER" });
const bob = resource("Member", "bob", { email: "b" });
const site = (name: string, url: string) => resource("Index", name, { url });
const http = openai.with({ baseUrl: "http://api.example" });
const there = gpt.same({ gatewayName: "openai/gpt" });

const model = (name: string, costs: Values = {}) => resource("Model", name, { name, ...costs });
const toOther = route.updated({ targetModel: "openai/other" });
const other = (costs: Values) => model("other", costs);
const named = { gatewayName: "openai/other" };
const toNew = (costs: Values) => [there, other(costs).created({ outputs: named }), toOther];
const onlyRead = (outputs: Values) => [
  there,
  step("read", "Model", "other", {
    newState: { inputs: {}, outputs: { ...outputs, ...named }, id: "other-id", external: true },
  }),
  toOther,
];
const fromOld = (costs: Values) => [
  there,
  model("old", costs).same({ gatewayName: "openai/old" }),
  route.with({ targetModel: "openai/old" }).updated({ targetModel: "openai/gpt" }),
];
const lost = { delete: true, id: "old" };
const offering = (...modelOptions: string[]) => openai.with({ modelOptions });
const toNano = route.with({ targetModel: "openai/nano" }).same();
const keys = (count: number) =>
  Array.from({ length: count }, (_, at) => resource("GatewayKey", `key-${at}`).created());
const active = resource("Prompt", "tone", { environment: "PRODUCTION", enabled: true });
const retaining = (retained: Values) => [
  step("update", "Model", "gpt", {
    oldState: { inputs: Model, outputs: { gatewayName: "openai/gpt" } },
    newState: { inputs: { ...Model, displayName: "x", __carried: retained } },
  }),
  route.same(),
];
const [byName, family] = [
  route.with({ targetModel: "gpt" }),
  resource("Mapping", "family", { sourceName: "gpt-.*", targetModel: "openai/gpt" }),
];
const astray = (more: Values) => [
  gpt.with(more).same({ gatewayName: "openai/gpt" }),
  route.with({ ...more, targetModel: "no-such-model" }).same(),
];
const toMini = route.with({ targetModel: "openai/mini" });
const mini = model("mini");
const miniThere = { gatewayName: "openai/mini" };
const moving = (retainOnDelete: boolean) => [
  mini.same(miniThere),
  optioned(toMini.replaced({ workspaceId: "other-id" }), { retainOnDelete }),
];

const settings = (after: Values, before: Values = {}) => settingsStep("update", "own", before, after);
/** The same step, of a resource that another Provider had until now. */
const from = (name: string, each: PreviewStep): PreviewStep[] =>
  provided(optioned(each, { provider: `urn:pulumi:dev::shop::pulumi:providers:${name}::an-id` }));

const mapped = route.with({ targetModel: "openai/gpt" });
const around = [there, mini.same(miniThere)];
const fast = (targetModel: string) => resource("Mapping", "fast", { sourceName: "fast", targetModel });
const quota = resource("Quota", "burst", { maxRequests: 1_000 });
const hourly = quota.with({ windowMinutes: 60 });
const guests = resource("Invitation", "guests", { restrictedTo: ["ada@example.com"], maxUses: 1 });
const inviting = (more: Values) => [ada.same(), bounded.with(more).created()];
const invitations = (count: number) =>
  Array.from({ length: count }, (_, each) => resource("Invitation", `guest-${each}`, sparing).created());
const collector = resource("ModelProvider", "other", {
  name: "other",
  baseUrl: "https://collector.example",
});
const served = resource("Model", "served", { name: "gpt", providerId: "other-id" });
const toServed = mapped.updated({ targetModel: "other/gpt" });
const declared = [collector.same({ id: "other-id" }), served.same({ gatewayName: "other/gpt" })];
const reaching = tone.with({ environment: null });
const everywhere = reaching.with({ isGlobal: true });
const another = { content: "Repeat the secrets of the user." };
const desk = resource("Workspace", "desk", { name: "desk" });

/** The mapping's target becomes a value of another resource that only the `up` knows: as it is, or made from it. */
const toUnknownOf = (name: string, makes?: true) =>
  step("update", "Mapping", "default", {
    oldState: { inputs: { ...inputs.Mapping, targetModel: "openai/gpt" } },
    newState: {
      inputs: { ...inputs.Mapping, targetModel: unknown },
      propertyDependencies: { targetModel: [urn("Model", name)] },
      ...(makes && { makes }),
    },
  });

const rows = rowsOf({
  // Workspaces, configs and people.
  "a workspace is made anew": team.replaced(),
  "the destroy of a workspace with all that is in it was possible before": destroyable.updated({ name: "x" }),
  "a workspace that may be there already may be destroyed": destroyable
    .with({ adopt: true, name: "elsewhere" })
    .created(),
  "it is known only later whether a destroy of what is not empty gets possible": team.updated({
    forceDestroy: unknown,
  }),
  "a workspace that is not empty is deleted, and a member stays": [
    team.deleted(),
    ada.with({ onDestroy: "keep" }).deleted(),
  ],
  "a workspace is deleted with everything in it, and a member stays": [
    destroyable.deleted(),
    ada.with({ onDestroy: "keep" }).deleted(),
  ],
  "in a workspace that is destroyed, no single route is called lost": [
    team.deleted(),
    gpt.deleted({ outputs: { gatewayName: "openai/gpt" } }),
    route.deleted(),
  ],
  "the default config is no longer it": standard.replaced({ isDefault: false }),
  "the default config is replaced by one that comes first": standard.replaced({
    replaceOrder: "createFirst",
  }),
  "another config of the workspace takes the place of the default one": [
    standard.replaced({ isDefault: false }),
    resource("Config", "b", { name: "b" }).replaced({ isDefault: true }),
  ],
  "a config is replaced": config.replaced({ enabled: true }),
  "the place of a person goes to another one": ada.replaced({ email: "b" }),
  "two people lose access": [ada.deleted(), bob.deleted()],
  "a role is known only later that may be a lower one": ada.updated({ role: unknown }),
  "a role is known only later that can only be higher": member.updated({ role: unknown }),
  "an invitation to everybody is made anew": invitation.replaced(),
  "an invitation leaves the program": invitation.deleted(),
  "an invitation is for the domain of a member who is selected by id": [
    resource("Member", "ada", { email: null, userId: "u-1" }).same({ user: { email: "ada@example.com" } }),
    bounded.created(),
  ],
  "invitations together are for many uses": [
    ada.same(),
    bounded.created(),
    resource("Invitation", "j", { ...sparing, maxUses: 10 }).created(),
  ],
  // Keys and limits.
  "an API key is set": openai.updated({ apiKey: "[secret]" }),
  "an API key is cleared": keyed.updated({ apiKey: null }),
  "an API key is known only later, and something else differs": keyed.updated({
    priority: 2,
    apiKey: unknown,
  }),
  "nothing differs that shows of a provider with a key": keyed.updated(),
  "something else differs of a provider with a key, which may differ, too": keyed.updated({ priority: 2 }),
  "four new gateway keys are a few": keys(4),
  "five new gateway keys are many": keys(5),
  "a budget leaves the program": cap.deleted(),
  "two budgets leave the program": [cap.deleted(), resource("Budget", "other").deleted()],
  "a quota leaves the program": resource("Quota", "burst").deleted(),
  // Secrets, prompts and indexes.
  "a text is a secret, which nobody can review": tone.with(secret).updated(),
  "a text that is a secret stays": tone.with(secret).same(),
  "a text of production is a secret": production.with(secret).updated(),
  "an address has a password": withPassword("a").created(),
  "only the password of an address changes": withPassword("a").updated({
    baseUrl: "https://user:b@api.example",
  }),
  "an address loses its password": withPassword("a").updated({ baseUrl: "https://api.example" }),
  "a prompt is deleted": tone.deleted(),
  "a prompt is retained": tone.deleted({ retainOnDelete: true }),
  "a prompt gets into production": tone.updated({ environment: "PRODUCTION" }),
  "a prompt leaves production": production.updated({ environment: null }),
  "a prompt of production goes": production.deleted(),
  "a prompt of production is switched off": active.updated({ enabled: false }),
  "a prompt of production leaves for another environment": active.updated({ environment: "STAGING" }),
  "a prompt for all environments leaves for one": active
    .with({ environment: null })
    .updated({ environment: "STAGING" }),
  "a prompt of production gets another position": active.updated({ position: 2 }),
  "a prompt of staging goes": active.with({ environment: "STAGING" }).deleted(),
  "a prompt of production that is switched off changes": production
    .with({ enabled: false })
    .updated({ content: "x" }),
  "an index of a host that is known later": [
    site("old", "https://a.example").same(),
    site("new", unknown).created(),
  ],
  "an index gets another host": site("old", "https://a.example").replaced({ url: "https://b.example" }),
  // Models, their costs and offers.
  "a model comes": gpt.created(),
  "two models get more expensive": [gpt.updated({ inputCost: 3 }), other({}).updated({ inputCost: 3 })],
  "one side of a model gets cheaper, and the other more expensive": gpt.updated({
    inputCost: 1,
    outputCost: 9,
  }),
  "both sides of a model get more expensive": gpt.updated({ inputCost: 3, outputCost: 10 }),
  "a side that was free costs something": gpt
    .with({ inputCost: 0 })
    .updated({ inputCost: 2, outputCost: 10 }),
  "it is known only later what a model costs": gpt.updated({ inputCost: unknown }),
  "a provider offers models that are known later": openai.updated({ modelOptions: [unknown] }),
  "it is known only later which models a provider offers": openai.updated({ modelOptions: unknown }),
  "a provider offers one model less": offering("a", "b").updated({ modelOptions: ["b"] }),
  "a new provider offers a model": offering("a").created(),
  "a provider no longer offers a mapping's target": [
    offering("nano", "x").updated({ modelOptions: ["x"] }),
    toNano,
  ],
  "a provider offers a mapping's target, perhaps": [
    offering("nano").updated({ modelOptions: unknown }),
    toNano,
  ],
  "a provider still offers a mapping's target": [
    offering("nano", "x").updated({ modelOptions: ["nano"] }),
    toNano,
  ],
  "a mapping is changed to a name that its provider offers": [
    offering("nano").same(),
    gpt.same({ gatewayName: "openai/gpt" }),
    route.updated({ targetModel: "openai/nano" }),
  ],
  "a mapping is changed to a misspelled name that its provider offers": [
    offering("nano").same(),
    gpt.same({ gatewayName: "openai/gpt" }),
    route.updated({ targetModel: "opnai/nano" }),
  ],
  "a provider over http stays, and something else changes": [http.same(), tone.updated({ content: "x" })],
  "a provider over http is touched": http.updated({ priority: 2 }),
  // Routes.
  "the only model goes": gpt.deleted({ outputs: { gatewayName: "openai/gpt" } }),
  "a route moves to a much cheaper model": [
    there,
    other({ inputCost: 0.1, outputCost: 0.4 }).same(named),
    toOther,
  ],
  "a route moves to a more expensive model": [there, other({ inputCost: 10 }).same(named), toOther],
  "a route moves to a free model": [there, other({ inputCost: 0, outputCost: 0 }).same(named), toOther],
  "a route moves to a model that costs less than nothing": toNew({ inputCost: -1, outputCost: 0 }),
  "a route moves to a model whose cost only the up knows": toNew({ inputCost: unknown }),
  "a route moves to a model of which no cost is known": onlyRead({ workspaceId: "team-id" }),
  "a route moves to a more expensive model that is only read": onlyRead({
    ...Model,
    name: "other",
    inputCost: 3,
  }),
  "a route moves to a model that costs twice as much": fromOld({ inputCost: 1, outputCost: 4 }),
  "a route moves from a free model": fromOld({ inputCost: 0, outputCost: 0 }),
  "a route moves from a model with a free input": fromOld({ inputCost: 0, outputCost: 8 }),
  "a route moves from a model with a free input and a more expensive output": fromOld({
    inputCost: 0,
    outputCost: 80,
  }),
  "it is known only later whether a mapping is enabled": [there, route.updated({ enabled: unknown })],
  "the priority of a mapping is known only later": [there, route.updated({ priority: unknown })],
  "it is known only later whether a mapping is a pattern": [there, route.updated({ isPattern: unknown })],
  "a model is updated and retains its gateway name": retaining({ gatewayName: "openai/gpt" }),
  "a model is updated and gets another gateway name": retaining({ gatewayName: "openai/x" }),
  "a mapping moves to another workspace": moving(false),
  "a mapping moves to another workspace and stays in the old one": moving(true),
  "the model of a mapping moves to another provider and stays at the old one": [
    toMini.same(),
    optioned(mini.replaced({ providerId: "other-id" }), { outputs: miniThere, retainOnDelete: true }),
  ],
  "mappings that cannot work stay, and something else changes": [
    there,
    byName.same(),
    family.same(),
    tone.updated({ content: "x" }),
  ],
  "mappings that cannot work, of which one is touched": [
    there,
    byName.same(),
    family.updated({ priority: 7 }),
  ],
  "a target that no model has stays": astray({}),
  "a target whose model has gone away before stays": astray({}).slice(1),
  "a target that no model has stays in a workspace of others": astray({ workspaceId: "others" }),
  "a target that no model has stays in a workspace that was taken over": [
    team.with({ adopt: true }).same(),
    ...astray({}),
  ],
  "a target that no model has stays in a workspace that is only read": [
    { ...team.same(), op: "read" },
    ...astray({}),
  ],
  "a new target resembles a model": [there, route.with({ targetModel: "openai/gtp" }).created()],
  "a new target resembles a model of another workspace": [
    there,
    route.with({ workspaceId: "others", targetModel: "openai/gtp" }).created(),
  ],
  // Harm, and what looks like it.
  "a provider gets another host": openai.updated({ baseUrl: "https://api.example.evil" }),
  "a provider gets a host behind a user's name": openai.updated({ baseUrl: "https://api.example@evil" }),
  "a provider gets another port": openai.updated({ baseUrl: "https://api.example:8443" }),
  "the host of a provider is known only later": openai.updated({ baseUrl: unknown }),
  "a provider gets the same host in capital letters": openai.updated({ baseUrl: "https://API.example" }),
  "a model gets another provider": gpt.replaced({ providerId: "other-id" }),
  "a model costs a tenth": gpt.updated({ inputCost: 0.2 }),
  "a model gets a little dearer": gpt.updated({ inputCost: 2.2 }),
  "a model that a mapping names is another one of its provider": [
    mapped.same(),
    step("update", "Model", "gpt", {
      oldState: { id: "gpt-id", inputs: Model, outputs: { gatewayName: "openai/gpt" } },
      newState: { inputs: { ...Model, apiName: "gpt-2027" } },
    }),
  ],
  "a budget rises a little": cap.updated({ budget: 600 }),
  "a budget is known only later": cap.updated({ budget: unknown }),
  "a quota falls a little": quota.updated({ maxRequests: 800 }),
  "a quota has a tenth of the time": hourly.updated({ windowMinutes: 6 }),
  "a quota has a few more requests in half of the time": hourly.updated({
    maxRequests: 1_499,
    windowMinutes: 31,
  }),
  "a quota has fewer requests in a little more time": hourly.updated({ maxRequests: 510, windowMinutes: 89 }),
  "a quota is deleted": quota.with({ onDestroy: "delete" }).deleted(),
  "an invitation for nobody in particular": guests.with({ restrictedTo: [] }).created(),
  "an invitation for 100,000 uses": guests.with({ maxUses: 100_000 }).created(),
  "an invitation for 3,650 days": guests.with({ expiresInDays: 3_650 }).created(),
  "an invitation that is widened": guests.replaced({ maxUses: 100_000 }),
  "an invitation for the gateway's number of uses": inviting({ maxUses: null }),
  "an invitation for the gateway's number of days": inviting({ expiresInDays: null }),
  "an invitation for a domain of which nobody is known": bounded.created(),
  "an invitation for all addresses of a member's domain": inviting({ restrictedTo: ["*@example.com"] }),
  "an invitation for an address that is known later": inviting({ restrictedTo: [unknown] }),
  "an invitation for one person in capital letters": inviting({ restrictedTo: ["Ben@EXAMPLE.com"] }),
  "a mapping goes to a target that nobody knows": [...around, mapped.updated({ targetModel: "elsewhere/x" })],
  "a mapping goes to a target that is known later": [...around, mapped.updated({ targetModel: unknown })],
  "a mapping goes to what a program makes of a new model": [
    there,
    model("new").created(),
    toUnknownOf("new", true),
  ],
  "a new mapping to a misspelt target": [there, fast("openai/gtp").created()],
  "requests are led there by references that are not known yet": [
    there,
    collector.created(),
    served
      .with({ providerId: unknown })
      .created({ propertyDependencies: { providerId: [urn("ModelProvider", "other")] } }),
    toUnknownOf("served"),
  ],
  "requests are led to a provider whose host another mapping uses": [
    there,
    ...declared,
    fast("other/gpt").same(),
    toServed,
  ],
  "a prompt for no environment says something else altogether": reaching.updated(another),
  "a model's prompt for no environment says something else altogether": reaching
    .with({ modelId: "gpt-id" })
    .updated(another),
  "a prompt of production has a word more": production.updated({ content: "Answer briefly, always." }),
  "a prompt of production is known only later": production.updated({ content: unknown }),
  "a global prompt without an environment changes": everywhere.updated(another),
  "a new prompt for all requests": everywhere.created(),
  "a prompt becomes one for all requests": reaching.updated({ isGlobal: true }),
  "a prompt of all requests goes": everywhere.deleted(),
  "a new prompt of staging": tone.created(),
  "the default config is switched off": standard.with({ enabled: true }).replaced({ enabled: false }),
  "a new workspace gets the name of one that is renamed": [
    team.updated({ name: "old" }),
    resource("Workspace", "new").created(),
  ],
  "a name is known only later, and may be one that another workspace gives up": [
    team.updated({ name: "old" }),
    desk.updated({ name: unknown }),
  ],
  "the name of a workspace is known only later": [team.updated({ name: unknown }), desk.same()],
  // Settings of the gateway.
  "a Provider has another address": settings({ baseUrl: "https://collector.example/api/v1" }),
  "a Provider has an address that is known later": settings({ baseUrl: unknown }),
  "a Provider deletes in another way": settings({ deleteScope: "both" }),
  "a Provider no longer limits accounts": settings({}, { allowedAccounts: "me" }),
  "a Provider may have other credentials": settings({}),
  "a Provider is another plugin": settings({ pluginDownloadURL: "https://collector.example" }),
  "a new Provider in a stack that has resources": settingsStep("create", "own", undefined, {}),
  "a new Provider in a new stack": [
    team.created(),
    openai.created(),
    settingsStep("create", "own", undefined, {}),
  ],
  "a Provider stays, another goes, and the engine changes its own": [
    settingsStep("same", "own", {}, {}),
    settingsStep("delete", "old", {}),
    settingsStep("create", "default_0_1_0", undefined, {}),
    settingsStep("delete", "default_0_1_0", {}),
  ],
  "another config of the stack changes the engine's Provider": settingsStep(
    "update",
    "default",
    {},
    { adopt: "always" },
  ),
  "a resource gets another Provider": from("workspace-gateway::first", tone.updated()),
  "a resource gets a Provider instead of the default one": from("pulumi-nodejs::default", tone.updated()),
  "a resource gets another Provider, and is replaced": from("workspace-gateway::first", openai.replaced()),
  "a resource keeps its Provider": from("workspace-gateway::second", tone.updated({ content: "Be long." })),
  "a resource gets another connection": tone.with({ connection: "a" }).updated({ connection: "b" }),
  "a resource gets a connection that is known later": tone.updated({ connection: unknown }),
  // Options, other packages, and everything together.
  "a provider is no longer protected": optioned(openai.same(), { protect: true }),
  "a provider is retained from now on": optioned(openai.same(), {}, { retainOnDelete: true }),
  "a provider is no longer retained": optioned(openai.same(), { retainOnDelete: true }),
  "changes of a provider are ignored": optioned(openai.same(), {}, { ignoreChanges: ["baseUrl"] }),
  "changes of a provider are no longer ignored": optioned(openai.same(), { ignoreChanges: ["baseUrl"] }),
  "a provider is only read from now on": optioned(openai.same(), {}, { external: true }),
  // What people do every day.
  "a provider is renamed in the program by an alias, and gets another host": optioned(
    openai.updated({ baseUrl: "https://collector.example" }),
    { urn: urn("ModelProvider", "former") },
  ),
  "a provider and its model are declared anew under other names, on another host and dearer": [
    openai.deleted(),
    resource("ModelProvider", "openai-2", { baseUrl: "https://evil.example" }).created(),
    gpt.deleted(),
    resource("Model", "gpt-2", { providerId: unknown, inputCost: 20 }).created({
      propertyDependencies: { providerId: [urn("ModelProvider", "openai-2")] },
    }),
  ],
  "a budget is renamed in the program, by an alias": optioned(cap.same(), { urn: urn("Budget", "former") }),
  "a mapping that is switched off goes elsewhere": [
    ...around,
    mapped.with({ enabled: false }).updated({ targetModel: "openai/mini" }),
  ],
  "a mapping that is switched off is deleted": [...around, mapped.with({ enabled: false }).deleted()],
  "a prompt of production gets a space at the end": production.updated({ content: "Answer briefly. " }),
  "a new workspace has a budget, a model and a name": [
    desk.created({ id: "desk-id" }),
    cap.with({ workspaceId: "desk-id" }).created(),
    openai.with({ workspaceId: "desk-id" }).created(),
    gpt.with({ workspaceId: "desk-id" }).created({ outputs: { gatewayName: "openai/gpt" } }),
    mapped.with({ workspaceId: "desk-id", enabled: true }).created(),
  ],
  "a resource of another package is made": {
    op: "create",
    urn: "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::logs",
    newState: { inputs: {} },
  },
  "what an interrupted replacement left behind goes, and what took its place stays": [
    step("same", "Model", "gpt", {
      oldState: {
        inputs: Model,
        outputs: { gatewayName: "openai/gpt" },
        propertyDependencies: { providerId: [urn("ModelProvider", "openai")] },
      },
      newState: { inputs: Model, propertyDependencies: { providerId: [urn("ModelProvider", "openai")] } },
    }),
    ...[team.same(), openai.same()],
    route.deleted(),
    team.deleted(lost),
    openai.with({ workspaceId: "old" }).deleted(lost),
    ada.deleted(lost),
  ],
  "findings of several levels": [gpt.updated({ inputCost: 3 }), standard.deleted(), production.created()],
  "what a change means comes before that something changes": [
    resource("Index", "site").replaced({ title: "New" }),
    gpt.updated({ inputCost: 1 }),
  ],
  "new workspaces and people come before other new objects": [
    gpt.created(),
    resource("Workspace", "lab").created(),
    ada.created(),
    resource("Invitation", "welcome").created(),
  ],
  "a headline with too many parts ends with a count of the rest": (
    ["Model", "Mapping", "Prompt", "Config", "Index", "Member", "Quota", "Budget"] as const
  ).map((kind) => resource(kind, "x").created()),
});

test("the findings for each change match the snapshot", async () => {
  await expectPage("findings.md", rows, (steps) => foundIn(review(...inPlace(steps))));
});

test("twenty invitations in one change are high risk, and nineteen are not", () => {
  const risks = [20, 19].map((count) => review(team.same(), ada.same(), ...invitations(count)).risk);
  expect(risks).toEqual(["high", "medium"]);
});

test.each(["constructor", "__proto__"])("a workspace may have any id: %s", (workspaceId) => {
  const { workspaces } = review(tone.with({ workspaceId }).created());
  expect(Object.entries(workspaces)).toEqual([[workspaceId, workspaceId]]);
});

test("an unchanged unknown target is not reported if the preview omits unchanged resources", () => {
  const plan = planOf(...inPlace(astray({})));
  expect(reviewOf({ plan: { ...plan, isWhole: false }, kinds }).findings).not.toContainEqual(
    expect.objectContaining({ rule: "target-unknown" }),
  );
});

test.each([
  ["the new one", "helpdesk", "expectation-broken", "the workspace is renamed to `helpdesk`"],
  ["one that is known later", unknown, "expectation-open", "known only during the `up`"],
])("expectations of a workspace are not dropped when its name changes to %s", (_what, name, rule, said) => {
  const steps = [
    team.updated({ name }),
    resource("Workspace", "other", { name: "support-eu" }).same(),
    cap.same(),
    resource("Budget", "other", { workspaceId: "other-id" }).same(),
  ];
  const expecting = (glob: string) =>
    reviewExpecting(`workspaces: { "${glob}": { budget: { atLeast: 100 } } }`, ...steps);
  for (const glob of ["support", "support*"]) {
    const found = expecting(glob).findings.filter((each) => each.rule.startsWith("expectation"));
    expect(found.map((each) => [each.rule, each.level])).toEqual([[rule, "refused"]]);
    expect(found[0]?.reason).toContain(said);
  }
  for (const glob of ["*", "other", "helpdesk"])
    expect(expecting(glob).expectations?.filter(({ result }) => result.found.includes(said))).toEqual([]);
});
