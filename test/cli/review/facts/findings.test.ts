import { expect, test } from "vitest";
import { headlineOf } from "../../../../cli/review/document/headline.js";
import type { Review } from "../../../../cli/review/facts/review.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { type Rule, ruleNames, ruleTable } from "../../../../cli/review/findings/rules.js";
import { kinds } from "../../../../provider/every-kind.js";
import type { Values } from "../../../../provider/spec/values.js";
import { examples } from "../rules/examples.ts";
import {
  created,
  inputs,
  optioned,
  type PreviewStep,
  planOf,
  review,
  reviewExpecting,
  rowsBy,
  step,
  unknown,
  urn,
} from "./support/preview.ts";
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
  standard,
  team,
  tone,
} from "./support/stack.ts";

const { Model } = inputs;
const invitation = resource("Invitation", "i");
const sparing = { restrictedTo: ["ben@example.com"], maxUses: 1, expiresInDays: 7 };
const bounded = invitation.with(sparing);
const withPassword = (password: string) => `https://user:${password}@api.example`;
const keyed = openai.with({ apiKey: "[secret]" });
const destroyable = team.with({ forceDestroy: true });
const member = ada.with({ role: "MEMBER" });
const places = [team.same(), openai.same()];
const known = [...places, gpt.same({ gatewayName: "openai/gpt" })];

const isOfChanges = (rule: Rule) => ruleTable[rule].policy === undefined || rule.startsWith("expectation-");
const rulesOfChanges = ruleNames.filter(isOfChanges);

/** The rules of a change that found something, each with the logical name that it is about. */
function found(...steps: readonly PreviewStep[]): string[] {
  return foundIn(review(...steps));
}

function foundIn({ findings }: Review): string[] {
  return findings.filter(({ rule }) => isOfChanges(rule)).map(({ rule, name }) => `${rule}: ${name}`);
}

const ofFiles = rulesOfChanges.filter(
  (rule) => examples[rule]?.routes !== undefined || examples[rule]?.usage !== undefined,
);

test.each(rulesOfChanges.filter((rule) => !ofFiles.includes(rule)))(
  "of what changes, the example of %s shows that rule, and nothing besides that it does not name",
  (rule) => {
    const { found: steps = [], besides = [] } = examples[rule] ?? {};
    const names = steps.map(({ urn: each }) => each.split("::").at(-1));
    const shown = foundIn(review(...places, ...steps)).map((each) => each.split(": "));
    expect(shown.map(([name]) => name).toSorted()).toEqual([rule, ...besides].toSorted());
    expect(names).toEqual(expect.arrayContaining(shown.map(([, name]) => name)));
  },
);

