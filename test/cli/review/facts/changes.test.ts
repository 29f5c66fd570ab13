import { expect, test } from "vitest";
import { withWords } from "../../../../cli/review/document/changes.js";
import { headlineOf } from "../../../../cli/review/document/headline.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { kinds } from "../../../../provider/every-kind.js";
import type { Values } from "../../../../provider/spec/values.js";
import { allKinds, madeUpReferences, requiredInputs } from "../../../contract/support/samples.ts";
import { lineOf, someReview } from "../some-review.ts";
import {
  created,
  fieldOf,
  inputs,
  onlyChange,
  type PreviewStep,
  planOf,
  review,
  same,
  step,
  unknown,
  updated,
  urn,
  wordsOf,
} from "./support/preview.ts";
import { ada, cap, config, gpt, openai, resource, route, site, tone } from "./support/stack.ts";

const refs = { ...madeUpReferences, workspaceId: "team-id" };
const written: Readonly<Record<string, Values>> = inputs;
const all = allKinds.map(({ kind, name }) => [name, written[name] ?? requiredInputs(kind, refs)] as const);
const { Model, ModelProvider, Mapping } = inputs;
const burst = resource("Quota", "burst");
const only = (step: PreviewStep) => onlyChange(review(step));

test.each(all)(
  "a %s that stays is no change, and a preview of such has no risk and no headline",
  (kind, values) => {
    const { changes, risk, findings, needs } = someReview();
    const all = review(same(kind, "x", values));
    expect(all).toMatchObject({ changes, risk, findings, needs });
    expect(headlineOf(all)).toEqual([]);
  },
);

test.each(all)(
  "retained outputs among the inputs of a %s, and hidden properties, are no change",
  (kind, values) => {
    const [output = "id"] = kinds.find(({ name }) => name === kind)?.outputFields.keys() ?? [];
    const retained = { ...values, [output]: "new", __follows: "new" };
    expect(only(updated(kind, "x", values, retained)).fields).toEqual([]);
  },
);

test("the order of keys, and of lists without an order, is no change", () => {
  const before = { ...ModelProvider, modelOptions: ["a", "b"] };
  const after = { modelOptions: ["b", "a"], ...ModelProvider };
  expect(only(updated("ModelProvider", "p", before, after)).fields).toEqual([]);
  const workflow = { a: 1, b: { c: 2, d: 3 } };
  const turned = { b: { d: 3, c: 2 }, a: 1 };
  expect(only(config.with({ workflow }).updated({ workflow: turned })).fields).toEqual([]);
});

test.each(all)("a change of a %s names the object, its workspace and its line", (kind, values) => {
  const change = only(created(kind, "x", values, { sourcePosition: "project:///index.ts#7,1" }));
  const told = { name: "x", kind, operation: "create", line: "index.ts#7" };
  expect(change).toMatchObject({ ...told, urn: urn(kind, "x") });
  expect(change.workspace).toBe(
    "workspaceId" in values ? "team-id" : kind === "Workspace" ? urn(kind, "x") : undefined,
  );
});

test.each([
  ["Workspace", "support"],
  ["ModelProvider", "openai"],
  ["Model", "gpt"],
  ["Mapping", "default"],
  ["Index", "https://handbook.example"],
  ["Member", "ada@example.com"],
  ["Quota", "burst"],
  ["Budget", undefined],
] as const)("the title of a %s is what the gateway calls it: %s", (kind, title) => {
  expect(only(resource(kind, "x").created()).title).toBe(title);
});

