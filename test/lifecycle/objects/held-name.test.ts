import { expect, test } from "vitest";
import { prompt } from "../../../provider/kinds/prompt.js";
import { createdSource } from "../../../provider/lifecycle/sources.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";
import { Wire } from "../support/wire.ts";

const inputs = { workspaceId: "w-1", name: "tone", content: "Be brief." };
const taken = reply(409, { message: "name is taken" });
const listed = (...ids: string[]) =>
  reply(200, { data: ids.map((id) => ({ id, name: "tone" })), total: ids.length });

/** A run that has deleted `p-1`, and then makes another object of its name, or gives the name to one. */
async function afterDelete(answers: ConstructorParameters<typeof Wire>[0], how: "create" | "rename") {
  const wire = new Wire({ "DELETE /prompts/p-1": reply(204), ...answers });
  const io = new VirtualIo();
  const process = new Process(wire.send, io);
  await process.release(prompt, "p-1", inputs);
  const context = process.context(prompt, inputs);
  const change = {
    set: { name: "tone" },
    reset: [],
    removed: [],
    olds: { ...inputs, name: "old" },
    news: inputs,
  };
  const work =
    how === "create" ? process.obtain(prompt, inputs) : createdSource.update(context, "p-2", change);
  return { wire, io, work };
}

const made = reply(200, { data: { id: "p-2", ...inputs } });

test.each([
  ["create", "POST /prompts"],
  ["rename", "PATCH /prompts/p-2"],
] as const)("a %s waits until the name of an object that this run has deleted is free", async (how, call) => {
  // A list that lags may still show it.
  const answers = { [call]: [taken, taken, made], "GET /prompts": [listed("p-1"), listed("p-1"), listed()] };
  const { wire, io, work } = await afterDelete(answers, how);
  await work;
  expect(wire.calls.filter((each) => each === call)).toHaveLength(3);
  expect(io.progressed).toContain("waiting until the name of the deleted object is free");
});

test("a create does not wait for a name that another object has taken since", async () => {
  const answers = { "POST /prompts": taken, "GET /prompts": [listed(), listed("p-9")] };
  const { wire, work } = await afterDelete(answers, "create");
  await expect(work).rejects.toThrow("exists already, with id p-9");
  expect(wire.calls.filter((call) => call === "POST /prompts")).toHaveLength(1);
});

test("a run that is cancelled stops waiting for a name", async () => {
  const { wire, io, work } = await afterDelete(
    { "POST /prompts": taken, "GET /prompts": listed() },
    "create",
  );
  io.cancel();
  await expect(work).rejects.toThrow("the gateway has not released its name");
  expect(wire.calls.filter((call) => call === "POST /prompts")).toHaveLength(1);
});