const rulesFound = rowsBy({
  "workspace-delete: team": { "a workspace is made anew": team.replaced() },
  "": {
    "its destroy with all that is in it was possible before": destroyable.updated({ name: "x" }),
    "an invitation is for the domain of a member who is selected by id": [
      resource("Member", "ada", { email: null, userId: "u-1" }).same({ user: { email: "ada@example.com" } }),
      bounded.created(),
    ],
    "a text that is a secret stays": tone.with({ content: "[secret]" }).same(),
    "a prompt of production that is switched off changes": production
      .with({ enabled: false })
      .updated({ content: "x" }),
    "a model comes": gpt.created(),
  },
  "force-destroy: team, unjudged: team": {
    "a workspace that may be there already may be destroyed": destroyable
      .with({ adopt: true, name: "elsewhere" })
      .created(),
  },
  "default-config-lost: standard": {
    "the default config is no longer it": standard.replaced({ isDefault: false }),
  },
  "default-config-changed: standard": {
    "the default config is replaced": standard.replaced({ workflow: { a: 1 } }),
    "the default config is replaced by one that comes first": standard.replaced({
      replaceOrder: "createFirst",
    }),
  },
  "access-removed: ada, role-raised: ada, unjudged: ada": {
    "the place of a person goes to another one": ada.replaced({ email: "b" }),
  },
  "role-lowered: ada": {
    "a role is known only later that may be a lower one": ada.updated({ role: unknown }),
  },
  "role-raised: ada": {
    "a role is known only later that can only be higher": member.updated({ role: unknown }),
  },
  "force-destroy: team": {
    "it is known only later whether a destroy of what is not empty gets possible": team.updated({
      forceDestroy: unknown,
    }),
  },
  "cost-up: gpt": { "it is known only later what a model costs": gpt.updated({ inputCost: unknown }) },
  "invitation-wide: i": { "an invitation to everybody is made anew": invitation.replaced() },
  "invitation-wide: i, invitation-wide: j": {
    "invitations together are for many uses": [
      ada.same(),
      bounded.created(),
      resource("Invitation", "j", { ...sparing, maxUses: 10 }).created(),
    ],
  },
  "key-rotated: openai": {
    "an API key is set": openai.updated({ apiKey: "[secret]" }),
    "an API key is cleared": keyed.updated({ apiKey: null }),
    "nothing differs that shows": keyed.updated(),
  },
  "provider-changed: openai, key-rotated: openai": {
    "something else differs of a provider with a key, which may differ, too": keyed.updated({ priority: 2 }),
  },
  "unjudged: tone": {
    "a text is a secret, which nobody can review": tone.with({ content: "[secret]" }).updated(),
  },
  "unjudged: openai, provider-added: openai": {
    "an address has a password": openai.with({ baseUrl: withPassword("a") }).created(),
  },
  "unjudged: openai, provider-changed: openai": {
    "only the password of an address changes": openai
      .with({ baseUrl: withPassword("a") })
      .updated({ baseUrl: withPassword("b") }),
  },
  "provider-changed: openai": {
    "an address loses its password": openai
      .with({ baseUrl: withPassword("a") })
      .updated({ baseUrl: "https://api.example" }),
  },
  "unjudged: tone, production-prompt-changed: tone": {
    "a text of production is a secret": production.with({ content: "[secret]" }).updated(),
  },
  "production-prompt-changed: tone": {
    "a prompt gets into production": tone.updated({ environment: "PRODUCTION" }),
    "a prompt leaves production": production.updated({ environment: null }),
    "a prompt of production goes": production.deleted(),
  },
  "route-lost: gpt, deleted: gpt": {
    "the only model goes": gpt.deleted({ outputs: { gatewayName: "openai/gpt" } }),
  },
});

test.for(rulesFound)("if $what, the rules find $rule", ({ rule, steps }) => {
  const isAboutProvider = steps.some(({ urn: other }) => other === urn("ModelProvider", "openai"));
  const all = found(team.same(), ...(isAboutProvider ? [] : [openai.same()]), ...steps);
  expect(all.join(", ")).toBe(rule);
});

test("what an interrupted replacement left behind goes as any other, and is not what took its place", () => {
  const left = { delete: true, id: "old" };
  const of = { propertyDependencies: { providerId: [urn("ModelProvider", "openai")] } };
  const steps = [
    ...places,
    step("same", "Model", "gpt", {
      oldState: { inputs: Model, outputs: { gatewayName: "openai/gpt" }, ...of },
      newState: { inputs: Model, ...of },
    }),
    route.deleted(),
    team.deleted(left),
    openai.with({ workspaceId: "old" }).deleted(left),
    ada.deleted(left),
  ];
  expect(found(...steps).toSorted()).toEqual([
    "access-removed: ada",
    "deleted: openai",
    "route-lost: default",
    "workspace-delete: team",
  ]);
  const all = review(...steps);
  expect(headlineOf(all)).toContain("1 workspace destroyed");
  expect(all.needs.irreversible.join()).toContain("an API key has to be given again");
});

test("how much dearer is the greatest rise in percent, and none for what was free", () => {
  const amounts = (before: Values, after: Values) =>
    review(gpt.with(before).updated(after)).findings.map(({ rule, amount }) => [rule, amount]);
  expect(amounts({}, { inputCost: 3, outputCost: 10 })).toEqual([["cost-up", 50]]);
  expect(amounts({ inputCost: 0 }, { inputCost: 2, outputCost: 10 })).toEqual([["cost-up", undefined]]);
});

