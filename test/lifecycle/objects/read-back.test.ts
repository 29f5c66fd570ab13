import { expect, test } from "vitest";
import { prompt } from "../../../provider/kinds/prompt.js";
import { readBack } from "../../../provider/lifecycle/objects/read-back.js";
import { echoHash } from "../../../provider/spec/compare.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";
import { Wire } from "../support/wire.ts";

const state = { workspaceId: "w-1", name: "tone", content: "old" };
const times = { created_at: "2026", updated_at: "2026" };
const rowOf = (content: string): JsonObject => ({
  ...{ id: "p-1", workspace_id: "w-1", name: "tone", content },
  ...times,
});
const sent = { content: "new " };

/** What a run knows of an object that it has just written, when single reads answer in turn as given. */
function afterWrite(...reads: JsonObject[]) {
  const wire = new Wire({
    "GET /prompts": reply(200, []),
    "GET /prompts/p-1": reads.map((row) => reply(200, row)),
  });
  const process = new Process(wire.send, new VirtualIo());
  const target = process.target(prompt, state);
  process.ledger.touch(target.collection, "p-1");
  process.client.lists.write(target.collection);
  return { wire, target };
}

test.each<[string, answer: JsonObject, reads: JsonObject[], shown: JsonObject]>([
  ["an answer that holds everything is not read back", rowOf("new "), [], rowOf("new ")],
  [
    "a read-back that still shows the value from before is stale, and read again",
    {},
    [rowOf("old"), rowOf("old"), rowOf("new ")],
    rowOf("new "),
  ],
  ["a value that the gateway tidied is no stale read", {}, [rowOf("new")], rowOf("new")],
])("%s", async (_law, answer, reads, shown) => {
  const { wire, target } = afterWrite(...reads);
  expect(await readBack(target, "p-1", answer, sent, state)).toEqual(shown);
  expect(wire.calls).toHaveLength(reads.length);
});

test.each([
  ["an empty answer", {}],
  ["an answer with the value from before", rowOf("old")],
])(
  "a gateway that goes on showing the value from before has not taken the new one: %s",
  async (_what, answer) => {
    const { target } = afterWrite(rowOf("old"));
    const completing = readBack(target, "p-1", answer, sent, state);
    await expect(completing).rejects.toThrow(/p-1.*old value of content/);
    await expect(completing).rejects.toMatchObject({ shown: { content: "old" } });
  },
);

test("the value from before is known by its echo, too", async () => {
  const { target } = afterWrite(rowOf("old tidied"));
  const prior = { ...state, __echo: { content: echoHash({}, "old tidied") } };
  await expect(readBack(target, "p-1", {}, sent, prior)).rejects.toThrow("old value of content");
});

test.each([
  ["old", "old  "],
  [0.1235, 0.12347],
])("a value that is tidied to the one from before is no old value: %s", async (before, wanted) => {
  const field = typeof before === "string" ? "content" : "position";
  const row = { ...rowOf("x"), position: 0, [field]: before };
  const { target } = afterWrite(row);
  const prior = { ...state, [field]: before };
  expect(await readBack(target, "p-1", row, { [field]: wanted }, prior)).toEqual(row);
});

test("what was written and then nobody finds is an error with its id", async () => {
  const { target } = afterWrite();
  await expect(readBack(target, "p-1", {}, sent, state)).rejects.toThrow("p-1");
});

test("a value that is sent once more as it was proves nothing by being what it was", async () => {
  const row = rowOf("old tidied");
  const { target } = afterWrite(row);
  const prior = { ...state, __echo: { content: echoHash({}, "old tidied") } };
  expect(await readBack(target, "p-1", row, { content: "old" }, prior)).toEqual(row);
});
