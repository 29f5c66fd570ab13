import { expect, test } from "vitest";
import { config } from "../../../provider/kinds/config.js";
import { model } from "../../../provider/kinds/model.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { adviseOnAltered, describeAltered, readBack } from "../../../provider/lifecycle/write.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Json, JsonObject } from "../../../provider/text/json.js";
import { reply } from "../../client/support/reply.ts";
import { declared } from "../support/openai.ts";
import { answering, World } from "../support/process.ts";

const tone = { workspaceId: "w-1", name: "tone", content: "Be brief.", isGlobal: true, modelId: "m-1" };
const { isGlobal: _isGlobal, ...toneAlone } = tone;
const keyless = { ...declared, modelOptions: ["a"] };
const openai = { ...keyless, apiKey: "sk-1" };

const put = { workspace_id: "w-1", name: "tone", content: "Be brief.", model_id: "m-1" };

/** Creates a resource that is then edited in the console, and updates it. */
async function updated(kind: Kind, before: Values, after: Values, edited: object = {}) {
  const world = new World(kind);
  const { id, outs } = await world.create(before);
  const [row = {}] = [...world.gateway.collections.values()].flat().filter((live) => live.id === id);
  Object.assign(row, edited);
  world.gateway.requests.length = 0;
  const state = await world.update(id, outs, after);
  return { sent: world.writes.map(({ method, body }) => ({ method, body })), state };
}

test.each<[string, Kind, before: Values, after: Values, sent: object, edited?: object]>([
  [
    "what is no longer declared, and cannot be null, is left out of a PUT of all else that is there",
    prompt,
    tone,
    { ...toneAlone, content: "Be clear." },
    { method: "PUT", body: { ...put, content: "Be clear.", position: 3 } },
    { position: 3, user_id: "u-1" },
  ],
  [
    "a PUT sends no null for what the gateway does not take null for",
    prompt,
    tone,
    toneAlone,
    { method: "PUT", body: { ...put, environment: null } },
    { position: null, type: null, environment: null },
  ],
  [
    "a PUT is not sent where it would wipe a write-only value that nobody knows",
    modelProvider,
    keyless,
    { ...declared, priority: 2 },
    { method: "PATCH", body: { workspace_id: "w-1", priority: 2 } },
  ],
])("update: %s", async (_law, kind, before, after, expected, edited) => {
  const { sent, state } = await updated(kind, before, after, edited);
  expect(sent).toEqual([expected]);
  for (const name of Object.keys(before)) expect(state[name], name).toEqual(after[name]);
});

test.each([
  ["the write-only value from state", { ...declared, apiKey: "sk-1" }],
  ["it too if it ceases to be declared at the same time", declared],
])("a PUT repeats %s", async (_what, after) => {
  const { sent } = await updated(modelProvider, openai, after);
  expect(sent).toMatchObject([{ method: "PUT", body: { api_key: "sk-1" } }]);
});

/** A gateway that answers reads of single prompts with 404, and an update that takes `isGlobal` out of the program. */
async function updatedUnread(change: (world: World, id: string) => void) {
  const world = new World(prompt);
  const { id, outs } = await world.create(tone);
  world.wire = async (exchange) =>
    exchange.method === "GET" && exchange.path.startsWith("/prompts/")
      ? reply(404)
      : world.gateway.send(exchange);
  change(world, id);
  world.gateway.requests.length = 0;
  const done = world.update(id, outs, toneAlone);
  return { done, writes: () => world.writes.map(({ method, body }) => ({ method, body })) };
}

test("a PUT is built from the list row if reading the object by id returns 404", async () => {
  const { done, writes } = await updatedUnread((world, id) => {
    world.gateway.put("prompts", { id: "other", workspace_id: "w-1", name: "other", position: 8 });
    Object.assign(world.gateway.rows("prompts").find((row) => row.id === id) ?? {}, { position: 3 });
  });
  await done;
  expect(writes()).toEqual([{ method: "PUT", body: { ...put, position: 3 } }]);
});