test("a route from a free model to one that is not is dearer, however much cheaper the other side gets", () => {
  const free = resource("Model", "free", { name: "free", inputCost: 0, outputCost: 80 });
  const { findings, routes } = review(
    ...known,
    free.same({ gatewayName: "openai/free" }),
    route.with({ targetModel: "openai/free" }).updated({ targetModel: "openai/gpt" }),
  );
  expect(findings).toMatchObject([{ rule: "cost-up", name: "default" }, { rule: "route-moved" }]);
  expect(findings[0]).not.toHaveProperty("amount");
  expect(findings[0]?.reason).toBe("`default` resolves to a more expensive model: inputCost 0 → 2.");
  expect(routes[0]).not.toHaveProperty("costPercent");
});

const toOther = route.updated({ targetModel: "openai/other" });
const other = (costs: Values) => resource("Model", "other", { name: "other", ...costs });
const named = { gatewayName: "openai/other" };
const onlyRead = (outputs: Values): PreviewStep => ({
  op: "read",
  urn: urn("Model", "other"),
  newState: { inputs: {}, outputs: { ...outputs, ...named }, id: "other-id", external: true },
});

test.each<[string, Rule, PreviewStep]>([
  ["costs nothing", "cost-down", other({ inputCost: 0, outputCost: 0 }).same(named)],
  [
    "costs less than nothing",
    "cost-down",
    other({ inputCost: -1, outputCost: 0 }).created({ outputs: named }),
  ],
  ["has a cost that only the up knows", "cost-up", other({ inputCost: unknown }).created({ outputs: named })],
  ["has no cost that is known", "cost-up", onlyRead({ workspaceId: "team-id" })],
  ["is only read, and costs more", "cost-up", onlyRead({ ...Model, name: "other", inputCost: 3 })],
])("a route that moves to a model that %s is of high risk", (_what, rule, model) => {
  const { findings, risk } = review(...known, model, toOther);
  expect(findings.filter(({ name }) => name === "default").map((each) => each.rule)).toContain(rule);
  expect(risk).toBe("high");
});

test.each<[string, string | undefined, Values]>([
  ["a provider no longer offers", "refused", { modelOptions: ["x"] }],
  ["a provider offers, perhaps", "refused", { modelOptions: unknown }],
  ["a provider still offers", undefined, { modelOptions: ["nano"] }],
])("a mapping to one of the model options that %s: %s", (_what, level, options) => {
  const provider = openai.with({ modelOptions: ["nano", "x"] }).updated(options);
  const { findings } = review(team.same(), provider, route.with({ targetModel: "openai/nano" }).same());
  expect(findings.find(({ rule }) => rule === "route-lost")?.level).toBe(level);
});

test("a route that moves to a much cheaper model is of medium risk", () => {
  const cheap = other({ inputCost: 0.1, outputCost: 0.4 }).same(named);
  expect(review(...known, cheap, toOther).risk).toBe("medium");
});

test.each(["constructor", "__proto__"])("a workspace may have any id: %s", (workspaceId) => {
  const { workspaces } = review(tone.with({ workspaceId }).created());
  expect(Object.entries(workspaces)).toEqual([[workspaceId, workspaceId]]);
});

test("the default config is not lost if another one of the workspace takes its place", () => {
  const into = resource("Config", "b", { name: "b" }).replaced({ isDefault: true });
  const [finding] = review(standard.replaced({ isDefault: false }), into).findings;
  expect([finding?.rule, finding?.risk]).toEqual(["default-config-changed", "medium"]);
});

test("in a workspace that is destroyed, no single route is called lost", () => {
  const gone = gpt.deleted({ outputs: { gatewayName: "openai/gpt" } });
  expect(found(team.deleted(), gone, route.deleted())).toEqual(["workspace-delete: team"]);
});

test("a finding is about a resource of the plan, the most severe comes first, and the risk is its", () => {
  const { findings, risk, changes } = review(
    team.same(),
    gpt.updated({ inputCost: 3 }),
    standard.deleted(),
    production.created(),
  );
  expect(findings.map(({ level }) => level)).toEqual(["refused", "refused", "medium"]);
  expect(findings.map(({ urn: each }) => each)).toEqual([
    urn("Model", "gpt"),
    urn("Config", "standard"),
    urn("Prompt", "tone"),
  ]);
  expect(risk).toBe("high");
  expect(changes.map(({ name }) => name)).toEqual(["standard", "gpt", "tone"]);
});

