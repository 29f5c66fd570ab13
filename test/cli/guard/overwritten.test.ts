import { expect, test } from "vitest";
import { guard, type Verdict } from "../../../cli/guard/guard.js";
import { type GuardRules, safeRules } from "../../../cli/guard/rules.js";
import {
  created,
  native,
  type PreviewStep,
  provided,
  review,
  rowsBy,
  rowsOf,
  urn,
} from "../review/facts/support/preview.ts";
import {
  ada,
  cap,
  gpt,
  openai,
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
const quota = resource("Quota", "burst", { maxRequests: 1_000 });
const keyed = openai.with({ apiKey: "[secret]" });
const collector = { baseUrl: "https://collector.example" };
const stack = [team.same(), openai.same(), gpt.same({ gatewayName: "openai/gpt" }), route.same(), ...rest];

/** What the guard says of these steps; what a step is about is not in the stack besides. */
function judged(steps: readonly PreviewStep[], rules: Partial<GuardRules> = {}): Verdict {
  const about = new Set(steps.map(({ urn }) => urn));
  const stays = stack.filter(({ urn }) => !about.has(urn));
  return guard(review(...stays, ...steps), { ...safeRules, ...rules });
}

const rulesIn = (judgements: Verdict["refused"]) => judgements.map(({ rule }) => rule);

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
