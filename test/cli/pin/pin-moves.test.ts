import { expect, test } from "vitest";
import { resourceTitle } from "../../../cli/pin/format.js";
import { isDone, movesSince } from "../../../cli/pin/moves.js";
import type { Step } from "../../../cli/review/plan/plan.js";
import type { Values } from "../../../provider/spec/values.js";
import { pin, plan, snapshot, step, subject } from "./some-subject.ts";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const model = { name: "gpt", displayName: "GPT", inputCost: 2 };
const mapping = { sourceName: "default", targetModel: "openai/gpt" };

/** Updates the model's displayName; the mapping stays. */
function steps(live: { model?: Values; mapping?: Values; planned?: Values; outputs?: Values } = {}): Step[] {
  return [
    step("update", "Model", "gpt", {
      before: snapshot({ ...model, ...live.model }, live.outputs),
      after: snapshot({ ...model, displayName: "New", ...live.planned }),
    }),
    step("same", "Mapping", "default", {
      before: snapshot({ ...mapping, ...live.mapping }),
      after: snapshot(mapping),
    }),
  ];
}

const [update, same] = steps();
const present = (now: readonly (Step | undefined)[]) => now.filter((each) => each !== undefined);
const moves = (now: readonly (Step | undefined)[]) =>
  movesSince(pin(subject(steps())), subject(present(now)));

test("what an interrupted replacement left behind is pinned beside what took its place", () => {
  const left = step("other", "Model", "gpt", { before: snapshot(model, {}, "old") });
  const reviewed = pin(subject([left, ...steps()]));
  const since = (...now: Step[]) => movesSince(reviewed, subject(now));
  expect([since(left, ...steps()), since(...steps(), left)]).toEqual([[], []]);
  expect(since(...steps())).toEqual(["Model gpt (left behind): is gone from the gateway, or from the stack"]);
  expect(since(...steps({ model: { inputCost: 3 } }), left)).toEqual([
    "Model gpt: inputCost was changed on the gateway: now 3",
  ]);
  const done = step("same", "Model", "gpt", { before: snapshot({ ...model, displayName: "New" }) });
  expect([isDone(reviewed, plan([done])), isDone(reviewed, plan([done, left]))]).toEqual([true, false]);
});

const { inputCost: _, ...cheap } = model;
const stays = (live: Values) =>
  step("same", "Mapping", "default", { before: snapshot(live), after: snapshot(mapping) });
const drifted = { ...stays({ ...mapping, targetModel: "openai/other" }), operation: "update" } as const;

test.each<[string, (Step | undefined)[], ...string[]]>([
  ["nothing, in another order", steps().reverse()],
  ["times of writes and hidden bookkeeping", steps({ outputs: { updatedAt: "later", __account: "other" } })],
  ["an output that is retained among the inputs", steps({ planned: { gatewayName: "openai/gpt" } })],
  [
    "a console change of the very property that is updated",
    steps({ model: { displayName: "GPT 5" } }),
    'Model gpt: displayName was changed on the gateway: now "GPT 5"',
  ],
  [
    "a console change of an object that stays, and the update that repairs it",
    [update, drifted],
    'Mapping default: targetModel was changed on the gateway: now "openai/other"',
  ],
  [
    "an object that is gone, and its creation",
    [update, step("create", "Mapping", "default", { after: snapshot(mapping) })],
    "Mapping default: is gone from the gateway, or from the stack",
  ],
  [
    "properties that come and go",
    [{ ...update, before: snapshot({ ...cheap, contextWindow: 1000 }) } as Step, same],
    "Model gpt: contextWindow was added on the gateway: now 1000",
    "Model gpt: inputCost is no longer set on the gateway",
  ],
  [
    "an object that came to the stack",
    [update, same, step("same", "Mapping", "new", { before: snapshot(mapping) })],
    "Mapping new: came to the stack after the review",
  ],
  [
    "a program that plans more",
    [update, step("delete", "Mapping", "default", { before: snapshot(mapping) })],
    "the program now also deletes Mapping default",
  ],
  [
    "a program that plans less",
    [step("same", "Model", "gpt", { before: snapshot(model), after: snapshot(model) }), same],
    "the program no longer updates Model gpt",
  ],
  [
    "a program that plans another operation",
    [{ ...update, operation: "replace" } as Step, same],
    "the program now replaces Model gpt; reviewed was that it updates it",
  ],
  [
    "a program that plans another value",
    steps({ planned: { displayName: "Newer" } }),
    'the program has another displayName for Model gpt: now "Newer"',
  ],
])("what moved since the review is told once: %s", (_what, now, ...told) => {
  expect(moves(now)).toEqual(told);
});