test("a change without a finding has a low risk", () => {
  expect(review(tone.updated({ content: "x" })).risk).toBe("low");
});

test("what was odd before is not told again of what stays, and is told of what is touched", () => {
  const http = openai.with({ baseUrl: "http://api.example" });
  const rules = (...steps: PreviewStep[]) => review(team.same(), ...steps).findings.map(({ rule }) => rule);
  expect(rules(http.same(), tone.updated({ content: "x" }))).not.toContain("provider-over-http");
  expect(rules(http.created())).toContain("provider-over-http");
  expect(rules(http.updated({ priority: 2 }))).toContain("provider-over-http");
});

test("a mapping that cannot work is told of in every review, with a low risk while it stays as it is", () => {
  const model = gpt.same({ gatewayName: "openai/gpt" });
  const [named, family] = [
    route.with({ targetModel: "gpt" }),
    resource("Mapping", "family", { sourceName: "gpt-.*", targetModel: "openai/gpt" }),
  ];
  const told = (...steps: PreviewStep[]) =>
    review(team.same(), model, ...steps)
      .findings.filter(({ rule }) => rule !== "workspace-without-budget")
      .map(({ rule, risk, name }) => `${rule} ${risk} ${name}`);
  expect(told(named.same(), family.same(), tone.updated({ content: "x" }))).toEqual([
    "route-ends-nowhere low default",
    "name-like-pattern low family",
  ]);
  expect(told(named.same(), family.updated({ priority: 7 }))).toEqual([
    "name-like-pattern medium family",
    "route-ends-nowhere low default",
  ]);
});

test.each<[string, boolean, (model: PreviewStep, mapping: PreviewStep) => PreviewStep[]]>([
  ["in a workspace of the stack", true, (model, mapping) => [team.same(), model, mapping]],
  ["if its model has gone away before", true, (_model, mapping) => [team.same(), mapping]],
  ["in a workspace of others", false, (model, mapping) => [model, mapping]],
  ["in a workspace that was taken over", false, (...all) => [team.with({ adopt: true }).same(), ...all]],
  ["in a workspace that is only read", false, (...all) => [{ ...team.same(), op: "read" }, ...all]],
])("an unknown target that stays as it is, %s, is found: %s", (_where, isFound, steps) => {
  const ids = { workspaceId: "team-id" };
  const model = gpt.with(ids).same({ gatewayName: "openai/gpt" });
  const plan = planOf(...steps(model, route.with({ ...ids, targetModel: "no-such-model" }).same()));
  const found = (of: typeof plan) =>
    reviewOf({ plan: of, kinds })
      .findings.filter(({ rule }) => rule === "target-unknown")
      .map(({ risk, name }) => `${risk} ${name}`);
  expect(found(plan)).toEqual(isFound ? ["low default"] : []);
  expect(found({ ...plan, isWhole: false })).toEqual([]);
});

test("a new target that resembles a model is refused with its name, and one of another workspace is not", () => {
  const gptHere = gpt.with({ workspaceId: "team-id" }).same({ gatewayName: "openai/gpt" });
  const targetFor = (workspaceId: string) =>
    review(openai.same(), gptHere, route.with({ workspaceId, targetModel: "openai/gtp" }).created())
      .findings.filter(({ rule }) => rule === "target-unknown")
      .map(({ level, reason }) => [level, reason.includes("Did you mean `openai/gpt`?")]);
  expect(targetFor("team-id")).toEqual([["refused", true]]);
  expect(targetFor("other-id")).toEqual([["medium", false]]);
});

