import { expect, test } from "vitest";
import { withWords } from "../../../../cli/review/document/changes.js";
import { headlineOf } from "../../../../cli/review/document/headline.js";
import { meanings } from "../../../../cli/review/facts/field-words.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { kinds } from "../../../../provider/every-kind.js";
import type { Values } from "../../../../provider/spec/values.js";
import { allKinds, madeUpReferences, requiredInputs } from "../../../contract/support/samples.ts";
import { expectPage } from "../../support/pages.ts";
import { someReview } from "../some-review.ts";
import { changesIn } from "./support/found-in.ts";
import {
  ada,
  cap,
  config,
  created,
  deleted,
  gpt,
  inputs,
  onlyChange,
  openai,
  type PreviewStep,
  planOf,
  replaced,
  resource,
  review,
  route,
  rowsOf,
  same,
  site,
  standard,
  step,
  team,
  tone,
  unknown,
  updated,
  urn,
} from "./support/preview.ts";

const refs = { ...madeUpReferences, workspaceId: "team-id" };
const written: Readonly<Record<string, Values>> = inputs;
const all = allKinds.map(({ kind, name }) => [name, written[name] ?? requiredInputs(kind, refs)] as const);
const { Model, ModelProvider, Mapping, Quota } = inputs;
const burst = resource("Quota", "burst");
const invitation = resource("Invitation", "i");
const keyed = openai.with({ apiKey: "[secret]" });
const destroyable = team.with({ forceDestroy: true });
const covered = { inputs: { value: "[secret]" } };
const parameter = "urn:pulumi:dev::shop::aws:ssm/parameter:Parameter::p";
const after = (outputs: Values) =>
  step("update", "Model", "m", { oldState: { inputs: Model, outputs }, newState: { inputs: Model } });
const refreshed = (kind: string, name: string, oldState: object, newState?: object) =>
  step("refresh", kind, name, {
    oldState: { inputs: written[kind] ?? {}, ...oldState },
    ...(newState && { newState: { inputs: written[kind] ?? {}, ...newState } }),
  });
const sk = { ...ModelProvider, apiKey: "sk" };
const costly = (name: string, outputCost: number) =>
  resource("Model", name, { name, inputCost: 0, outputCost: 100 }).updated({ outputCost });
const fresh = resource("Workspace", "new");
const inNew = created(
  "Model",
  "c",
  { ...Model, workspaceId: unknown },
  { propertyDependencies: { workspaceId: [urn("Workspace", "new")] } },
);

