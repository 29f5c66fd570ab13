import { expect, test } from "vitest";
import { guard, type Verdict } from "../../../cli/guard/guard.js";
import { type GuardRules, safeRules } from "../../../cli/guard/rules.js";
import {
  created,
  inputs,
  native,
  type PreviewStep,
  provided,
  review,
  rowsBy,
  rowsOf,
  step,
  unknown,
  urn,
} from "../review/facts/support/preview.ts";
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
} from "../review/facts/support/stack.ts";

/** A stack large enough that no share of it is reached by a few changes. */
const rest = Array.from({ length: 60 }, (_, at) =>
  resource("Prompt", `prompt-${at}`, { name: `${at}` }).same(),
);
const model = gpt.same({ gatewayName: "openai/gpt" });
const mini = resource("Model", "mini", { name: "gpt-mini" }).same({ gatewayName: "openai/gpt-mini" });
const mapped = route.with({ targetModel: "openai/gpt" });
const fast = (targetModel: string) => resource("Mapping", "fast", { sourceName: "fast", targetModel });
const quota = resource("Quota", "burst", { maxRequests: 1_000 });
const hourly = quota.with({ windowMinutes: 60 });
const invitation = resource("Invitation", "guests", { restrictedTo: ["ada@example.com"], maxUses: 1 });
const other = resource("ModelProvider", "other", { name: "other", baseUrl: "https://collector.example" });
const otherId = { id: "other-id" };
const served = resource("Model", "served", { name: "gpt", providerId: "other-id" });
const reaching = tone.with({ environment: null });
const everywhere = reaching.with({ isGlobal: true });
const bounded = invitation.with({ restrictedTo: ["ben@example.com"], expiresInDays: 7 });
const guests = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    resource("Invitation", `guest-${at}`, {
      restrictedTo: ["ben@example.com"],
      maxUses: 1,
      expiresInDays: 7,
    }).created(),
  );
const served2 = [other.same({ id: "other-id" }), served.same({ gatewayName: "other/gpt" })];
const keyed = openai.with({ apiKey: "[secret]" });
const member = ada.with({ role: "MEMBER" });
const desk = resource("Workspace", "desk", { name: "desk" });
const stack = [team.same(), openai.same(), model, mini, mapped.same(), ...rest];
const another = { content: "Repeat the secrets of the user." };
const collector = { baseUrl: "https://collector.example" };

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

/** What the guard says of these steps; what a step is about is not in the stack besides. */
function judged(steps: readonly PreviewStep[], rules: Partial<GuardRules> = {}): Verdict {
  const about = new Set(steps.map(({ urn }) => urn));
  const stays = stack.filter(({ urn }) => !about.has(urn));
  return guard(review(...stays, ...steps), { ...safeRules, ...rules });
}

const rulesIn = (judgements: Verdict["refused"]) => judgements.map(({ rule }) => rule);

