import { expect, test } from "vitest";
import { model } from "../../../provider/kinds/model.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { reply } from "../../client/support/reply.ts";
import { declared } from "../support/openai.ts";
import { World } from "../support/world.ts";

const tone = { workspaceId: "w-1", name: "tone", content: "Be brief.", isGlobal: true, modelId: "m-1" };
const openai = { ...declared, modelOptions: ["a"], apiKey: "sk-1" };

/** Creates a resource, and returns what an update of it sends. */
async function updated(kind: Kind, before: Values, after: Values, edited: object = {}) {
  const world = new World(kind);
  const { id, outs } = await world.create(before);
  const [row = {}] = [...world.gateway.collections.values()].flat().filter((live) => live.id === id);
  Object.assign(row, edited);
  world.gateway.requests.length = 0;
  const state = await world.update(id, outs, after);
  return {
    sent: world.writes.map(({ method, body }) => ({ method, body })),
    state,
  };
}

const without = (values: Values, ...names: string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
const keyless = without(openai, "apiKey");

test.each<[string, Kind, before: Values, after: Values, sent: object[], edited?: object]>([
  [
    "what is no longer declared, and cannot be null, is left out of a PUT of all else that is there",
    prompt,
    tone,
    { ...without(tone, "isGlobal"), content: "Be clear." },
    [
      {
        method: "PUT",
        body: { workspace_id: "w-1", name: "tone", content: "Be clear.", model_id: "m-1", position: 3 },
      },
    ],
    { position: 3, user_id: "u-1" },
  ],
  [
    "a PUT is not sent where it would wipe a write-only value that nobody knows",
    modelProvider,
    keyless,
    { ...without(keyless, "modelOptions"), priority: 2 },
    [{ method: "PATCH", body: { workspace_id: "w-1", priority: 2 } }],
  ],
])("of an update, %s", async (_law, kind, before, after, expected, edited) => {
  const { sent, state } = await updated(kind, before, after, edited);
  expect(sent).toEqual(expected);
  for (const name of Object.keys(before)) expect(state[name], name).toEqual(after[name]);
});

test.each([
  ["the write-only value from state", without(openai, "modelOptions")],
  ["it too if it ceases to be declared at the same time", without(keyless, "modelOptions")],
])("a PUT repeats %s", async (_what, after) => {
  const { sent } = await updated(modelProvider, openai, after);
  expect(sent).toMatchObject([{ method: "PUT", body: { api_key: "sk-1" } }]);
});

/** A gateway that answers reads of single prompts with 404, and an update that takes `isGlobal` out of the program. */
async function updatedUnread(change: (world: World, id: string) => void = () => {}) {
  const world = new World(prompt);
  const { id, outs } = await world.create(tone);
  world.wire = async (exchange) =>
    exchange.method === "GET" && exchange.path.startsWith("/prompts/")
      ? reply(404)
      : world.gateway.send(exchange);
  change(world, id);
  world.gateway.requests.length = 0;
  const done = world.update(id, outs, without(tone, "isGlobal"));
  return { done, writes: () => world.writes.map(({ method, body }) => ({ method, body })) };
}

test("where the object is in the list alone, a PUT is made of what the list shows", async () => {
  const { done, writes } = await updatedUnread((world, id) => {
    world.gateway.put("prompts", { id: "other", workspace_id: "w-1", name: "other", position: 8 });
    Object.assign(world.gateway.rows("prompts").find((row) => row.id === id) ?? {}, { position: 3 });
  });
  await done;
  expect(writes()).toEqual([
    {
      method: "PUT",
      body: { workspace_id: "w-1", name: "tone", content: "Be brief.", model_id: "m-1", position: 3 },
    },
  ]);
});

test("where the object is nowhere, nothing is put, and the way on is named", async () => {
  const { done, writes } = await updatedUnread((world) => world.gateway.collections.set("prompts", []));
  await expect(done).rejects.toThrow(/is not on the gateway any more: after `pulumi refresh`/);
  expect(writes()).toEqual([]);
});

test("after an update that did not come to its end everything declared is sent, but for what replaces", async () => {
  const world = new World(model);
  const gpt = { workspaceId: "w-1", providerId: "p-1", name: "gpt", displayName: "GPT", type: "chat" };
  const inputs = { ...gpt, inputCost: 1, outputCost: 2, contextWindow: 8 };
  const { id, outs } = await world.create(inputs);
  await world.update(id, { ...outs, __unfinished: true }, inputs);
  const costs = { input_cost: 1, output_cost: 2, context_window: 8 };
  expect(world.writes.at(-1)).toMatchObject({ method: "PATCH" });
  expect(world.writes.at(-1)?.body).toEqual({
    ...{ workspace_id: "w-1", name: "gpt", display_name: "GPT", type: "chat" },
    ...costs,
  });
});

test("an update of an object that is gone says so, and what to do", async () => {
  const world = new World(prompt);
  const { id, outs } = await world.create(tone);
  world.gateway.rows("prompts").length = 0;
  await expect(world.update(id, outs, { ...tone, content: "x" })).rejects.toThrow(/404.*pulumi refresh/);
});

test("an update whose answer was lost is sent again", async () => {
  const world = new World(prompt);
  const { id, outs } = await world.create(tone);
  world.gateway.faults = ["reset after"];
  expect(await world.update(id, outs, { ...tone, content: "x" })).toMatchObject({ content: "x" });
});