test("a PUT is not sent if the object no longer exists, and the error says what to do", async () => {
  const { done, writes } = await updatedUnread((world) => world.gateway.collections.set("prompts", []));
  await expect(done).rejects.toThrow(/no longer exists on the gateway\. Run `pulumi refresh`/);
  expect(writes()).toEqual([]);
});

test("an update of an unfinished object sends all declared properties except replacing ones", async () => {
  const world = new World(model);
  const gpt = { workspaceId: "w-1", providerId: "p-1", name: "gpt", displayName: "GPT", type: "chat" };
  const inputs = { ...gpt, inputCost: 1, outputCost: 2, contextWindow: 8 };
  const { id, outs } = await world.create(inputs);
  await world.update(id, { ...outs, __unfinished: true }, inputs);
  expect(world.writes.at(-1)).toMatchObject({ method: "PATCH" });
  expect(world.writes.at(-1)?.body).toEqual({
    ...{ workspace_id: "w-1", name: "gpt", display_name: "GPT", type: "chat" },
    ...{ input_cost: 1, output_cost: 2, context_window: 8 },
  });
});

test("an update of an object that is gone fails with the 404 and suggests `pulumi refresh`", async () => {
  const world = new World(prompt);
  const { id, outs } = await world.create(tone);
  world.gateway.rows("prompts").length = 0;
  await expect(world.update(id, outs, { ...tone, content: "x" })).rejects.toThrow(/404.*pulumi refresh/);
});

test("an update is sent again if its response is lost", async () => {
  const world = new World(prompt);
  const { id, outs } = await world.create(tone);
  world.gateway.faults = ["reset after"];
  expect(await world.update(id, outs, { ...tone, content: "x" })).toMatchObject({ content: "x" });
});

const state = { workspaceId: "w-1", name: "tone", content: "old" };
const rowOf = (content: string): JsonObject => ({
  ...{ id: "p-1", workspace_id: "w-1", name: "tone", content },
  ...{ created_at: "2026", updated_at: "2026" },
});

/** What a run finds after it has sent `new `, when the write answers so and then single reads do. */
function readAfter(
  answer: JsonObject,
  reads: readonly JsonObject[],
  { patched = reply(200, {}), onAlteredValue = "fail" as "fail" | "warn", sent = { content: "new " } } = {},
) {
  const its = answering(
    {
      "PATCH /prompts/p-1": patched,
      "GET /prompts": reply(200, []),
      "GET /prompts/p-1": reads.map((row) => reply(200, row)),
    },
    { onAlteredValue },
  );
  const context = its.process.context(prompt, state);
  its.process.registry.touch(context.collection, "p-1");
  its.process.client.lists.write(context.collection);
  return { ...its, found: readBack(context, "p-1", answer, sent, state) };
}

test.each<[string, answer: JsonObject, reads: JsonObject[], shown: JsonObject]>([
  ["an answer that holds everything is not read back", rowOf("new "), [], rowOf("new ")],
  ["a stale read-back is read again", {}, [rowOf("old"), rowOf("old"), rowOf("new ")], rowOf("new ")],
  ["a value that the gateway tidied is no stale read", {}, [rowOf("new")], rowOf("new")],
])("%s", async (_law, answer, reads, shown) => {
  const { wire, found } = readAfter(answer, reads);
  expect(await found).toEqual(shown);
  expect(wire.calls).toHaveLength(reads.length);
});

test.each([
  ["an empty answer", {}, rowOf("old")],
  ["an answer with the value from before", rowOf("old"), rowOf("old")],
  ["an answer with a value that nobody sent", rowOf("ne"), rowOf("ne")],
])(
  "a value that the gateway still shows differently is sent once more and read again: %s",
  async (_what, answer, read) => {
    const { found, wire } = readAfter(answer, [read]);
    expect(await found).toEqual(read);
    const patches = wire.sent.filter(({ method }) => method === "PATCH");
    expect(patches.map(({ body }) => body)).toEqual([{ workspace_id: "w-1", content: "new " }]);
  },
);

