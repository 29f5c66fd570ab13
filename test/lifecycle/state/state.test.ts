import { expect, test } from "vitest";
import type { Send } from "../../../provider/client/exchange.js";
import { model } from "../../../provider/kinds/model.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { retainedFrom, retainedNames } from "../../../provider/lifecycle/outputs.js";
import {
  allInputs,
  makeState,
  observeState,
  shownAfter,
  shownBy,
} from "../../../provider/lifecycle/state.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { hidden, type Values } from "../../../provider/spec/values.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { secretsOpened } from "../../contract/support/engine/state.ts";
import { note } from "../support/note.ts";
import { declared as openai } from "../support/openai.ts";
import { World } from "../support/process.ts";

function created(kind: Kind, declared: Values, row: JsonObject): Values {
  const sent = new Set(Object.keys(declared));
  return secretsOpened(makeState(kind, { declared, row, sent, prior: {}, marks: {} }));
}

const declared = { workspaceId: "w", name: "n", text: "a ", url: "http://a.test", key: "sk-1" };
const row = { workspace_id: "w", name: "n", text: "a", base_url: "http://a.test/", key: null };

test("an echo is stored as a short hash only if it differs from the declared form", () => {
  const { __echo } = created(note, declared, row);
  expect(__echo).toEqual({ text: expect.stringMatching(/^.{8}$/), url: expect.stringMatching(/^.{8}$/) });
  expect(created(note, { ...declared, text: "a", url: "http://a.test/" }, row)).not.toHaveProperty("__echo");
});

test("drift disappears when the value returns to the declared one", () => {
  const state = created(note, { ...declared, text: "a" }, row);
  const drifted = observeState(note, state, { ...row, text: "b" });
  expect(drifted.inputs.text).toBe("b");
  const back = observeState(note, secretsOpened(drifted.outputs), row);
  expect(secretsOpened(back.inputs)).toEqual({ ...declared, text: "a" });
});

test("drift that returns to the echo shows the current value, not the earlier edit", () => {
  const drifted = observeState(note, created(note, declared, row), { ...row, text: "b" });
  const back = observeState(note, secretsOpened(drifted.outputs), row);
  expect(back.inputs.text).toBe("a");
});

test("an echo survives an update of another field, but not of its own", () => {
  const prior = created(note, declared, row);
  const update = (news: Values, sent: string[], live: JsonObject) =>
    makeState(note, { declared: news, row: live, sent: new Set(sent), prior, marks: {} }).__echo;
  expect(update({ ...declared, name: "m" }, ["name"], { ...row, name: "m" })).toEqual(prior.__echo);
  expect(update({ ...declared, text: "b" }, ["text"], { ...row, text: "b" })).not.toHaveProperty("text");
});

test("a value that an update did not send is not an echo, so its drift still shows", () => {
  const prior = created(note, { ...declared, text: "a" }, row);
  const edited = { ...row, name: "m", text: "edited" };
  const news = { ...declared, text: "a", name: "m" };
  const state = makeState(note, { declared: news, row: edited, sent: new Set(["name"]), prior, marks: {} });
  expect(observeState(note, secretsOpened(state), edited).inputs.text).toBe("edited");
});

test("a write-only value is kept from state, whatever the gateway shows in its place", () => {
  const seen = observeState(note, created(note, declared, row), { ...row, key: "********" });
  expect(secretsOpened(seen.inputs).key).toBe("sk-1");
  expect(seen.drifted).toBe(false);
});

test("an output that changes on its own is never stored, and a create-only output stays in state", () => {
  const first = created(note, declared, { ...row, created_at: "2026", stats: 7, code: "c-1" });
  expect(first).toMatchObject({ createdAt: "2026", code: "c-1" });
  expect(first).not.toHaveProperty("stats");
  const later = secretsOpened(observeState(note, first, { ...row, created_at: "2027", stats: 8 }).outputs);
  expect(later).toMatchObject({ createdAt: "2027", code: "c-1" });
  expect(later).not.toHaveProperty("stats");
});

test("a read keeps the internal state entries except the __get mark", () => {
  const marks = { __provider: "text", __unfinished: true, __account: "a", __get: true };
  const state = { ...created(note, declared, row), ...marks };
  const { __get, ...kept } = state;
  expect(secretsOpened(observeState(note, state, row).outputs)).toEqual(kept);
});

test("a read of an unmanaged object returns every input that the gateway shows", () => {
  expect(allInputs(note, row)).toEqual({ workspaceId: "w", name: "n", text: "a", url: "http://a.test/" });
});

