import { expect, test } from "vitest";
import { prompt } from "../../../provider/kinds/prompt.js";
import { networkError, reply } from "../../client/support/reply.ts";
import { World } from "../support/world.ts";

const tone = { workspaceId: "w-1", name: "tone", content: "Be brief." };
const retryBudget = 30_000;

/** What a create says of a gateway, how long that took, and which paths it asked for. */
async function creation(world: World): Promise<{ said: string; took: number; asked: string[] }> {
  const began = world.io.now();
  const asked: string[] = [];
  const { wire } = world;
  world.wire = (exchange) => {
    asked.push(exchange.path);
    return wire(exchange);
  };
  const said = await world.create(tone).then(() => "", String);
  return { said, took: world.io.now() - began, asked };
}

test.each(["not-sent", "unknown"] as const)(
  "where no answer comes (%s), a create fails once, within the time for tries",
  async (outcome) => {
    const world = new World(prompt, { retryBudget });
    world.wire = async (exchange) => Promise.reject(networkError(exchange, outcome));
    const { said, took, asked } = await creation(world);
    expect(said).toContain("GET /user failed: no answer");
    expect(took).toBeLessThanOrEqual(retryBudget);
    expect(new Set(asked)).toEqual(new Set(["/user"]));
  },
);

test.each([401, 403, 404, 500])(
  "an account that the gateway does not tell (%i) is not known, and the object is made",
  async (status) => {
    const world = new World(prompt, { retryBudget });
    world.wire = async (exchange) =>
      exchange.path === "/user" ? reply(status) : world.gateway.send(exchange);
    expect(await creation(world)).toMatchObject({ said: "" });
    expect(world.gateway.rows("prompts")).toHaveLength(1);
  },
);

test("a change that is done is recorded, even if the account cannot be asked for afterwards", async () => {
  const world = new World(prompt, { retryBudget });
  const { id, outs } = await world.create(tone);
  world.wire = async (exchange) =>
    exchange.path === "/user"
      ? Promise.reject(networkError(exchange, "unknown"))
      : world.gateway.send(exchange);
  const changed = await world.update(id, outs, { ...tone, content: "Be long." });
  expect(changed).toMatchObject({ content: "Be long." });
  expect(changed).not.toHaveProperty("__account");
});
