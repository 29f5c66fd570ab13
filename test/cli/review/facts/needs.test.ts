import { expect, test } from "vitest";
import type { Needs } from "../../../../cli/review/facts/notes.js";
import { kinds } from "../../../../provider/every-kind.js";
import { created, inputs, type PreviewStep, review, step, unknown, updated, urn } from "./support/preview.ts";
import { ada, cap, config, gpt, key, openai, resource, route, team, tone } from "./support/stack.ts";

const { Model, Quota } = inputs;
const invitation = resource("Invitation", "i");

function needs(...steps: PreviewStep[]): Needs {
  return review(...steps).needs;
}

test.each<[string, PreviewStep, number]>([
  ["a create", gpt.created(), 1],
  ["an update", gpt.updated({ name: "x" }), 1],
  ["an update of several properties", gpt.updated({ name: "x", inputCost: 1 }), 1],
  ["an update of what is only for this package", gpt.updated({ adopt: true }), 0],
  ["an update in which nothing differs", gpt.updated(), 0],
  [
    "an update that an earlier up did not finish",
    step("update", "Model", "m", {
      oldState: { inputs: Model, outputs: { __unfinished: true } },
      newState: { inputs: Model },
    }),
    1,
  ],
  [
    "an update of what the gateway altered",
    step("update", "Model", "m", {
      oldState: { inputs: Model, outputs: { __altered: { inputCost: "x" } } },
      newState: { inputs: Model },
    }),
    1,
  ],
  ["an update of a covered secret", openai.with({ apiKey: "[secret]" }).updated(), 1],
  ["a property that is reset", route.updated({ priority: 1, enabled: true }), 1],
  ["a property that is left", updated("Quota", "q", Quota, { match: Quota.match }), 0],
  ["a replacement", config.replaced({ enabled: true }), 2],
  ["a delete", gpt.deleted(), 1],
  ["a delete with retainOnDelete", gpt.deleted({ retainOnDelete: true }), 0],
  ["a budget that is kept", cap.deleted(), 0],
  ["a budget that is put back", cap.with({ onDestroy: "restore" }).deleted(), 1],
  ["a member that goes", ada.deleted(), 1],
  ["a key that is made", key.created(), 1],
  ["a key that is made anew", key.replaced(), 1],
  ["a key that goes", key.deleted(), 0],
])("%s is this many writes", (_what, step, writes) => {
  expect(needs(step).writes).toBe(writes);
});

test.each(kinds.filter(({ source }) => source.how === "created"))(
  "a change of a $name needs the scopes of its kind to read and to write",
  ({ name, scope }) => {
    const values = Object.entries(inputs).find(([kind]) => kind === name)?.[1] ?? {};
    expect(needs(created(name, "x", values)).scopes).toEqual([`${scope}:read`, `${scope}:write`]);
  },
);

test("a gateway key needs the app's own credentials and no scope", () => {
  const { scopes, app } = needs(key.created());
  expect({ scopes, app }).toEqual({ scopes: [], app: true });
  expect(needs(key.deleted()).app).toBe(false);
});

test("an invitation is only written", () => {
  expect(needs(invitation.created()).scopes).toEqual(["members:write"]);
});

test("a member may not be the account behind the token, which has to be asked for", () => {
  expect(needs(ada.created()).scopes).toEqual(["members:read", "members:write", "profile:read"]);
});

test("a workspace is destroyed only if every list in it is empty, unless that was allowed before", () => {
  const { scopes } = needs(team.deleted());
  expect(scopes).toEqual(
    expect.arrayContaining(["mapping:read", "models:read", "prompts:read", "members:read"]),
  );
  expect(needs(team.with({ forceDestroy: true }).deleted()).scopes).toEqual([
    "workspaces:read",
    "workspaces:write",
  ]);
});

test("what is created in one collection is looked for in one list, and not at all in a workspace that is new", () => {
  const [one, two] = ["a", "b"].map((name) => resource("Model", name, { name }).created());
  const reads = (...steps: (PreviewStep | undefined)[]) =>
    needs(...steps.filter((step) => step !== undefined)).reads;
  expect(reads(one, two) - reads(one)).toBe(1); // only what reads the second one back
  const inNew = created(
    "Model",
    "c",
    { ...Model, workspaceId: unknown },
    {
      propertyDependencies: { workspaceId: [urn("Workspace", "new")] },
    },
  );
  const fresh = resource("Workspace", "new");
  expect(reads(fresh.created(), inNew) - reads(fresh.created())).toBe(1);
  expect(reads(fresh.same(), inNew)).toBe(3); // the account, the list, the answer
});

test("what no later up brings back is said in a sentence for each kind", () => {
  const { irreversible } = needs(
    team.with({ forceDestroy: true }).deleted(),
    resource("Workspace", "empty").deleted(),
    ada.deleted(),
    resource("Member", "bob", { onDestroy: "keep" }).deleted(),
    gpt.deleted({ retainOnDelete: true }),
    invitation.created(),
    tone.updated({ content: "x" }),
  );
  expect(irreversible).toEqual([
    "1 invitation made: its link can be redeemed until it expires, and the API has no call that ends it.",
    "1 member deleted: who goes can come back only by a new invitation.",
    "1 workspace deleted: take everything in it for gone, also its members and what is not in this stack.",
  ]);
});
