import { expect, test } from "vitest";
import type { Send } from "../../../provider/client/exchange.js";
import { collectionKey } from "../../../provider/client/lists.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { networkError, reply } from "../../client/support/reply.ts";
import { running } from "../support/process.ts";

const base = { workspaceId: "w-1", name: "tone", content: "Be brief." };
const staging = { ...base, environment: "STAGING" };
const production = { ...base, environment: "PRODUCTION" };
const shown = (environment: string | null, more: JsonObject = {}) => ({
  ...{ workspace_id: "w-1", name: "tone", content: "Be brief.", environment },
  ...more,
});
const collection = collectionKey("/prompts", "w-1");

/** A gateway that takes several prompts of a name, with one for production. */
function world(how: Parameters<typeof running>[0] = {}) {
  const it = running({ uniqueNames: false, ...how });
  const id = String(it.gateway.put("prompts", shown("PRODUCTION")).id);
  /** The engine says that a resource of the program has it, and what it declares. */
  const keep = (declared: JsonObject = production) => {
    it.process.registry.take(collection, id, "kept");
    it.process.registry.planned.declare(prompt, id, declared);
  };
  return { ...it, id, keep, prompts: () => it.gateway.rows("prompts") };
}

test.each([
  ["the engine says so while the create waits", 600, true],
  ["the engine says so too late", 60_000, false],
])("a namesake blocks a create unless another resource keeps it: %s", async (_when, milliseconds, isMade) => {
  const { process, io, keep, prompts, id } = world();
  const begun = process.obtain(prompt, staging).catch((error: unknown) => String(error));
  void io.sleep(milliseconds).then(() => keep());
  const made = await begun;
  expect(prompts()).toHaveLength(isMade ? 2 : 1);
  if (!isMade) expect(made).toContain(`already exists, with id ${id}`);
});

test("a create fails at once if an object of the same name matches the declaration", async () => {
  const { process, io } = world();
  const began = io.now();
  await expect(process.obtain(prompt, production)).rejects.toThrow("already exists");
  expect(io.now() - began).toBeLessThan(250);
});

test("a create fails if another resource with the same declaration keeps the object", async () => {
  const { process, keep, writes } = world();
  keep(staging);
  await expect(process.obtain(prompt, staging)).rejects.toThrow("belongs to another resource");
  expect(writes()).toEqual([]);
});

/** Loses the answer of each create, after its request was carried out or, before that, after `instead`. */
const losing =
  (instead?: () => void) =>
  (send: Send): Send =>
  async (exchange) => {
    if (exchange.method !== "POST") return send(exchange);
    if (instead === undefined) await send(exchange);
    instead?.();
    throw networkError(exchange, "unknown");
  };

test("a lost create does not claim a new object that differs from its declaration", async () => {
  const made = () => void it.gateway.put("prompts", shown("PRODUCTION"));
  const it = running({ uniqueNames: false, wire: losing(made) });
  await expect(it.process.obtain(prompt, staging)).rejects.toThrow(
    "No new object that matches the declaration was found",
  );
});

test("a lost create does not claim a new object that another resource keeps", async () => {
  const made = () => {
    const { id } = it.gateway.put("prompts", shown(null));
    it.process.registry.take(collection, String(id), "kept");
  };
  const it = running({ uniqueNames: false, wire: losing(made) });
  await expect(it.process.obtain(prompt, base)).rejects.toThrow("No new object");
});

test("a lost create does not claim an object that matches another, more specific lost create", async () => {
  let creates = 0;
  const made = () => void (++creates === 2 && it.gateway.put("prompts", shown("STAGING"))); // that of the first, late
  const it = running({ uniqueNames: false, wire: losing(made) });
  const said = await Promise.allSettled([staging, base].map((each) => it.process.obtain(prompt, each)));
  expect(said.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a lost create waits for a delayed list even if it shows another object of the same name", async () => {
  let lists = 0;
  const it = running({
    uniqueNames: false,
    wire: (send) => async (exchange) => {
      const answer = await send(exchange);
      const rows = it.gateway.rows("prompts");
      if (exchange.method === "POST") {
        it.gateway.put("prompts", shown(null, { content: "Of somebody else." }));
        throw networkError(exchange, "unknown");
      }
      const isLate = exchange.path === "/prompts" && ++lists === 2;
      return isLate ? reply(200, { data: rows.slice(1), total: rows.length - 1 }, answer.headers) : answer;
    },
  });
  const { id } = await it.process.obtain(prompt, base);
  expect(id).toBe(it.gateway.rows("prompts")[0]?.id);
});

test("an ambiguous takeover writes nothing and names all candidates with their differences", async () => {
  const { process, gateway, writes, id } = world({ settings: { adopt: "always" } });
  const other = gateway.put("prompts", shown(null, { model_id: "m-1" })).id;
  await expect(process.obtain(prompt, base)).rejects.toThrow(
    `${id} (environment "PRODUCTION", modelId null), ${other} (environment null, modelId "m-1"). The declared values do not identify`,
  );
  expect(writes()).toEqual([]);
});

test("an object that one resource takes over in this run does not block another resource", async () => {
  const { process, prompts, id } = world();
  const adopting = process.obtain(prompt, { ...staging, adopt: true });
  const other = { ...base, content: "Be exact." };
  const [one, two] = await Promise.all([adopting, process.obtain(prompt, other)]);
  expect(one.id).toBe(id);
  expect(prompts().map(({ environment }) => environment)).toEqual(["STAGING", undefined]);
  expect(two.id).toBe(prompts()[1]?.id);
});