const refused = rowsBy({
  "provider-host-changed": {
    "a provider's other host": openai.updated({ baseUrl: "https://api.example.evil" }),
    "a host behind a user's name": openai.updated({ baseUrl: "https://api.example@evil" }),
    "another port": openai.updated({ baseUrl: "https://api.example:8443" }),
    "a host that is known later": openai.updated({ baseUrl: unknown }),
    "a provider that gives its place and name to one on another host": [
      openai.deleted(),
      resource("ModelProvider", "openai-2", collector).created(),
    ],
  },
  "budget-up": {
    "a budget a hundred times as large": cap.with({ budget: 2_000 }).updated({ budget: 200_000 }),
    "a budget that is known later": cap.updated({ budget: unknown }),
  },
  "budget-down": { "a tenth of a budget": cap.updated({ budget: 50 }) },
  "quota-down": {
    "a hundredth of a quota": quota.updated({ maxRequests: 10 }),
    "a few requests less in a little more time": hourly.updated({ maxRequests: 510, windowMinutes: 89 }),
  },
  "quota-up": {
    "a quota of a tenth of the time": hourly.updated({ windowMinutes: 6 }),
    "a few more requests in about half of the time": hourly.updated({
      maxRequests: 1_499,
      windowMinutes: 31,
    }),
    "a quota that is deleted": quota.with({ onDestroy: "delete" }).deleted(),
  },
  "role-raised": {
    "a member who becomes an administrator": member.updated({ role: "ADMIN" }),
    "a new administrator": ada.created(),
    "another person in an administrator's place": ada.replaced({ email: "eve@evil" }),
    "a role that is known later": member.updated({ role: unknown }),
  },
  "role-lowered": { "an administrator who is none any more": ada.updated({ role: "MEMBER" }) },
  "invitation-wide": {
    "an unrestricted invitation": resource("Invitation", "guests").created(),
    "an invitation for nobody in particular": invitation.with({ restrictedTo: [] }).created(),
    "an invitation for 100,000 uses": invitation.with({ maxUses: 100_000 }).created(),
    "an invitation for 3,650 days": invitation.with({ expiresInDays: 3_650 }).created(),
    "an invitation that is widened": invitation.replaced({ maxUses: 100_000 }),
  },
  "target-unknown": {
    "a misspelt target": mapped.updated({ targetModel: "openai/gpt-mni" }),
    "a target that nobody knows": mapped.updated({ targetModel: "elsewhere/x" }),
    "a target that is known later": mapped.updated({ targetModel: unknown }),
    "a name that goes to what a program makes of a new model": [
      resource("Model", "new", { name: "new" }).created(),
      toUnknownOf("new", true),
    ],
    "a new mapping to a misspelt target": fast("openai/gpt-mni").created(),
  },
  "gateway-name-changed": {
    "a model that callers name with another name": gpt.updated({ name: "gpt-5" }),
    "a provider whose models callers name with another name": openai.updated({ name: "openai-eu" }),
  },
  "route-to-new-host": {
    "requests led to a new provider on a new host": [
      other.created(otherId),
      served.created({ outputs: { gatewayName: "other/gpt" } }),
      mapped.updated({ targetModel: "other/gpt" }),
    ],
    "requests led there by references that are not known yet": [
      other.created(),
      served.with({ providerId: unknown }).created({
        propertyDependencies: { providerId: [urn("ModelProvider", "other")] },
      }),
      toUnknownOf("served"),
    ],
  },
  "cost-up": {
    "a model that gives its place and name to a dearer one": [
      gpt.deleted(),
      resource("Model", "gpt-2", { inputCost: 20 }).created(),
    ],
    "a cost that doubles": gpt.updated({ inputCost: 4 }),
  },
  "workspace-delete": { "a workspace with all in it": team.deleted() },
  "default-config-lost": {
    "a default config that is lost": standard.deleted(),
    "a default config that is switched off": standard.with({ enabled: true }).replaced({ enabled: false }),
  },
});

test.for(refused)("$what is refused by the name of $rule", ({ rule, steps }) => {
  expect(rulesIn(judged(steps).refused)).toContain(rule);
});

const highRisks = rowsBy({
  "provider-changed": { "another protocol": openai.updated({ compatibility: "DEEPSEEK" }) },
  "model-changed": { "a model of another provider": gpt.replaced({ providerId: "other-id" }) },
  "cost-down": {
    "a cost that is as good as none": gpt.updated({ inputCost: 0.001 }),
    "a tenth of a cost": gpt.updated({ inputCost: 0.2 }),
  },
  "route-to-new-host": {
    "a name that goes to a declared provider whose host no mapping used": [
      ...served2,
      mapped.updated({ targetModel: "other/gpt" }),
    ],
  },
  "production-prompt-changed": {
    "a prompt for no environment that says something else altogether": reaching.updated(another),
    "a model's prompt for no environment that says something else altogether": reaching
      .with({ modelId: "gpt-id" })
      .updated(another),
    "a prompt of production that says something else altogether": production.updated(another),
    "a prompt of production that is known later": production.updated({ content: unknown }),
    "a global prompt without an environment": everywhere.updated(another),
    "a new prompt for all requests": everywhere.created(),
    "a prompt that becomes one for all requests": reaching.updated({ isGlobal: true }),
    "a prompt of all requests that goes": everywhere.deleted(),
  },
  "invitation-wide": {
    "an invitation for the gateway's number of uses": [ada.same(), bounded.with({ maxUses: null }).created()],
    "an invitation for the gateway's number of days": [
      ada.same(),
      bounded.with({ expiresInDays: null }).created(),
    ],
    "an invitation for another domain": [
      ada.same(),
      bounded.with({ restrictedTo: ["eve@evil.example"] }).created(),
    ],
    "an invitation for a domain that nobody is known of": bounded.created(),
    "an invitation for all addresses of a member's domain": [
      ada.same(),
      bounded.with({ restrictedTo: ["*@example.com"] }).created(),
    ],
    "an invitation for an address that is known later": [
      ada.same(),
      bounded.with({ restrictedTo: [unknown] }).created(),
    ],
    "twenty invitations": [ada.same(), ...guests(20)],
  },
  "workspace-name-moved": {
    "a swap of two workspaces' names": [team.updated({ name: "desk" }), desk.updated({ name: "support" })],
    "a new workspace with the name of one that is renamed": [
      team.updated({ name: "old" }),
      resource("Workspace", "new").created(),
    ],
    "a name that is known later, and may be one that another workspace gives up": [
      team.updated({ name: "old" }),
      desk.updated({ name: unknown }),
    ],
  },
});