const gpt = {
  ...{ workspaceId: "w-1", providerId: "p-1", name: "gpt", displayName: "GPT", type: "chat" },
  ...{ inputCost: 1, outputCost: 1, contextWindow: 1000 },
};

/** Has a number without end in one field of every row that the gateway sends. */
function endless(send: Send, field: string, value: unknown): Send {
  return async (exchange) => {
    const reply = await send(exchange);
    const text = JSON.stringify(reply.body).replaceAll(/"id":"models-/g, `"${field}":"…","id":"models-`);
    const body: unknown = JSON.parse(text, (key, old: unknown) => (key === field ? value : old));
    return { ...reply, body };
  };
}

test.each([Number.POSITIVE_INFINITY, "1e400"])(
  "a read that returns %o for a field fails and names the field",
  async (value) => {
    const world = new World(model);
    const { id, outs } = await world.create(gpt);
    world.wire = endless(world.gateway.send, "input_cost", value);
    await expect(world.read(id, outs)).rejects.toThrow(
      `a number that is too large to be stored, in input_cost of the object with id "${id}"`,
    );
  },
);

test("a create whose response has an infinite number fails and records an unfinished object", async () => {
  const world = new World(model);
  world.wire = endless(world.gateway.send, "input_cost", Number.POSITIVE_INFINITY);
  const failure: unknown = await world.create(gpt).catch((error: unknown) => error);
  const [{ id } = expect.unreachable("nothing was made")] = world.gateway.rows("models");
  expect(failure).toMatchObject({
    id,
    reasons: [expect.stringContaining("too large to be stored")],
    properties: { name: "gpt", inputCost: 1, __unfinished: true },
  });
});

test.each<[string, Values, Values]>([
  ["the outputs that are named", { a: 1, b: 2, [hidden.retained]: ["a"] }, { [hidden.retained]: { a: 1 } }],
  ["nothing if none is named", { a: 1, [hidden.retained]: [] }, {}],
  ["nothing of a state without the entry", { a: 1 }, {}],
])("a read keeps for the next run %s", (_law, outputs, kept) => {
  expect(retainedFrom(outputs)).toEqual(kept);
});

test.each<[Values, string[] | undefined]>([
  [{ [hidden.retained]: { a: 1, b: 2 } }, ["a", "b"]],
  [{ [hidden.retained]: null }, []],
  [{}, undefined],
])("the retained output names of %j are the keys of its entry", (inputs, names) => {
  expect(retainedNames(inputs)).toEqual(names);
});

const tone = { workspaceId: "w", name: "tone", content: "Be brief." };
const toneRow = {
  ...{ id: "p", workspace_id: "w", name: "tone", content: "Be brief." },
  ...{ enabled: true, position: 3, environment: null },
};

test("undeclared values are shown, except nulls", () => {
  expect(shownBy(prompt, tone, toneRow, {})).toEqual({ enabled: true, position: 3 });
  expect(shownBy(prompt, { ...tone, enabled: true }, toneRow, {})).toEqual({ position: 3 });
});

test("a number that is too large to be stored is omitted", () => {
  expect(shownBy(prompt, tone, { ...toneRow, position: Number.POSITIVE_INFINITY }, {})).toEqual({
    enabled: true,
  });
});

test("a value missing from the row is kept, and a null in the row removes it", () => {
  const prior = { ...tone, [hidden.shown]: { type: "USER", environment: "STAGING" } };
  expect(shownBy(prompt, tone, toneRow, prior)).toEqual({ type: "USER", enabled: true, position: 3 });
  expect(shownBy(prompt, tone, undefined, prior)).toEqual({ type: "USER", environment: "STAGING" });
});

test("shown values are unknown without a row and without an entry in the state", () => {
  expect(shownBy(prompt, tone, undefined, tone)).toBeUndefined();
});

test("shown values after a change include those that cannot be reset, and predict no default", () => {
  const prior = { ...tone, modelId: "m", [hidden.shown]: { enabled: true } };
  expect(shownAfter(prompt, prior, { ...tone, modelId: "m", content: "Be kind." })).toEqual({
    enabled: true,
  });
  expect(shownAfter(prompt, prior, tone)).toEqual({ enabled: true }); // modelId is cleared
  expect(shownAfter(prompt, { ...prior, type: "USER" }, { ...tone, modelId: "m" })).toBeUndefined();
  const left = { modelOptions: ["a"] };
  expect(shownAfter(modelProvider, { ...openai, ...left }, openai)).toEqual(left); // a key that is not known cannot be sent
});
