import { expect, test } from "vitest";
import { prompt } from "../../../provider/kinds/prompt.js";
import { readBack } from "../../../provider/lifecycle/write.js";
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
function afterWrite(
  reads: readonly JsonObject[],
  patched = reply(200, {}),
  onAlteredValue: "fail" | "warn" = "fail",
) {
  const wire = new Wire({
    "PATCH /prompts/p-1": patched,
    "GET /prompts": reply(200, []),
    "GET /prompts/p-1": reads.map((row) => reply(200, row)),
  });
  const io = new VirtualIo();
  const process = new Process(wire.send, io, { onAlteredValue });
  const context = process.context(prompt, state);
  process.registry.touch(context.collection, "p-1");
  process.client.lists.write(context.collection);
  return { io, wire, context };
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
  const { wire, context } = afterWrite(reads);
  expect(await readBack(context, "p-1", answer, sent, state)).toEqual(shown);
  expect(wire.calls).toHaveLength(reads.length);
});

test.each([
  ["an empty answer", {}, rowOf("old")],
  ["an answer with the value from before", rowOf("old"), rowOf("old")],
  ["an answer with a value that nobody sent", rowOf("ne"), rowOf("ne")],
])(
  "what goes on showing another value is sent once more, and read again: %s",
  async (_what, answer, read) => {
    const { context, wire } = afterWrite([read]);
    expect(await readBack(context, "p-1", answer, sent, state)).toEqual(read);
    const patches = wire.sent.filter(({ method }) => method === "PATCH");
    expect(patches.map(({ body }) => body)).toEqual([{ workspace_id: "w-1", content: "new " }]);
  },
);

test("an answer to the second request that has what was sent is believed", async () => {
  const { context } = afterWrite([rowOf("old")], reply(200, rowOf("new")));
  expect(await readBack(context, "p-1", {}, sent, state)).toEqual(rowOf("new"));
});

test("a second request that is refused is an error that names the property and the reason", async () => {
  const { context } = afterWrite([rowOf("ne")], reply(400, { error: { message: "too long" } }));
  const completing = readBack(context, "p-1", {}, { ...sent, workspaceId: "w-2" }, state);
  await expect(completing).rejects.toThrow(
    /p-1.*stored a value for content that differs from the one sent.*too long/,
  );
});

test("a second request that is refused is only a warning, if the settings say so", async () => {
  const refused = reply(400, { error: { message: "too long" } });
  const { io, context } = afterWrite([rowOf("ne")], refused, "warn");
  expect(await readBack(context, "p-1", {}, sent, state)).toEqual(rowOf("ne"));
  expect(io.warnings).toEqual([
    expect.stringMatching(/p-1.*stored a value for content that differs from the one sent.*too long/),
  ]);
  const vanished = afterWrite([rowOf("ne")], reply(404), "warn");
  await expect(readBack(vanished.context, "p-1", {}, sent, state)).rejects.toThrow("not on the gateway");
});

test("what was written and then nobody finds is an error with its id", async () => {
  const { context } = afterWrite([]);
  await expect(readBack(context, "p-1", {}, sent, state)).rejects.toThrow("p-1");
});

test("a value that is sent once more as it was is compared with what was sent", async () => {
  const row = rowOf("old");
  const { context } = afterWrite([row]);
  expect(await readBack(context, "p-1", row, { content: "old " }, state)).toEqual(row);
});
