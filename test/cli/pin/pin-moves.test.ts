import { expect, test } from "vitest";
import { resourceTitle } from "../../../cli/pin/format.js";
import { isDone, movesSince } from "../../../cli/pin/moves.js";
import type { Subject } from "../../../cli/pin/subject.js";
import type { Step } from "../../../cli/review/plan/plan.js";
import type { Values } from "../../../provider/spec/values.js";
import { unknown } from "../review/facts/support/preview.ts";
import { pin, plan, snapshot, step, subject } from "./some-subject.ts";

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
if (update === undefined || same === undefined) expect.unreachable();
const kept = (name: string, inputs: Values) => step("same", "Mapping", name, { before: snapshot(inputs) });
const left = step("other", "Model", "gpt", { before: snapshot(model, {}, "old") });
const other = step("same", "Mapping", ".*", {
  urn: "Mapping m9",
  before: snapshot({ sourceName: ".*" }, {}, "m9"),
  isUndeclared: true,
});
const creating = (targetModel: Values[string]) =>
  subject([step("create", "Mapping", "m", { after: snapshot({ ...mapping, targetModel }) })]);
const showing = (priority: number) => subject(steps({ outputs: { __shown: { priority } } }));
const keyed = (key: Values) =>
  subject([step("same", "ModelProvider", "openai", { before: snapshot({ name: "a", ...key }) })]);
const config = { "shop:size": "1", "shop:key": "[secret]" };
const configured = (others: Values, key: string) =>
  subject(steps(), { config: { ...config, ...others }, secrets: { "shop:key": key } });
const [reviewed, around] = [subject(steps()), subject([...steps(), other])];

const planned = (...now: Step[]) => movesSince(pin(reviewed), subject(now));
const since = (before: Subject, now: Subject) => movesSince(pin(before), now);

const rows: Readonly<Record<string, readonly string[]>> = {
  "another order of steps": planned(...steps().reverse()),
  "times of writes and hidden bookkeeping": planned(
    ...steps({ outputs: { updatedAt: "later", __account: "other" } }),
  ),
  "an output that is retained among the inputs": planned(
    ...steps({ planned: { gatewayName: "openai/gpt" } }),
  ),
  "a console change of the property that is updated": planned(...steps({ model: { displayName: "GPT 5" } })),
  "a console change of an object that stays, and the update that repairs it": planned(update, {
    ...same,
    operation: "update",
    before: snapshot({ ...mapping, targetModel: "openai/other" }),
  }),
  "an object that is gone, and its creation": planned(
    update,
    step("create", "Mapping", "default", { after: snapshot(mapping) }),
  ),
  "properties that come and go": planned(
    { ...update, before: snapshot({ name: "gpt", displayName: "GPT", contextWindow: 1000 }) },
    same,
  ),
  "an object that came to the stack": planned(update, same, kept("new", mapping)),
  "a program that plans more": planned(update, { ...kept("default", mapping), operation: "delete" }),
  "a program that plans less": planned({ ...update, operation: "same", after: snapshot(model) }, same),
  "a program that plans another operation": planned({ ...update, operation: "replace" }, same),
  "a program that plans another value": planned(...steps({ planned: { displayName: "Newer" } })),
  "a long value with signs that control a terminal": planned(
    ...steps({ model: { displayName: `\u001b[31m${"x".repeat(500)}\n` } }),
  ),
  "what an interrupted replacement left behind, after what took its place": since(
    subject([left, ...steps()]),
    subject([...steps(), left]),
  ),
  "what an interrupted replacement left behind is gone": since(subject([left, ...steps()]), reviewed),
  "what took the place of what is left behind was changed": since(
    subject([left, ...steps()]),
    subject([...steps({ model: { inputCost: 3 } }), left]),
  ),
  "a console change of what the program leaves to the gateway": since(showing(1), showing(0)),
  "what nobody declares is made": since(reviewed, around),
  "what nobody declares is gone": since(around, reviewed),
  "another plan sees what nobody declares": since(
    reviewed,
    subject([...steps({ planned: { displayName: "Newer" } }), other]),
  ),
  "what could not be read is read": since({ ...around, unread: ["The prompts could not be read"] }, reviewed),
  "the order of keys in a value": since(creating({ a: 1, b: 2 }), creating({ b: 2, a: 1 })),
  "an unknown value that stays": since(creating(unknown), creating(unknown)),
  "an unknown value that is known now": since(creating(unknown), creating("openai/gpt")),
  "the configuration stays": since(configured({}, "a"), configured({}, "a")),
  "a value of the configuration": since(configured({}, "a"), configured({ "shop:size": "2" }, "a")),
  "a secret of the configuration": since(configured({}, "a"), configured({}, "b")),
  "a secret is added": since(keyed({}), keyed({ apiKey: "[secret]" })),
};

test("differences since a review match the snapshot", async () => {
  const pages = Object.entries(rows).map(([what, lines]) => [`## ${what}\n`, ...lines, ""].join("\n"));
  await expect(pages.join("\n")).toMatchFileSnapshot("./pin-moves.txt");
});

test("a resource title is its kind and logical name, even under a parent", () => {
  const type = "my:Team$pulumi-nodejs:dynamic/workspace-gateway:Model";
  expect(resourceTitle(`urn:pulumi:prod::shop::${type}::a::b`)).toBe("Model a::b");
});

test("a review is done if nothing is planned and every object is as planned", () => {
  const gone = step("delete", "Prompt", "old", { before: snapshot({ name: "old" }) });
  const fresh = step("create", "Prompt", "new", { after: snapshot({ name: "new", workspaceId: unknown }) });
  const reviewed = pin(subject([...steps(), gone, fresh]));
  const after = { ...model, displayName: "New" };
  const done = step("same", "Model", "gpt", { before: snapshot(after), after: snapshot(after) });
  const made = step("same", "Prompt", "new", { before: snapshot({ name: "new", workspaceId: "w" }) });
  const now = [done, made, ...steps().slice(1)];
  const beside = pin(subject([left, ...steps()]));
  expect([isDone(beside, plan([done])), isDone(beside, plan([done, left]))]).toEqual([true, false]);
  expect(isDone(reviewed, plan(now))).toBe(true);
  expect(isDone(reviewed, plan(now.slice(1)))).toBe(false);
  expect(isDone(reviewed, plan(now.filter((each) => each !== made)))).toBe(false);
  const old = step("same", "Prompt", "old", { before: snapshot({ name: "old" }) });
  expect(isDone(reviewed, plan([...now, old]))).toBe(false);
  expect(isDone(reviewed, plan([...now, ...steps()]))).toBe(false);
  const reverted = step("same", "Model", "gpt", { before: snapshot(model), after: snapshot(model) });
  expect(isDone(reviewed, plan([reverted, made]))).toBe(false);
});