const bob = resource("Member", "bob", { email: "b" });
test.each<[string, ...PreviewStep[]]>([
  ["1 model cheaper", gpt.updated({ inputCost: 1 })],
  ["2 models more expensive", gpt.updated({ inputCost: 3 }), other({}).updated({ inputCost: 3 })],
  ["1 model changed", gpt.updated({ inputCost: 1, outputCost: 9 })],
  ["1 person loses access", ada.deleted()],
  ["2 people lose access", ada.deleted(), bob.deleted()],
  ["1 role lowered", ada.updated({ role: "MEMBER" })],
  ["1 role lowered", ada.updated({ role: unknown })],
  ["1 member changed", member.updated({ role: unknown })],
  ["1 prompt reworded", tone.updated({ content: "x" })],
  ["1 config replaced", config.replaced({ enabled: true })],
  ["1 workspace destroyed", team.deleted()],
  ["1 budget kept on the gateway", cap.deleted()],
  ["2 budgets kept on the gateway", cap.deleted(), resource("Budget", "other").deleted()],
  ["1 quota kept on the gateway", resource("Quota", "burst").deleted()],
  ["1 invitation kept on the gateway", invitation.deleted()],
  ["1 gateway key kept on the gateway", key.deleted()],
  ["1 member kept on the gateway", ada.with({ onDestroy: "keep" }).deleted()],
  ["1 prompt kept on the gateway", tone.deleted({ retainOnDelete: true })],
  ["1 prompt deleted", tone.deleted()],
  ["1 index created", resource("Index", "i").created()],
])("the headline is %j", (headline, ...steps) => {
  expect(headlineOf(review(...steps))).toEqual([headline]);
});

test.each<[boolean, string, string, RegExp]>([
  [
    false,
    "1 workspace not destroyed, because it is not empty",
    "is destroyed, if nothing is left in it",
    /^$/,
  ],
  [true, "1 workspace destroyed", "is destroyed, with everything in it", /everything in it/],
])(
  "of a destroy with forceDestroy %s, all parts of a review say the same",
  (forceDestroy, headline, reason, lost) => {
    const stays = ada.with({ workspaceId: "team-id", onDestroy: "keep" }).deleted();
    const all = review(team.with(forceDestroy ? { forceDestroy } : {}).deleted(), stays);
    expect(headlineOf(all)).toEqual([headline, "1 member kept on the gateway"]);
    expect(all.findings.map((finding) => finding.reason)).toEqual([`\`team\` ${reason}.`]);
    expect(all.needs.irreversible.join()).toMatch(lost);
  },
);

test("what a change means comes before that something changes", () => {
  const all = review(resource("Index", "site").replaced({ title: "New" }), gpt.updated({ inputCost: 1 }));
  expect(headlineOf(all)).toEqual(["1 model cheaper", "1 index replaced"]);
});

test("new workspaces and people stand in the headline before other new objects", () => {
  const all = review(
    created("Model", "gpt", inputs.Model),
    created("Workspace", "lab", inputs.Workspace),
    created("Member", "ada", { ...inputs.Member, role: "ADMIN" }),
    created("Invitation", "welcome", inputs.Invitation),
  );
  const headline = headlineOf(all);
  expect(headline.toSorted()).toEqual([
    "1 model created",
    "1 new administrator",
    "1 new invitation",
    "1 new workspace",
  ]);
  expect(headline.at(-1)).toBe("1 model created");
});

test("a headline with too many parts ends with a count of the rest", () => {
  const names = ["Model", "Mapping", "Prompt", "Config", "Index", "Member", "Quota", "Budget"] as const;
  const headline = headlineOf(review(...names.map((kind) => created(kind, "x", inputs[kind]))));
  expect([headline.length, headline.at(-1)]).toEqual([6, "3 more changes"]);
});

test("a route that moves is in the headline", () => {
  const large = resource("Model", "large", { name: "large", inputCost: 10 });
  const all = review(
    ...known,
    large.same({ gatewayName: "openai/large" }),
    route.updated({ targetModel: "openai/large" }),
  );
  expect(all.routes.filter(({ moved }) => moved).map(({ incoming }) => incoming)).toEqual(["default"]);
  expect(headlineOf(all)).toEqual(["1 route moved", "1 mapping changed"]);
});

test.each<[string, Values, number | undefined]>([
  ["a model that costs twice as much", { inputCost: 1, outputCost: 4 }, 100],
  ["one that cost nothing before", { inputCost: 0, outputCost: 0 }, undefined],
  ["one that cost nothing for its input", { inputCost: 0, outputCost: 8 }, undefined],
])("a route that moves to %s is dearer, by as much as can be said", (_what, costs, amount) => {
  const { findings } = review(
    ...known,
    resource("Model", "old", { name: "old", ...costs }).same({ gatewayName: "openai/old" }),
    route.with({ targetModel: "openai/old" }).updated({ targetModel: "openai/gpt" }),
  );
  const dearer = findings.filter(({ rule }) => rule === "cost-up");
  expect(dearer.map((each) => [each.name, each.amount])).toEqual([["default", amount]]);
});