test.each([
  [gpt, { inputCost: 1 }, "2 → 1 (−50 %)"],
  [gpt, { inputCost: 2.005 }, "2 → 2.005 (+0.2 %)"],
  [gpt, { outputCost: 0.0000004 }, "8 → 0.0000004 (−100 %)"],
  [gpt.with({ inputCost: 0 }), { inputCost: 2 }, "0 → 2"],
  [gpt, { contextWindow: 1_000_000 }, "128,000 → 1,000,000 tokens (+681 %)"],
  [gpt, { displayName: "GPT, large" }, '"GPT" → "GPT, large"'],
  [cap, { budget: 800 }, "500 → 800 per month (+60 %)"],
  [burst, { maxRequests: 1_000 }, "2,000 → 1,000 requests (−50 %)"],
  [burst, { period: "CALENDAR" }, "sliding window → fixed window"],
  [burst, { windowMinutes: 60 }, "1 → 60 minutes (+5,900 %)"],
  [ada, { role: "MEMBER" }, "administrator → member"],
  [ada, { role: "SOMETHING" }, 'administrator → "SOMETHING"'],
  [route, { priority: 2 }, "1 → 2"],
  [route.with({ enabled: true }), { enabled: false }, "active → switched off"],
  [route, { isPattern: true }, "a pattern"],
  [tone.with({ environment: "STAGING" }), { environment: null }, "staging → none"],
  [openai, { adopt: true }, "yes"],
])("a change is said in words: %#", (declared, change, words) => {
  const [name = ""] = Object.keys(change);
  expect(wordsOf(only(declared.updated(change)), name)).toBe(words);
});

test("what is no longer declared is said so", () => {
  const change = only(
    updated("ModelProvider", "p", { ...ModelProvider, modelOptions: ["a"] }, ModelProvider),
  );
  expect(wordsOf(change, "modelOptions")).toBe(
    '["a"] → no longer declared: it stays as it is and is unmanaged',
  );
});

test("an id of a resource of the stack is said by its name", () => {
  const deepseek = resource("ModelProvider", "deepseek", { name: "deepseek" });
  const { changes } = review(openai.same(), deepseek.same(), gpt.updated({ providerId: "deepseek-id" }));
  expect(changes[0] && wordsOf(changes[0], "providerId")).toBe("openai → deepseek");
});

test("a value that is known only later says where it comes from", () => {
  const propertyDependencies = { targetModel: [urn("Model", "large")] };
  const change = only(
    step("update", "Mapping", "m", {
      oldState: { inputs: Mapping },
      newState: { inputs: { ...Mapping, targetModel: unknown }, propertyDependencies },
    }),
  );
  expect(fieldOf(change, "unknown")).toEqual({
    is: "unknown",
    name: "targetModel",
    before: "openai/gpt",
    words: '"openai/gpt" → known only during the `up`, comes from large',
  });
});

test("no part of a review has the engine's mark of an unknown value", () => {
  const workflow = { model: unknown, steps: [{ id: "a", model: unknown }] };
  const found = review(
    config.with({ workflow }).created(),
    site.with({ title: unknown }).created(),
    openai.with({ modelOptions: [unknown], apiKey: unknown, workspaceId: unknown }).created(),
    gpt.with({ workspaceId: unknown, name: unknown }).created(),
  );
  expect(JSON.stringify(found.changes.map(withWords))).not.toContain(unknown);
});

