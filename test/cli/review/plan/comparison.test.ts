import { expect, test } from "vitest";
import type { AccountObject } from "../../../../cli/account/account-object.js";
import type { Account } from "../../../../cli/account/match-accounts.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { comparisonOf, type LeavesOut } from "../../../../cli/review/plan/comparison.js";
import { kinds } from "../../../../provider/every-kind.js";
import { typeToken } from "../../../../provider/spec/token.js";
import type { Values } from "../../../../provider/spec/values.js";

/** A stage of one program: the ids and logical names are its own, the names on the gateway are not. */
function stage(called: string, more: readonly AccountObject[] = []): Account & { object: typeof object } {
  function object(kind: string, name: string, inputs: Values, outputs: Values = {}): AccountObject {
    const urn = `urn:pulumi:${called}::shop::${typeToken(kind)}::${name}`;
    const all = { ...inputs, ...outputs, createdAt: `in ${called}` };
    return { kind, urn, name, id: `${name} of ${called}`, inputs, outputs: all, from: {} };
  }
  const inside = { workspaceId: `team of ${called}` };
  const objects = [
    object("Workspace", "team", { name: "Support" }),
    object("ModelProvider", "openai", {
      ...inside,
      name: "openai",
      baseUrl: "https://api.example",
      priority: 1,
    }),
    object(
      "Model",
      "gpt",
      { ...inside, providerId: `openai of ${called}`, name: "gpt", inputCost: 2 },
      { gatewayName: "openai/gpt" },
    ),
    object("Mapping", "default", {
      ...inside,
      sourceName: "default",
      targetModel: "openai/gpt",
      priority: 1,
    }),
    object("Prompt", "tone", { ...inside, name: "tone", content: "Be brief.", modelId: `gpt of ${called}` }),
    object("Budget", "cap", { ...inside, budget: 500 }),
    object(
      "Member",
      `ada-${called}`,
      { ...inside, userId: `u-${called}`, role: "MEMBER" },
      { user: { id: `u-${called}`, username: "ada", email: "ada@example.com" } },
    ),
    ...more,
  ];
  return { called, objects, object };
}

const compared = (from: Account, to: Account, leavesOut?: LeavesOut) =>
  reviewOf({ plan: comparisonOf(from, to, kinds, leavesOut), kinds });

const withValues = (account: Account, name: string, values: Values): Account => ({
  ...account,
  objects: account.objects.map((each) =>
    each.name === name
      ? { ...each, inputs: { ...each.inputs, ...values }, outputs: { ...each.outputs, ...values } }
      : each,
  ),
});

const without = (account: Account, ...names: string[]): Account => ({
  ...account,
  objects: account.objects.filter(({ name }) => !names.includes(name)),
});

test("two stages of one program do not differ, whatever their ids and times", () => {
  const review = compared(stage("staging"), stage("prod"));
  expect(review).toMatchObject({ changes: [], counts: { create: 0, update: 0, delete: 0, replace: 0 } });
  expect(review.compared).toEqual({ from: "staging", to: "prod" });
  expect(review.size).toEqual({ before: 7, after: 7 });
});

test.each<[string, string, Values, object]>([
  ["a cost", "gpt", { inputCost: 1 }, { name: "inputCost", before: 2, after: 1 }],
  ["a role", "ada-staging", { role: "ADMIN" }, { name: "role", before: "MEMBER", after: "ADMIN" }],
  ["a budget", "cap", { budget: 200_000 }, { name: "budget", before: 500, after: 200_000 }],
  ["a text", "tone", { content: "Be long." }, { name: "content", is: "text" }],
])("%s that differs is an update of what is there", (_what, name, values, field) => {
  const { changes } = compared(withValues(stage("staging"), name, values), stage("prod"));
  expect(changes).toEqual([expect.objectContaining({ operation: "update" })]);
  expect(changes[0]?.fields).toEqual([expect.objectContaining(field)]);
});

test("what is only there would come, and what is only here would go", () => {
  const { changes, counts } = compared(without(stage("staging"), "tone"), without(stage("prod"), "default"));
  expect(changes.map(({ name, operation }) => [operation, name]).sort()).toEqual([
    ["create", "default"],
    ["delete", "tone"],
  ]);
  expect(counts).toEqual({ create: 1, update: 0, replace: 0, delete: 1 });
});

test("what is new in a new place names what is new there, and routes lead to it", () => {
  const bare = { called: "prod", objects: [] };
  const review = compared(stage("staging"), bare);
  expect(review.changes.every(({ operation }) => operation === "create")).toBe(true);
  const [route] = review.routes.filter(({ incoming }) => incoming === "default");
  expect(route?.after).toMatchObject({ is: "model", model: "openai/gpt" });
  expect(JSON.stringify(review)).not.toContain("of staging");
});

test("what has another name is matched by its name in the program", () => {
  const { changes } = compared(
    withValues(stage("staging"), "team", { name: "Support (staging)" }),
    stage("prod"),
  );
  expect(changes.map(({ name, operation, fields }) => [name, operation, fields.length])).toEqual([
    ["team", "update", 1],
  ]);
});

test("a reference to another object is a difference, and one to the counterpart is none", () => {
  const [from, to] = [stage("staging"), stage("prod")];
  const second = from.object("Model", "mini", {
    workspaceId: "team of staging",
    providerId: "openai of staging",
    name: "mini",
  });
  const more = withValues(stage("staging", [second]), "tone", { modelId: "mini of staging" });
  const tone = compared(more, to).changes.find(({ name }) => name === "tone");
  expect(tone?.fields).toEqual([expect.objectContaining({ name: "modelId", is: "unknown" })]);
});

test("of several objects of one name, those that are alike in what tells them apart are one", () => {
  const chain = (account: ReturnType<typeof stage>, ...priorities: number[]) =>
    stage(
      account.called,
      priorities.map((priority) =>
        account.object("Mapping", `m${priority}`, {
          workspaceId: `team of ${account.called}`,
          sourceName: "fast",
          targetModel: "openai/gpt",
          priority,
        }),
      ),
    );
  expect(compared(chain(stage("staging"), 1, 2, 3), chain(stage("prod"), 3, 2, 1)).changes).toEqual([]);
  const { changes } = compared(chain(stage("staging"), 3, 2), chain(stage("prod"), 1, 2, 3));
  expect(changes.map(({ name, operation }) => [name, operation])).toEqual([["m1", "delete"]]);
});

test("what is left out is no difference: whole objects, or one property", () => {
  const from = withValues(withValues(stage("staging"), "cap", { budget: 1 }), "gpt", {
    inputCost: 1,
    name: "gpt",
  });
  const leavesOut: LeavesOut = ({ kind }, property) =>
    property === undefined ? kind === "Budget" : kind === "Model" && property === "inputCost";
  expect(compared(from, stage("prod"), leavesOut).changes).toEqual([]);
  expect(compared(from, stage("prod")).changes).toHaveLength(2);
});

test("a property of which one side says nothing is no difference, and a secret never is", () => {
  const from = withValues(stage("staging"), "openai", { apiKey: "[secret]", modelOptions: ["a"] });
  expect(compared(from, stage("prod")).changes).toEqual([]);
  const shown = withValues(stage("prod"), "openai", { __shown: {} });
  expect(compared(from, shown).changes[0]?.fields).toEqual([
    expect.objectContaining({ name: "modelOptions" }),
  ]);
});