test("the response to the second request is trusted if it contains the sent value", async () => {
  const { found } = readAfter({}, [rowOf("old")], { patched: reply(200, rowOf("new")) });
  expect(await found).toEqual(rowOf("new"));
});

test("a refused second request fails with property and reason, or warns if configured", async () => {
  const patched = reply(400, { error: { message: "too long" } });
  const told = /p-1.*stored a value for content that differs from the one sent.*too long/;
  const elsewhere = { content: "new ", workspaceId: "w-2" };
  await expect(readAfter({}, [rowOf("ne")], { patched, sent: elsewhere }).found).rejects.toThrow(told);
  const { io, found } = readAfter({}, [rowOf("ne")], { patched, onAlteredValue: "warn" });
  expect(await found).toEqual(rowOf("ne"));
  expect(io.warnings).toEqual([expect.stringMatching(told)]);
  const vanished = readAfter({}, [rowOf("ne")], { patched: reply(404), onAlteredValue: "warn" });
  await expect(vanished.found).rejects.toThrow("no longer exists on the gateway");
});

test("an object that cannot be found after a write is an error with its id", async () => {
  await expect(readAfter({}, []).found).rejects.toThrow("p-1");
});

test("a tidied form of the sent value is accepted even if it equals the old value", async () => {
  const row = rowOf("old");
  expect(await readAfter(row, [row], { sent: { content: "old " } }).found).toEqual(row);
});

const sentText = "a string of 9 characters was sent, but";
const differsIn = "the stored value differs in";

test.each<[kind: Kind, name: string, sent: Json, stored: Json, said: string]>([
  [model, "apiName", "sk-canary", "sk-can", `${sentText} truncated to 6 characters`],
  [model, "apiName", "sk-canary", "SK-Canary", `${sentText} stored in a different letter case`],
  [prompt, "content", "s\n\ncanary", "s canary", `${sentText} stored with different white space`],
  [
    model,
    "apiName",
    "sk-canary",
    "sk-Can",
    `${sentText} the stored string of 6 characters differs from character 4 onward`,
  ],
  [model, "apiName", "sk-canary", null, `${sentText} null was stored`],
  [prompt, "environment", null, "PRODUCTION", 'null was sent, but "PRODUCTION" was stored'],
  [prompt, "environment", "STAGING", "TEST", '"STAGING" was sent, but a string of 4 characters was stored'],
  [model, "inputCost", 2.5, 2, "2.5 was sent, but 2 was stored"],
  [config, "workflow", {}, "sk-canary", "an object was sent, but a string of 9 characters was stored"],
  [config, "workflow", { a: { b: [1, 2] } }, { a: { b: [1, 3] }, more: 1 }, `${differsIn} workflow.a.b[1]`],
  [config, "workflow", { a: { b: 1 }, c: [1] }, { a: [1], c: 1 }, `${differsIn} workflow.a, workflow.c`],
  [
    config,
    "workflow",
    { a: 1, b: 2, c: 3, d: 4, e: 5 },
    { e: 5 },
    `${differsIn} workflow.a, workflow.b, workflow.c, 1 more`,
  ],
  [modelProvider, "modelOptions", ["a", "b"], ["a"], `${differsIn} modelOptions`],
])("%# %s: %j stored as %j is described without revealing free text", (kind, name, sent, stored, said) => {
  const field = kind.fields.get(name) ?? expect.unreachable(name);
  const words = describeAltered([field], { [name]: sent }, { [field.readFrom]: stored });
  expect(words).toBe(`the gateway stored values that differ from the ones sent. ${name}: ${said}.`);
});

test.each<[string, Kind, string, string]>([
  ["that may be left out", prompt, "environment", "Leave out environment, because no program can declare"],
  ["that is required", modelProvider, "compatibility", "Contact the operators of the gateway, because no"],
])("the advice suggests no undeclarable value for a property %s", (_which, kind, name, said) => {
  const context = answering({}).process.context(kind, {});
  const field = kind.fields.get(name) ?? expect.unreachable(name);
  expect(adviseOnAltered(context, [field], { [field.readFrom]: "LEGACY" })).toContain(said);
});
