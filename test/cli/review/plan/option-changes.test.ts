import { expect, test } from "vitest";
import { readPlan } from "../../../../cli/review/plan/read-plan.js";
import { kinds } from "../../../../provider/every-kind.js";
import { inputs, planOf, previewOf, type State, same, step, updated, urn } from "../facts/support/preview.ts";

const { Model, Mapping, Prompt } = inputs;

/** What is said of a prompt that stays as it is, with these options before and after. */
function saidOf(before: Partial<State>, after: Partial<State>, op = "same"): string[] {
  const states = { oldState: { inputs: Prompt, ...before }, newState: { inputs: Prompt, ...after } };
  return planOf(step(op, "Prompt", "tone", states)).optionChanges.map(({ words }) => words);
}

test.each<[Partial<State>, Partial<State>, string]>([
  [{}, { protect: true }, "is protected from now on: no run deletes it"],
  [{ protect: true }, { protect: false }, "is no longer protected"],
  [{}, { retainOnDelete: true }, "stays on the gateway from now on when its resource is deleted"],
  [{ retainOnDelete: true }, {}, "no longer stays on the gateway when its resource is deleted"],
  [{ urn: urn("Prompt", "voice") }, {}, "was called `voice` until now"],
  [{ urn: urn("Prompt", "tone").replace("Prompt", "Old") }, {}, expect.stringContaining("is made as `")],
  [
    { urn: urn("Prompt", "tone").replace("pulumi-nodejs", "acme:Team$pulumi-nodejs") },
    {},
    "is a part of another component from now on",
  ],
  [{}, { parent: urn("Workspace", "team") }, "is a part of `team`"],
  [{}, { aliases: [urn("Prompt", "old")] }, "is also known as `old`"],
  [{ aliases: [urn("Prompt", "old")] }, {}, "is also known as nothing"],
  [{}, { dependencies: [urn("Model", "b"), urn("Model", "a")] }, "depends on `a`, `b`"],
  [{ dependencies: [] }, { dependencies: [urn("Model", "gpt")] }, "depends on `gpt`"],
  [{}, { deletedWith: urn("Workspace", "team") }, "goes away with `team`"],
  [{}, { ignoreChanges: ["content"] }, "ignores what the program changes of `content`"],
  [{}, { replaceOnChanges: ["name"] }, "is replaced by a change of `name`"],
  [{}, { additionalSecretOutputs: ["content"] }, "keeps as further secrets `content`"],
  [{}, { customTimeouts: { create: 5 } }, "has other time limits"],
])("an option that alone differs is said: %j → %j", (before, after, words) => {
  expect(saidOf(before, after)).toEqual([words]);
});

test.each<[Partial<State>, Partial<State>]>([
  [{ protect: false, retainOnDelete: false }, {}],
  [
    { dependencies: [urn("Model", "a"), urn("Model", "b")] },
    { dependencies: [urn("Model", "b"), urn("Model", "a")] },
  ],
  [{ customTimeouts: {} }, {}],
  [
    { provider: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::default::one" },
    { provider: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::default::two" },
  ],
])("what means the same is no change of an option: %j and %j", (before, after) => {
  expect(saidOf(before, after)).toEqual([]);
});

test("whoever refers to a resource that has another name now is not told, too", () => {
  const plan = planOf(
    step("same", "Model", "gpt-5", {
      oldState: { inputs: Model, urn: urn("Model", "gpt") },
      newState: { inputs: Model, aliases: [urn("Model", "gpt")] },
    }),
    step("same", "Mapping", "default", {
      oldState: { inputs: Mapping, dependencies: [urn("Model", "gpt")] },
      newState: { inputs: Mapping, dependencies: [urn("Model", "gpt-5")] },
    }),
  );
  expect(plan.optionChanges).toEqual([
    { urn: urn("Model", "gpt-5"), name: "gpt-5", kind: "Model", words: "was called `gpt` until now" },
  ]);
});

test("an update tells its options, and not that its values refer to something else", () => {
  const depends = { dependencies: [urn("Model", "gpt")] };
  expect(saidOf({ protect: true }, depends, "update")).toEqual(["is no longer protected"]);
});

test("what is created, replaced, deleted or refreshed has no changed options", () => {
  const states = { oldState: { inputs: Prompt }, newState: { inputs: Prompt, protect: true } };
  const ops = ["create", "replace", "delete", "refresh", "read"];
  expect(planOf(...ops.map((op) => step(op, "Prompt", op, states))).optionChanges).toEqual([]);
});

test("exports are in pulumi's own plan alone, also of an `up` that deletes something, and their values are not told", () => {
  const stack = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";
  const outputDiff = { adds: { link: "SEKRET" }, updates: { name: "SEKRET" }, deletes: ["old"] };
  const other = { goal: { outputDiff: { adds: { id: "x" } } } };
  const deleted = { [urn("Prompt", "old")]: { steps: ["delete"] } };
  const saved = {
    resourcePlans: { ...deleted, [stack]: { goal: { outputDiff } }, [urn("Model", "gpt")]: other },
  };
  const preview = previewOf(updated("Prompt", "tone", Prompt, Prompt), same("Model", "gpt", Model));
  const { optionChanges } = readPlan(preview, kinds, JSON.stringify(saved));
  expect(optionChanges).toEqual(
    ["exports `link` from now on", "exports another `name`", "no longer exports `old`"].map((words) => ({
      urn: stack,
      name: "shop-dev",
      kind: "Stack",
      words,
    })),
  );
  expect(readPlan(preview, kinds, "damaged").optionChanges).toEqual([]);
});