const rows = rowsOf({
  ...Object.fromEntries(
    all.flatMap(([kind, values]) => [
      [`a new ${kind}`, created(kind, "x", values, { sourcePosition: "project:///index.ts#7,1" })],
      [`a ${kind} is replaced`, replaced(kind, "x", values, values)],
      [`a ${kind} is deleted`, deleted(kind, "x", values)],
    ]),
  ),
  "a default config is replaced": standard.replaced(),
  // Values in words.
  "a cost falls": gpt.updated({ inputCost: 1 }),
  "a cost rises a little": gpt.updated({ inputCost: 2.005 }),
  "a cost falls to almost nothing": gpt.updated({ outputCost: 0.0000004 }),
  "a cost rises from nothing": gpt.with({ inputCost: 0 }).updated({ inputCost: 2 }),
  "a context grows": gpt.updated({ contextWindow: 1_000_000 }),
  "a label changes": gpt.updated({ displayName: "GPT, large" }),
  "several properties change": gpt.updated({ name: "x", inputCost: 1 }),
  "a budget rises": cap.updated({ budget: 800 }),
  "a quota falls": burst.updated({ maxRequests: 1_000 }),
  "a quota has another period": burst.updated({ period: "CALENDAR" }),
  "a quota has another window": burst.updated({ windowMinutes: 60 }),
  "what a quota declares is left out": updated("Quota", "q", Quota, { match: Quota.match }),
  "a role is lowered": ada.updated({ role: "MEMBER" }),
  "a role is one that is not known here": ada.updated({ role: "SOMETHING" }),
  "a mapping has another priority": route.updated({ priority: 2 }),
  "a mapping is switched off": route.with({ enabled: true }).updated({ enabled: false }),
  "a mapping says what the gateway takes anyway": route.updated({ priority: 1, enabled: true }),
  "a mapping becomes a pattern": route.updated({ isPattern: true }),
  "an environment is left out": tone.with({ environment: "STAGING" }).updated({ environment: null }),
  "something is only for this package": openai.updated({ adopt: true }),
  "a list is no longer declared": updated(
    "ModelProvider",
    "p",
    { ...ModelProvider, modelOptions: ["a"] },
    ModelProvider,
  ),
  "keys and lists without an order are in another order": [
    updated(
      "ModelProvider",
      "p",
      { ...ModelProvider, modelOptions: ["a", "b"] },
      { modelOptions: ["b", "a"], ...ModelProvider },
    ),
    config.with({ workflow: { a: 1, b: { c: 2, d: 3 } } }).updated({ workflow: { b: { d: 3, c: 2 }, a: 1 } }),
  ],
  "an id of a resource of the stack": [
    openai.same(),
    resource("ModelProvider", "deepseek", { name: "deepseek" }).same(),
    gpt.updated({ providerId: "deepseek-id" }),
  ],
  "a value that is known only later": step("update", "Mapping", "m", {
    oldState: { inputs: Mapping },
    newState: {
      inputs: { ...Mapping, targetModel: unknown },
      propertyDependencies: { targetModel: [urn("Model", "large")] },
    },
  }),
  "a secret is set": openai.updated({ apiKey: "[secret]" }),
  "a secret is cleared": keyed.updated({ apiKey: null }),
  "a secret is left out": updated(
    "ModelProvider",
    "p",
    { ...ModelProvider, apiKey: "[secret]" },
    ModelProvider,
  ),
  "a secret may stay": keyed.updated(),
  "a free-form value is a secret as a whole": config
    .with({ workflow: { a: 1 } })
    .updated({ workflow: "[secret]" }),
  "a resource of another package changes": {
    op: "update",
    urn: "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::b",
    oldState: { inputs: { a: 1, b: 2 } },
    newState: { inputs: { a: 1, b: 3 } },
  },
  "the greatest of several changes comes first": [
    costly("a", 95),
    costly("b", 12),
    costly("c", 99.5),
    costly("d", 50),
  ],
  // What else happens.
  "an update in which nothing differs": gpt.updated(),
  "an update that an earlier `up` did not finish": after({ __unfinished: true }),
  "an update of what the gateway altered": after({ __altered: { inputCost: "x" } }),
  "an update may be for a secret within a value": openai.with({ modelOptions: ["a", "[secret]"] }).updated(),
  "an update of another package may be for a secret": {
    op: "update",
    urn: parameter,
    oldState: covered,
    newState: covered,
  },
  "a config is replaced by one that comes first": config.replaced({ replaceOrder: "createFirst" }),
  "a model is replaced for a reason of the engine": { ...gpt.replaced(), replaceReasons: ["providerId"] },
  "a model that is protected is deleted": gpt.deleted({ protect: true }),
  "a model that is retained is deleted": gpt.deleted({ retainOnDelete: true }),
  "a member is deleted and stays": ada.with({ onDestroy: "keep" }).deleted(),
  "a budget is deleted and put back": cap.with({ onDestroy: "restore" }).deleted(),
  "a workspace is deleted with everything in it": destroyable.deleted(),
  "an index for which the `up` does not wait": site.with({ waitForIndexed: false }).created(),
  // What is read and cannot be undone.
  "two new models of one list": ["a", "b"].map((name) => resource("Model", name, { name }).created()),
  "a model in a workspace that is new": [fresh.created(), inNew],
  "a model in a workspace that stays": [fresh.same(), inNew],
  "several things that no later `up` brings back": [
    destroyable.deleted(),
    resource("Workspace", "empty").deleted(),
    ada.deleted(),
    resource("Member", "bob", { onDestroy: "keep" }).deleted(),
    gpt.deleted({ retainOnDelete: true }),
    invitation.created(),
    tone.updated({ content: "x" }),
  ],
  "drift of what is declared, and nothing of what only the gateway says": [
    refreshed("Model", "gpt", {}, { inputs: { ...Model, inputCost: 3 } }),
    refreshed("Model", "gone", {}),
    refreshed(
      "Model",
      "touched",
      { outputs: { updatedAt: "a", gatewayName: "x" } },
      { outputs: { updatedAt: "b", gatewayName: "x" } },
    ),
    refreshed("Model", "renamed", { outputs: { gatewayName: "x" } }, { outputs: { gatewayName: "y" } }),
    refreshed(
      "ModelProvider",
      "rotated",
      { inputs: sk, outputs: { ...sk, updatedAt: "a" } },
      { inputs: sk, outputs: { ...sk, updatedAt: "b" } },
    ),
  ],
});