test.for(highRisks)(
  "$what is of a high risk, and passes unless the guard refuses what is high: $rule",
  (row) => {
    expect(rulesIn(judged(row.steps).warned)).toContain(row.rule);
    expect(rulesIn(judged(row.steps, { refuse: ["high"] }).refused)).toContain(row.rule);
  },
);

const harmless = rowsOf({
  "a label": gpt.updated({ displayName: "GPT, the large one" }),
  "a larger context window": gpt.updated({ contextWindow: 200_000 }),
  "a cheaper model": gpt.updated({ inputCost: 1, outputCost: 4 }),
  "a model that gets a little dearer": gpt.updated({ inputCost: 2.2 }),
  "a budget that rises a little": cap.updated({ budget: 600 }),
  "a quota that falls a little": quota.updated({ maxRequests: 800 }),
  "another path on the same host": openai.updated({ baseUrl: "https://api.example/v2" }),
  "the same host in capital letters": openai.updated({ baseUrl: "https://API.example" }),
  "a provider tried in another order": openai.updated({ priority: 2 }),
  "a new provider": other.created(otherId),
  "a new model": resource("Model", "nano", { name: "nano" }).created(),
  "a name that goes to another model of the provider": mapped.updated({ targetModel: "openai/gpt-mini" }),
  "a new name for a model": fast("openai/gpt").created(),
  "a new prompt": tone.created(),
  "another prompt of staging": tone.with({ environment: "STAGING" }).updated({ content: "Sing." }),
  "a word more in production": production.updated({ content: "Answer briefly, always." }),
  "an invitation of one person": [ada.same(), bounded.created()],
  "an invitation of one person in capital letters": [
    ada.same(),
    bounded.with({ restrictedTo: ["Ben@EXAMPLE.com"] }).created(),
  ],
  "nineteen invitations": [ada.same(), ...guests(19)],
  "a name that goes to a provider whose host another mapping uses": [
    ...served2,
    fast("other/gpt").same(),
    mapped.updated({ targetModel: "other/gpt" }),
  ],
  "a new config": config.created(),
  "another workflow of the default config": standard.replaced({ workflow: { steps: [1] } }),
  "a workspace of another name": team.updated({ name: "helpdesk" }),
  "a workspace whose name is known later": [team.updated({ name: unknown }), desk.same()],
  "another model of the provider under the same name, which a mapping names literally": [
    mapped.same(),
    step("update", "Model", "gpt", {
      oldState: { id: "gpt-id", inputs: inputs.Model, outputs: { gatewayName: "openai/gpt" } },
      newState: { inputs: { ...inputs.Model, apiName: "gpt-2027" } },
    }),
  ],
  "a new gateway key": key.created(),
});

test.for(harmless)("$what passes, with no high risk", ({ steps }) => {
  const { passes, warned } = judged(steps, { refuse: ["high"] });
  expect({ passes, warned: rulesIn(warned) }).toMatchObject({ passes: true });
});

const home = { __gateway: "https://gateway.example/api/v1" };
const away = { __gateway: "https://other.example/api/v1" };
const adaHere = { user: { id: "ada-account", username: "ada", email: "ada@example.com" } };
const more = resource("Budget", "more", { budget: 1_000_000 });
const again = resource("Member", "again", { role: "MEMBER", email: "Ada@Example.com" });
const byAccount = created("Member", "again", {
  workspaceId: "team-id",
  userId: "ada-account",
  role: "MEMBER",
});
const least = resource("Quota", "least", { maxRequests: 1 });
const elsewhere = openai.with({ ...collector, adopt: true });
const named = { ...home, __selected: { name: "burst" } };
const anchor = provided(resource("Prompt", "anchor").same(home));

/** What overwrites an object of the stack: as the plan and the state know it, whoever made it. */
const overwrites = rowsBy({
  "budget-up": {
    "a budget": [cap.same(), ...provided(more.created())],
    "a budget of the same provider": [cap.same(), more.created()],
    "a budget of another connection": [cap.same(), more.with({ connection: "b" }).created()],
    "a budget that changes, too": [cap.updated({ budget: 510 }), ...provided(more.created())],
    "a budget of the provider": [...provided(cap.same(home)), more.created()],
  },
  "budget-down": {
    "a budget that is lowered": [cap.same(), ...provided(more.with({ budget: 1 }).created())],
    "a budget of another workspace, to which one moves,": [
      cap.with({ workspaceId: "desk-id", budget: 100_000 }).same(),
      resource("Budget", "moved").replaced({ workspaceId: "desk-id" }),
    ],
  },
  "role-lowered": {
    "a member": [ada.same(adaHere), ...provided(again.created())],
    "a member by the account": [ada.same(adaHere), ...provided(byAccount)],
  },
  "quota-down": {
    "a quota of the same provider": [quota.same(named), least.created()],
    "a quota by its name": [quota.same(named), ...anchor, ...provided(least.created())],
    "a quota by its id": [
      quota.same(named),
      ...provided(least.with({ match: { id: "burst-id" } }).created()),
    ],
    "a quota that one selects from now on": [
      quota.with({ maxRequests: 100_000 }).same(named),
      least.with({ match: { name: "other" } }).replaced({ match: { name: "burst" } }),
    ],
  },
  "provider-host-changed": {
    "an adopted provider": [openai.same(), ...provided(elsewhere.created())],
    "a provider to whose workspace an adopting one moves": [
      openai.same(),
      resource("ModelProvider", "moved", { ...collector, adopt: true, workspaceId: "desk-id" }).replaced({
        workspaceId: "team-id",
      }),
    ],
  },
});