test.each(["enabled", "priority", "isPattern"])(
  "while the %s of a mapping is not known, nor is where its names end",
  (name) => {
    const all = review(...known, route.updated({ [name]: unknown }));
    expect(all.routes.filter(({ moved }) => moved)).toMatchObject([
      { incoming: "default", before: { is: "model" }, after: { is: "unknown" } },
    ]);
    expect(headlineOf(all)).toEqual(["1 route moved", "1 mapping changed"]);
  },
);

test("a gateway name is known of a model that will be updated, if its inputs retain the name", () => {
  const steps = (retained: Values) => [
    ...places,
    step("update", "Model", "gpt", {
      oldState: { inputs: Model, outputs: { gatewayName: "openai/gpt" } },
      newState: { inputs: { ...Model, displayName: "x", __carried: retained } },
    }),
    route.same(),
  ];
  expect(review(...steps({ gatewayName: "openai/gpt" })).routes.some(({ moved }) => moved)).toBe(false);
  expect(review(...steps({ gatewayName: "openai/x" })).routes.some(({ moved }) => moved)).toBe(true);
});

test.each([
  ["the new one", "helpdesk", "expectation-broken", "it is renamed to `helpdesk`"],
  ["one that is known later", unknown, "expectation-open", "known only during the `up`"],
])("the lines of a renamed workspace are not dropped for %s", (_what, name, rule, said) => {
  const steps = [
    team.updated({ name }),
    resource("Workspace", "other", { name: "support-eu" }).same(),
    cap.same(),
    resource("Budget", "other", { workspaceId: "other-id" }).same(),
  ];
  for (const glob of ["support", "support*"]) {
    const routes = `workspaces: { "${glob}": { budget: { atLeast: 100 } } }`;
    const { findings } = reviewExpecting(routes, ...steps);
    const found = findings.filter((each) => each.rule.startsWith("expectation"));
    expect(found.map((each) => [each.rule, each.level])).toEqual([[rule, "refused"]]);
    expect(found[0]?.reason).toContain(said);
  }
  for (const glob of ["*", "other", "helpdesk"]) {
    const routes = `workspaces: { "${glob}": { budget: { atLeast: 100 } } }`;
    const { expectations = [] } = reviewExpecting(routes, ...steps);
    expect(expectations.filter(({ result }) => result.found.includes(said))).toEqual([]);
  }
});

const risksOf = (rule: string, ...steps: PreviewStep[]) =>
  review(...steps).findings.flatMap((each) => (each.rule === rule ? [each.risk] : []));

test("many new gateway keys in one change are of a high risk, a few are of a medium one", () => {
  const keys = (count: number) =>
    Array.from({ length: count }, (_, at) => resource("GatewayKey", `key-${at}`).created());
  expect(new Set(risksOf("gateway-key-added", ...keys(4)))).toEqual(new Set(["medium"]));
  expect(new Set(risksOf("gateway-key-added", ...keys(5)))).toEqual(new Set(["high"]));
});

test("a new index is judged by its host, and one that is known later may have any", () => {
  const other = (url: string) => resource("Index", "other", { url });
  const old = resource("Index", "old").same();
  expect(risksOf("index-added", old, other("https://elsewhere.example").created())).toEqual(["high"]);
  expect(risksOf("index-added", old, other(unknown).created())).toEqual(["high"]);
  expect(risksOf("index-added", old, other("https://handbook.example/b").created())).toEqual([]);
  expect(risksOf("index-added", other("https://a.example").replaced({ url: "https://b.example" }))).toEqual([
    "high",
  ]);
  expect(risksOf("index-added", other("https://a.example").created())).toEqual(["medium"]);
});