test("changes, their side effects, and their requirements match the snapshot", async () => {
  await expectPage("changes.md", rows, (steps) => changesIn(review(...steps)));
});

test.each(all)(
  "an unchanged %s is not a change, and its preview has no risk and no headline",
  (kind, values) => {
    const { changes, risk, findings, needs } = someReview();
    const all = review(same(kind, "x", values));
    expect(all).toMatchObject({ changes, risk, findings, needs });
    expect(headlineOf(all)).toEqual([]);
  },
);

test.each(all)(
  "retained outputs among the inputs of a %s, and hidden properties, are not changes",
  (kind, values) => {
    const [output = "id"] = kinds.find(({ name }) => name === kind)?.outputFields.keys() ?? [];
    const retained = { ...values, [output]: "new", __follows: "new" };
    expect(onlyChange(review(updated(kind, "x", values, retained))).fields).toEqual([]);
  },
);

test("a field with words for API values has words for every value that can be declared", () => {
  for (const [place, words] of Object.entries(meanings)) {
    const [name, field = ""] = place.split(".");
    const choices = kinds.find((kind) => kind.name === name)?.fields.get(field)?.choices ?? [];
    expect([place, Object.keys(words)]).toEqual([place, expect.arrayContaining([...choices])]);
    expect(choices.length).toBeGreaterThan(1);
  }
});

test("no change in a review contains the engine's marker for unknown values", () => {
  const workflow = { model: unknown, steps: [{ id: "a", model: unknown }] };
  const found = review(
    config.with({ workflow }).created(),
    site.with({ title: unknown }).created(),
    openai.with({ modelOptions: [unknown], apiKey: unknown, workspaceId: unknown }).created(),
    gpt.with({ workspaceId: unknown, name: unknown }).created(),
  );
  expect(JSON.stringify(found.changes.map(withWords))).not.toContain(unknown);
});

test("a review counts the resources before and after, without those that are only read", () => {
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

test.each<[PreviewStep, object, RegExp]>([
  [tone.deleted(), { isWhole: true, isRefreshed: true }, /^$/],
  [tone.deleted(), { isWhole: false, isRefreshed: true }, /--show-sames/],
  [tone.deleted(), { isWhole: true, isRefreshed: false }, /--refresh/],
  [tone.deleted(), { errors: ["x"] }, /failed/],
  [tone.created(), { isWhole: true, isRefreshed: false }, /^$/],
])("a failed, partial, or unrefreshed preview has the expected caveat: %#", (step, more, said) => {
  const { caveats } = reviewOf({ plan: { ...planOf(step), ...more }, kinds });
  expect(caveats.join("\n")).toMatch(said);
});

const teamId = { workspaceId: "team-id" };
const live = {
  operation: "same",
  urn: "gateway",
  type: "Prompt",
  kind: "Prompt",
  name: "by-hand",
  before: { id: "p-1", inputs: teamId, outputs: {}, from: {} },
  replaceReasons: [],
  isUndeclared: true,
} as const;

test.each<[string, boolean, RegExp]>([
  [
    "refused",
    false,
    /still contains objects on the gateway: `ada`, `gpt`, `openai`, `by-hand`\. Apply `forceDestroy: true` first, or delete these objects/,
  ],
  ["allowed", true, /^(?!.*still contains)/],
])("a destroy that is %s has the expected note about remaining objects", (_what, forceDestroy, said) => {
  const plan = planOf(
    team.with({ forceDestroy }).deleted(),
    gpt.with(teamId).deleted({ retainOnDelete: true }),
    openai.with(teamId).deleted({ deletedWith: urn("Workspace", "team") }),
    ada.with({ ...teamId, onDestroy: "keep" }).deleted(),
    config.with(teamId).deleted(),
    cap.with(teamId).deleted(),
    site.with({ workspaceId: "other" }).deleted({ retainOnDelete: true }),
  );
  const owner = { id: "m-1", inputs: { ...teamId, role: "OWNER" }, outputs: {}, from: {} };
  const ofOwner = { ...live, urn: "owner", kind: "Member", name: "m-1", before: owner };
  const { changes } = reviewOf({ plan: { ...plan, steps: [...plan.steps, live, ofOwner] }, kinds });
  expect(changes.find(({ kind }) => kind === "Workspace")?.notes.join(" ")).toMatch(said);
});