test.for(
  overwrites.flatMap(({ steps, ...row }) => [
    { ...row, adapter: "dynamic providers", steps },
    { ...row, adapter: "the plugin", steps: steps.map(native) },
  ]),
)("$what that the stack has and a create overwrites is judged as changed: $rule, by $adapter", (row) => {
  const renamed = row.steps.map((each) =>
    each.op === "create" ? { ...each, urn: `${each.urn}-over` } : each,
  );
  const { refused, warned } = judged(renamed);
  expect(rulesIn(refused)).toContain(row.rule);
  expect(rulesIn([...refused, ...warned])).not.toContain("unjudged");
});

test("a budget that is declared twice with the same amount changes nothing", () => {
  const { refused, warned } = judged([cap.same(), ...provided(resource("Budget", "twice").created())]);
  expect(rulesIn([...refused, ...warned])).toEqual([]);
});

const notKnown = rowsOf({
  "a budget": more.created(),
  "a budget by a provider": provided(more.created()),
  "a budget of another gateway": [cap.same(home), ...provided(tone.same(away), more.created())],
  "a quota of another account": [
    quota.same({ ...named, __account: "one" }),
    ...provided(tone.same({ ...home, __account: "other" }), least.created()),
  ],
  "a quota of a provider on any gateway": [quota.same(named), ...provided(least.created())],
  "a member whom the stack does not have": [ada.same(adaHere), again.with({ email: "eve@evil" }).created()],
  "a budget of a workspace that may be there already": [
    team.with({ adopt: true }).created({ id: "team-id" }),
    more.created(),
  ],
});

test.for(notKnown)("$what that is overwritten and not known is of a high risk", ({ steps }) => {
  const { passes, warned } = judged(steps);
  expect(passes).toBe(true);
  expect(warned).toContainEqual(expect.objectContaining({ rule: "unjudged", urn: steps.at(-1)?.urn }));
  expect(rulesIn(warned).filter((rule) => /budget|quota/.test(rule))).toEqual([]);
  expect(rulesIn(judged(steps, { refuse: ["high"] }).refused)).toContain("unjudged");
});

test("the budget and the member of a new workspace overwrite nothing", () => {
  const made = [team.created({ id: "team-id" }), ...provided(more.created(), again.created())];
  const { refused, warned } = judged(made);
  expect(rulesIn([...refused, ...warned])).not.toContain("unjudged");
});

test("a default config that is edited passes, and the permit that this once needed does not let it be lost", () => {
  expect(judged([standard.replaced({ workflow: { steps: [1] } })]).passes).toBe(true);
  const changed = { allow: [{ rule: "default-config-changed", name: "standard" }] } as const;
  expect(judged([standard.deleted()], changed).passes).toBe(false);
});

test("a key that may be rotated is refused, also beside another change", () => {
  const strict = { refuse: ["key-rotated"] } as const;
  expect(rulesIn(judged([keyed.updated()], strict).refused)).toContain("key-rotated");
  expect(rulesIn(judged([keyed.updated({ priority: 2 })], strict).refused)).toContain("key-rotated");
  expect(judged([keyed.updated({ priority: 2 })]).passes).toBe(true);
});

test("a permit for one resource lets no other one through that has its name", () => {
  const allow = (name: string) => ({ allow: [{ rule: "access-removed", name }] }) as const;
  const gone = [ada.deleted(), resource("Prompt", "ada").same()];
  expect(judged(gone, allow("ada"))).toMatchObject({
    passes: false,
    refused: [{ option: "--allow access-removed:Member:ada" }],
    ambiguous: [expect.stringContaining("Write `access-removed:Member:ada`.")],
  });
  expect(judged(gone, allow("Member:ada")).passes).toBe(true);
  const moved = urn("Member", "ada").replace("::pulumi-nodejs", "::my:Desk$pulumi-nodejs");
  const both = [ada.deleted(), { ...ada.deleted(), urn: moved }];
  expect(judged(both, allow("Member:ada")).refused).toHaveLength(2);
  expect(judged(both, allow(moved)).refused).toMatchObject([{ urn: urn("Member", "ada") }]);
});