test("a prompt of production that is switched off or leaves for another environment counts like a deleted one", () => {
  const rule = "production-prompt-changed";
  const active = resource("Prompt", "tone", { environment: "PRODUCTION", enabled: true });
  expect(risksOf(rule, active.deleted())).toEqual(["high"]);
  expect(risksOf(rule, active.updated({ enabled: false }))).toEqual(["high"]);
  expect(risksOf(rule, active.updated({ environment: "STAGING" }))).toEqual(["high"]);
  expect(risksOf(rule, active.with({ environment: null }).updated({ environment: "STAGING" }))).toEqual([
    "high",
  ]);
  expect(risksOf(rule, active.updated({ position: 2 }))).toEqual(["medium"]);
  expect(risksOf(rule, active.with({ environment: "STAGING" }).deleted())).toEqual([]);
});

test.each<[PreviewStep, object, object, string]>([
  [team.same(), { protect: true }, {}, "high"],
  [openai.same(), { protect: true }, {}, "medium"],
  [openai.same(), {}, { retainOnDelete: true }, "medium"],
  [openai.same(), { retainOnDelete: true }, {}, "medium"],
  [openai.same(), {}, { ignoreChanges: ["baseUrl"] }, "medium"],
  [openai.same(), { ignoreChanges: ["baseUrl"] }, {}, "none"],
  [openai.same(), {}, { protect: true }, "none"],
  [openai.same(), {}, { external: true }, "medium"],
])("options are judged where nothing else changes: %#", (step, before, after, risk) => {
  expect(review(optioned(step, before, after)).risk).toBe(risk);
});

test("models that a provider offers are judged unless a model gives them a price", () => {
  expect(risksOf("models-exposed", openai.updated({ modelOptions: [unknown] }))).toEqual(["high"]);
  expect(risksOf("models-exposed", openai.updated({ modelOptions: unknown }))).toEqual(["high"]);
  expect(
    risksOf("models-exposed", openai.with({ modelOptions: ["a", "b"] }).updated({ modelOptions: ["b"] })),
  ).toEqual([]);
  expect(risksOf("models-exposed", openai.with({ modelOptions: ["a"] }).created())).toEqual(["high"]);
});

test.each<[string, Values, string]>([
  ["something else differs", { priority: 2 }, "1 model provider changed"],
  ["nothing else differs", {}, "1 key perhaps replaced"],
  ["the key is known later", { priority: 2, apiKey: unknown }, "1 key perhaps replaced"],
  ["the key is removed", { apiKey: null }, "1 key rotated"],
])("the headline speaks of a key only if it may be what changes: %s", (_what, after, headline) => {
  const keyed = openai.with({ apiKey: "[secret]" });
  expect(headlineOf(review(team.same(), keyed.updated(after)))).toEqual([headline]);
});

test("what a replacement leaves on the gateway still routes", () => {
  const mini = resource("Model", "mini", { name: "mini" });
  const there = { gatewayName: "openai/mini" };
  const mapping = route.with({ targetModel: "openai/mini" });
  const found = (retainOnDelete: boolean) => {
    const moves = optioned(mapping.replaced({ workspaceId: "other-id" }), { retainOnDelete });
    return review(...places, mini.same(there), moves);
  };
  expect(found(false).findings.map(({ rule }) => rule)).toContain("route-lost");
  const { findings, routes, size } = found(true);
  expect(findings.map(({ rule }) => rule)).not.toContain("route-lost");
  expect(
    routes.find(({ workspace, incoming }) => workspace === "team-id" && incoming === "default"),
  ).toMatchObject({ moved: false, after: { model: "openai/mini" } });
  expect(size).toEqual({ before: 4, after: 4 });
  const old = mini.replaced({ providerId: "other-id" });
  const moved = review(...places, mapping.same(), optioned(old, { outputs: there, retainOnDelete: true }));
  expect(moved.findings.map(({ rule }) => rule)).not.toContain("route-lost");
});

test("a resource of another package is not judged, and the review says so", () => {
  const bucket = {
    op: "create",
    urn: "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::logs",
    newState: { inputs: {} },
  };
  const all = review(team.same(), bucket);
  const { risk, findings, changes } = all;
  expect(headlineOf(all)).toEqual(["1 resource of another package created (not judged)"]);
  expect(risk).toBe("low");
  expect(changes).toMatchObject([{ name: "logs", isNotJudged: true }]);
  expect(findings).toMatchObject([
    { rule: "unjudged", level: "low", reason: expect.stringContaining("`logs`") },
  ]);
});