test.each([
  ["set", undefined, "[secret]", "set"],
  ["cleared", "[secret]", null, "removed"],
  ["left out", "[secret]", undefined, "no longer declared: it stays as it is"],
  ["set on both sides", "[secret]", "[secret]", "may change: a preview does not show whether a secret stays"],
])("a secret that is %s is said in words, without its value", (_what, before, after, words) => {
  const of = (apiKey: string | null | undefined) => ({
    ...ModelProvider,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const change = only(updated("ModelProvider", "p", of(before), of(after)));
  expect(withWords(change).fields).toEqual([{ is: "secret", name: "apiKey", words }]);
});

test("a free-form value that is a secret as a whole is said as a secret", () => {
  const change = only(config.with({ workflow: { a: 1 } }).updated({ workflow: "[secret]" }));
  expect(change.fields).toMatchObject([{ is: "secret", name: "workflow" }]);
});

test("a text is shown as lines, with marks on the words that differ", () => {
  const content = "You answer for the shop.\nAnswer briefly.\nBe kind.";
  const change = only(tone.with({ content }).updated({ content: content.replace("briefly", "in detail") }));
  expect(fieldOf(change, "text").lines).toEqual([
    lineOf(" ", "You answer for the shop."),
    lineOf("-", "Answer ", ["briefly"], "."),
    lineOf("+", "Answer ", ["in detail"], "."),
    lineOf(" ", "Be kind."),
  ]);
});

test("what a delete takes away is said in notes, not in fields", () => {
  const change = only(site.deleted());
  expect([change.fields, change.notes]).toEqual([[], ["Its crawled pages are deleted."]]);
});

test("a resource of another package is shown by all its inputs", () => {
  const at = { urn: "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::b", op: "update" };
  const change = only({
    ...at,
    oldState: { inputs: { a: 1, b: 2 } },
    newState: { inputs: { a: 1, b: 3 } },
  });
  expect(change).toMatchObject({
    kind: "aws:s3/bucket:Bucket",
    name: "b",
    fields: [{ name: "b" }],
  });
  expect(wordsOf(change, "b")).toBe("2 → 3 (+50 %)");
});

test("a review counts what there is before and after, without what is only read", () => {
  const { size, counts } = review(
    tone.created(),
    resource("Prompt", "b").updated({ content: "x" }),
    config.replaced({ enabled: true }),
    site.deleted(),
    resource("Index", "e").deleted(),
    ada.same(),
    step("read", "Workspace", "g", { newState: { inputs: {}, outputs: inputs.Workspace } }),
  );
  expect({ size, counts }).toEqual({
    size: { before: 5, after: 4 },
    counts: { create: 1, update: 1, replace: 1, delete: 2 },
  });
});

test("that waiting for a crawl is not counted is said where there is one", () => {
  expect(review(site.created()).caveats.join()).toContain("again and again");
  const unwaited = review(site.with({ waitForIndexed: false }).created());
  expect(unwaited.caveats.join()).not.toContain("again and again");
});

test("drift is what is declared and the gateway has otherwise, as `drift` tells it; what only the gateway says is none", () => {
  const live = { ...Model, inputCost: 3 };
  const keyed = { ...inputs.ModelProvider, apiKey: "sk" };
  const refreshed = (name: string, states: object) => step("refresh", "Model", name, states);
  const { drift } = review(
    refreshed("gpt", { oldState: { inputs: Model }, newState: { inputs: live } }),
    refreshed("gone", { oldState: { inputs: Model } }),
    refreshed("touched", {
      oldState: { inputs: Model, outputs: { updatedAt: "a", gatewayName: "x" } },
      newState: { inputs: Model, outputs: { updatedAt: "b", gatewayName: "x" } },
    }),
    refreshed("renamed", {
      oldState: { inputs: Model, outputs: { gatewayName: "x" } },
      newState: { inputs: Model, outputs: { gatewayName: "y" } },
    }),
    step("refresh", "ModelProvider", "rotated", {
      oldState: { inputs: keyed, outputs: { ...keyed, updatedAt: "a" } },
      newState: { inputs: keyed, outputs: { ...keyed, updatedAt: "b" } },
    }),
  );
  expect(
    drift.map(({ name, operation, fields }) => [name, operation, fields.map((field) => field.name)]),
  ).toEqual([
    ["gone", "delete", []],
    ["gpt", "update", ["inputCost"]],
    ["rotated", "update", ["apiKey"]],
  ]);
  expect(drift[1] && wordsOf(drift[1], "inputCost")).toBe("2 → 3 (+50 %)");
});

test("a failing preview, one without what stays and one without a refresh say so", () => {
  const plan = planOf(tone.deleted());
  const caveats = (more: object) => reviewOf({ plan: { ...plan, ...more }, kinds }).caveats.join("\n");
  expect(caveats({ isWhole: true, isRefreshed: true })).toBe("");
  expect(caveats({ isWhole: false, isRefreshed: true })).toContain("--show-sames");
  expect(caveats({ isWhole: true, isRefreshed: false })).toContain("--refresh");
  expect(caveats({ errors: ["x"] })).toContain("failed");
});

test("of a new stack there is nothing to refresh", () => {
  const plan = { ...planOf(tone.created()), isWhole: true, isRefreshed: false };
  expect(reviewOf({ plan, kinds }).caveats).toEqual([]);
});

test("of changes of one risk, the greatest comes first", () => {
  const model = (name: string, outputCost: number) =>
    resource("Model", name, { name, inputCost: 0, outputCost: 100 }).updated({ outputCost });
  const { changes } = review(model("a", 95), model("b", 12), model("c", 99.5), model("d", 50));
  expect(changes.map(({ name }) => name)).toEqual(["b", "d", "a", "c"]);
});
