import { expect, test } from "vitest";
import type { Needs } from "../../../../cli/review/facts/review.js";
import { kinds } from "../../../../provider/every-kind.js";
import {
  created,
  deleted,
  inputs,
  type PreviewStep,
  replaced,
  review,
  same,
  step,
  updated,
  urn,
} from "./support/preview.ts";

const { Workspace, ModelProvider, Model, Mapping, Config, Member, GatewayKey, Invitation, Budget, Quota } =
  inputs;

function needs(...steps: PreviewStep[]): Needs {
  return review(...steps).needs;
}

test.each<[string, PreviewStep, number]>([
  ["a create", created("Model", "m", Model), 1],
  ["an update", updated("Model", "m", Model, { ...Model, name: "x" }), 1],
  ["an update of several properties", updated("Model", "m", Model, { ...Model, name: "x", inputCost: 1 }), 1],
  ["an update of what is only for this package", updated("Model", "m", Model, { ...Model, adopt: true }), 0],
  ["an update in which nothing differs", updated("Model", "m", Model, Model), 0],
  [
    "an update that an earlier up did not finish",
    step("update", "Model", "m", {
      oldState: { inputs: Model, outputs: { __unfinished: true } },
      newState: { inputs: Model },
    }),
    1,
  ],
  [
    "an update of a covered secret",
    updated(
      "ModelProvider",
      "p",
      { ...ModelProvider, apiKey: "[secret]" },
      { ...ModelProvider, apiKey: "[secret]" },
    ),
    1,
  ],
  [
    "a property that is reset",
    updated("Mapping", "m", Mapping, { ...Mapping, priority: 1, enabled: true }),
    1,
  ],
  ["a property that is left", updated("Quota", "q", Quota, { match: Quota.match }), 0],
  ["a replacement", replaced("Config", "c", Config, { ...Config, enabled: true }), 2],
  ["a delete", deleted("Model", "m", Model), 1],
  ["a delete with retainOnDelete", deleted("Model", "m", Model, { retainOnDelete: true }), 0],
  ["a budget that is kept", deleted("Budget", "b", Budget), 0],
  ["a budget that is put back", deleted("Budget", "b", { ...Budget, onDestroy: "restore" }), 1],
  ["a member that goes", deleted("Member", "ada", Member), 1],
  ["a key that is made", created("GatewayKey", "k", GatewayKey), 1],
  ["a key that is made anew", replaced("GatewayKey", "k", GatewayKey, GatewayKey), 1],
  ["a key that goes", deleted("GatewayKey", "k", GatewayKey), 0],
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
  const { scopes, app } = needs(created("GatewayKey", "k", GatewayKey));
  expect({ scopes, app }).toEqual({ scopes: [], app: true });
  expect(needs(deleted("GatewayKey", "k", GatewayKey)).app).toBe(false);
});

test("an invitation is only written", () => {
  expect(needs(created("Invitation", "i", Invitation)).scopes).toEqual(["members:write"]);
});

test("a member may not be the account behind the token, which has to be asked for", () => {
  expect(needs(created("Member", "ada", Member)).scopes).toEqual([
    "members:read",
    "members:write",
    "profile:read",
  ]);
});

test("a workspace is destroyed only if every list in it is empty, unless that was allowed before", () => {
  const { scopes } = needs(deleted("Workspace", "team", Workspace));
  expect(scopes).toEqual(
    expect.arrayContaining(["mapping:read", "models:read", "prompts:read", "members:read"]),
  );
  expect(needs(deleted("Workspace", "team", { ...Workspace, forceDestroy: true })).scopes).toEqual([
    "workspaces:read",
    "workspaces:write",
  ]);
});

test("what is created in one collection is looked for in one list, and not at all in a workspace that is new", () => {
  const [one, two] = ["a", "b"].map((name) => created("Model", name, { ...Model, name }));
  const reads = (...steps: (PreviewStep | undefined)[]) =>
    needs(...steps.filter((step) => step !== undefined)).reads;
  expect(reads(one, two) - reads(one)).toBe(1); // only what reads the second one back
  const { workspaceId: _, ...rest } = Model;
  const inNew = created("Model", "c", rest, {
    propertyDependencies: { workspaceId: [urn("Workspace", "new")] },
  });
  const team = created("Workspace", "new", { name: "new" });
  expect(reads(team, inNew) - reads(team)).toBe(1);
  expect(reads(same("Workspace", "new", { name: "new" }), inNew)).toBe(3); // the account, the list, the answer
});

test("what no later up brings back is said in a sentence for each kind", () => {
  const { irreversible } = needs(
    deleted("Workspace", "team", Workspace),
    deleted("Member", "ada", Member),
    deleted("Member", "bob", { ...Member, onDestroy: "keep" }),
    deleted("Model", "kept", Model, { retainOnDelete: true }),
    created("Invitation", "i", Invitation),
    updated("Prompt", "p", inputs.Prompt, { ...inputs.Prompt, content: "x" }),
  );
  expect(irreversible).toEqual([
    "1 invitation made: its link can be redeemed until it expires, and the API has no call that ends it.",
    "1 member deleted: who goes can come back only by a new invitation.",
    "1 workspace deleted: everything in it is gone, also its members and what is not in this stack.",
  ]);
});
