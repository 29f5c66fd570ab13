import { expect, test } from "vitest";
import { guard } from "../../../cli/guard/guard.js";
import { type GuardRules, safeRules } from "../../../cli/guard/rules.js";
import { foundIn } from "../review/facts/support/found-in.ts";
import {
  ada,
  cap,
  created,
  gpt,
  native,
  openai,
  type PreviewStep,
  provided,
  resource,
  review,
  route,
  rowsOf,
  team,
  tone,
  urn,
} from "../review/facts/support/preview.ts";
import { expectPage } from "../support/pages.ts";

/** A stack large enough that no share of it is reached by a few changes. */
const rest = Array.from({ length: 60 }, (_, at) =>
  resource("Prompt", `prompt-${at}`, { name: `${at}` }).same(),
);
const quota = resource("Quota", "burst", { maxRequests: 1_000 });
const collector = { baseUrl: "https://collector.example" };
const stack = [team.same(), openai.same(), gpt.same({ gatewayName: "openai/gpt" }), route.same(), ...rest];

/** These steps in the stack, unless they are about something of it. */
function amid(steps: readonly PreviewStep[]): PreviewStep[] {
  const about = new Set(steps.map(({ urn }) => urn));
  return [...stack.filter(({ urn }) => !about.has(urn)), ...steps];
}

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

/** What overwrites an object of the stack, as the plan and the state know it, whoever made it, or may overwrite one. */
const rows = rowsOf({
  "a budget": [cap.same(), ...provided(more.created())],
  "a budget of the same provider": [cap.same(), more.created()],
  "a budget of another connection": [cap.same(), more.with({ connection: "b" }).created()],
  "a budget that changes, too": [cap.updated({ budget: 510 }), ...provided(more.created())],
  "a budget of the provider": [...provided(cap.same(home)), more.created()],
  "a budget that is lowered": [cap.same(), ...provided(more.with({ budget: 1 }).created())],
  "a budget that is declared twice with the same amount": [
    cap.same(),
    ...provided(resource("Budget", "twice").created()),
  ],
  "a budget of another workspace, to which one moves": [
    cap.with({ workspaceId: "desk-id", budget: 100_000 }).same(),
    resource("Budget", "moved").replaced({ workspaceId: "desk-id" }),
  ],
  "a member": [ada.same(adaHere), ...provided(again.created())],
  "a member by the account": [ada.same(adaHere), ...provided(byAccount)],
  "a quota of the same provider": [quota.same(named), least.created()],
  "a quota by its name": [quota.same(named), ...anchor, ...provided(least.created())],
  "a quota by its id": [quota.same(named), ...provided(least.with({ match: { id: "burst-id" } }).created())],
  "a quota that one selects from now on": [
    quota.with({ maxRequests: 100_000 }).same(named),
    least.with({ match: { name: "other" } }).replaced({ match: { name: "burst" } }),
  ],
  "an adopted provider": [openai.same(), ...provided(elsewhere.created())],
  "a provider to whose workspace an adopting one moves": [
    openai.same(),
    resource("ModelProvider", "moved", { ...collector, adopt: true, workspaceId: "desk-id" }).replaced({
      workspaceId: "team-id",
    }),
  ],
  "perhaps a budget that nobody declares": more.created(),
  "perhaps a budget that nobody declares, by a provider": provided(more.created()),
  "perhaps a budget of another gateway": [cap.same(home), ...provided(tone.same(away), more.created())],
  "perhaps a quota of another account": [
    quota.same({ ...named, __account: "one" }),
    ...provided(tone.same({ ...home, __account: "other" }), least.created()),
  ],
  "perhaps a quota of a provider on any gateway": [quota.same(named), ...provided(least.created())],
  "perhaps a member whom the stack does not have": [
    ada.same(adaHere),
    again.with({ email: "eve@evil" }).created(),
  ],
  "perhaps a budget of a workspace that may be there already": [
    team.with({ adopt: true }).created({ id: "team-id" }),
    more.created(),
  ],
  "nothing: budget and member of a new workspace": [
    team.created({ id: "team-id" }),
    ...provided(more.created(), again.created()),
  ],
});

/** No URN or name says which object is meant. */
const withOtherName = (each: PreviewStep) =>
  each.op === "create" ? { ...each, urn: `${each.urn}-over` } : each;

test("findings for a create that overwrites an object match the snapshot with both providers", async () => {
  await expectPage("overwritten.md", rows, (steps) => {
    const all = amid(steps.map(withOtherName));
    const found = foundIn(review(...all));
    expect(foundIn(review(...all.map(native)))).toBe(found);
    return found;
  });
});

const judged = (steps: readonly PreviewStep[], rules: Partial<GuardRules>) =>
  guard(review(...amid(steps)), { ...safeRules, ...rules });

test("a permit for one resource does not permit another resource with the same name", () => {
  const allow = (name: string) => ({ allow: [{ rule: "access-removed", name }] }) as const;
  const gone = [ada.deleted(), resource("Prompt", "ada").same()];
  expect(judged(gone, allow("ada"))).toMatchObject({
    passes: false,
    refused: [{ option: "--allow access-removed:Member:ada" }],
    ambiguous: [expect.stringContaining("Use `access-removed:Member:ada`.")],
  });
  expect(judged(gone, allow("Member:ada")).passes).toBe(true);
  const moved = urn("Member", "ada").replace("::pulumi-nodejs", "::my:Desk$pulumi-nodejs");
  const both = [ada.deleted(), { ...ada.deleted(), urn: moved }];
  expect(judged(both, allow("Member:ada")).refused).toHaveLength(2);
  expect(judged(both, allow(moved)).refused).toMatchObject([{ urn: urn("Member", "ada") }]);
});
