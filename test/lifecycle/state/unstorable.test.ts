import { expect, test } from "vitest";
import type { Send } from "../../../provider/client/exchange.js";
import { model } from "../../../provider/kinds/model.js";
import { envelopeKey } from "../../../provider/spec/values.js";
import { World } from "../support/world.ts";

const declared = {
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

test.each([Number.POSITIVE_INFINITY, { of: [Number.NEGATIVE_INFINITY] }])(
  "%o in a field that nobody reads harms nobody",
  async (value) => {
    const world = new World(model);
    world.wire = endless(world.gateway.send, "popularity", value);
    const { id, outs } = await world.create(declared);
    expect(await world.read(id, outs)).toMatchObject({ id, outs: declared });
    expect(await world.update(id, outs, { ...declared, inputCost: 2 })).toMatchObject({ inputCost: 2 });
  },
);

test.each([Number.POSITIVE_INFINITY, "1e400"])(
  "%o in a field of the state is refused by name, and changes nothing in it",
  async (value) => {
    const world = new World(model);
    const { id, outs } = await world.create(declared);
    world.wire = endless(world.gateway.send, "input_cost", value);
    await expect(world.read(id, outs)).rejects.toThrow(
      `a number that is too large to be stored, in input_cost of the object with id "${id}"`,
    );
  },
);

test.each([Number.POSITIVE_INFINITY, { [envelopeKey]: "x" }])(
  "%o in a field that nobody declares harms nobody",
  async (value) => {
    const world = new World(model);
    const { id, outs } = await world.create(declared);
    world.wire = endless(world.gateway.send, "api_name", value);
    expect(await world.read(id, outs)).toMatchObject({ id, outs: declared });
  },
);

test("an object that is answered with a number without end is recorded, and the next run finishes it", async () => {
  const world = new World(model);
  world.wire = endless(world.gateway.send, "input_cost", Number.POSITIVE_INFINITY);
  const failure: unknown = await world.create(declared).catch((error: unknown) => error);
  const [{ id } = expect.unreachable("nothing was made")] = world.gateway.rows("models");
  expect(failure).toMatchObject({
    id,
    reasons: [expect.stringContaining("too large to be stored")],
    properties: { name: "gpt", inputCost: 1, __unfinished: true },
  });
});