test("a console change of what the program leaves to the gateway is told, too", () => {
  const shown = (priority: number) => steps({ outputs: { __shown: { priority } } });
  const since = movesSince(pin(subject(shown(1))), subject(shown(0)));
  expect(since).toEqual(["Model gpt: priority was changed on the gateway: now 0"]);
});

test("what nobody declares is told as made or gone, by its name, and not where another plan sees others", () => {
  const other = step("same", "Mapping", ".*", {
    urn: "Mapping m9",
    before: snapshot({ sourceName: ".*" }, {}, "m9"),
    isUndeclared: true,
  });
  const [without, around] = [steps(), [...steps(), other]].map((each) => subject(each));
  if (without === undefined || around === undefined) expect.unreachable();
  expect(movesSince(pin(without), around)).toEqual([
    'Mapping ".*": was made on the gateway after the review',
  ]);
  expect(movesSince(pin(around), without)).toEqual([
    "Mapping m9: is gone from the gateway, or from the stack",
  ]);
  const changed = subject([...steps({ planned: { displayName: "Newer" } }), other]);
  expect(movesSince(pin(without), changed)).toEqual([
    'the program has another displayName for Model gpt: now "Newer"',
  ]);
  const unread = { ...around, unread: ["The prompts could not be read"] };
  expect(movesSince(pin(unread), without)).toEqual([
    "more can be read now than the review has read: The prompts could not be read",
  ]);
});

test("the order of keys in a value is no move, and an unknown value equals itself alone", () => {
  const planned = (targetModel: Values[string]) => [
    step("create", "Mapping", "m", { after: snapshot({ ...mapping, targetModel }) }),
  ];
  const since = (before: Values[string], now: Values[string]) =>
    movesSince(pin(subject(planned(before))), subject(planned(now)));
  expect(since({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
  expect(since(unknown, unknown)).toEqual([]);
  expect(since(unknown, "openai/gpt")).toHaveLength(1);
});

test("a changed configuration is told by its key, a changed secret without one", () => {
  const config = { "shop:size": "1", "shop:key": "[secret]" };
  const before = pin(subject(steps(), { config, secrets: { "shop:key": "a" } }));
  const now = (others: Values, secrets: Values) =>
    movesSince(before, subject(steps(), { config: others, secrets }));
  expect(now(config, { "shop:key": "a" })).toEqual([]);
  const resized = now({ ...config, "shop:size": "2" }, { "shop:key": "a" });
  expect(resized).toEqual(["the configuration: shop:size was changed"]);
  expect(now(config, { "shop:key": "b" })).toEqual(["the configuration: the value of a secret was changed"]);
});

test("values in sentences are one short line without controls, and a secret is never one of them", () => {
  const long = `\u001b[31m${"x".repeat(500)}\n`;
  const [said = ""] = moves(steps({ model: { displayName: long } }));
  expect(said.length).toBeLessThan(170);
  expect(said).not.toContain("\u001b");
  const provider = (apiKey?: string) => [
    step("same", "ModelProvider", "openai", { before: snapshot({ name: "a", ...(apiKey && { apiKey }) }) }),
  ];
  const keyed = movesSince(pin(subject(provider())), subject(provider("[secret]")));
  expect(keyed).toEqual(["ModelProvider openai: apiKey was added on the gateway"]);
});

test("a resource is called by its kind and logical name, also under a parent", () => {
  const type = "my:Team$pulumi-nodejs:dynamic/workspace-gateway:Model";
  expect(resourceTitle(`urn:pulumi:prod::shop::${type}::a::b`)).toBe("Model a::b");
});

test("what was reviewed is done if nothing is planned and all is as it was planned", () => {
  const gone = step("delete", "Prompt", "old", { before: snapshot({ name: "old" }) });
  const fresh = step("create", "Prompt", "new", { after: snapshot({ name: "new", workspaceId: unknown }) });
  const reviewed = pin(subject([...steps(), gone, fresh]));
  const after = { ...model, displayName: "New" };
  const done = step("same", "Model", "gpt", { before: snapshot(after), after: snapshot(after) });
  const made = step("same", "Prompt", "new", { before: snapshot({ name: "new", workspaceId: "w" }) });
  const now = [done, made, ...steps().slice(1)];
  expect(isDone(reviewed, plan(now))).toBe(true);
  expect(isDone(reviewed, plan(now.slice(1)))).toBe(false);
  expect(isDone(reviewed, plan(now.filter((each) => each !== made)))).toBe(false);
  const old = step("same", "Prompt", "old", { before: snapshot({ name: "old" }) });
  expect(isDone(reviewed, plan([...now, old]))).toBe(false);
  expect(isDone(reviewed, plan([...now, ...steps()]))).toBe(false);
  const reverted = step("same", "Model", "gpt", { before: snapshot(model), after: snapshot(model) });
  expect(isDone(reviewed, plan([reverted, made]))).toBe(false);
});
