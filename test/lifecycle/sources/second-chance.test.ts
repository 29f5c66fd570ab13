import { expect, test } from "vitest";
import { prompt } from "../../../provider/kinds/prompt.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { FakeGateway } from "../support/fake-gateway.ts";
import { Process } from "../support/process.ts";
import { running } from "../support/running.ts";
import { Wire } from "../support/wire.ts";
import { World } from "../support/world.ts";

const declared = { workspaceId: "w-1", name: "tone", content: "Be brief." };

test("an object whose delete was lost and then confirmed does not stand in the way of its replacement", async () => {
  const { gateway, process } = running({ rows: { workspaces: [{ id: "w-1" }] } });
  const { id } = gateway.put("prompts", { workspace_id: "w-1", name: "tone", content: "old" });
  await process.obtain(prompt, { ...declared, name: "other" });
  gateway.faults = ["reset after"];
  await process.release(prompt, String(id), declared);
  expect(await process.obtain(prompt, declared)).toMatchObject({ id: "prompts-4" });
});

test("a PUT sends no null for what the gateway does not take null for", async () => {
  const world = new World(prompt);
  const { id, outs } = await world.create({ ...declared, isGlobal: true });
  Object.assign(world.gateway.rows("prompts")[0] ?? {}, { position: null, type: null, environment: null });
  await world.update(id, outs, declared);
  const { body } = world.writes.at(-1) ?? {};
  expect(body).toEqual({ workspace_id: "w-1", name: "tone", content: "Be brief.", environment: null });
});

test("a lost create of what no list shows is not waited for", async () => {
  const { io, gateway, process } = running();
  gateway.faults = ["reset after"];
  const { list: _list, ...endpoints } = prompt.endpoints;
  const began = io.now();
  await expect(process.obtain({ ...prompt, endpoints }, declared)).rejects.toThrow("none was recorded");
  expect(gateway.requests.map(({ method }) => method)).toEqual(["POST"]);
  expect(io.now() - began).toBe(10); // what the POST took
});

test.each([
  ["no list shows it", reply(200, [])],
  ["the list cannot be read", reply(403, "no")],
])(
  "who cannot tell whether an object was made says since when it is to be looked for: %s",
  async (_, list) => {
    const io = new VirtualIo();
    await io.sleep(12_345);
    const process = new Process(new Wire({ "POST /prompts": reply(202), "GET /prompts": list }).send, io);
    process.registry.recordCreate("/workspaces ", "w-1"); // then nothing is read before the create
    await expect(process.obtain(prompt, declared)).rejects.toThrow(
      /Run `pulumi up` again: .*first run `npx workspace-gateway recover --since 2026-01-01T00:00:12Z`\.$/,
    );
  },
);

/** A clock beside the gateway's. */
class OtherClock extends VirtualIo {
  constructor(private readonly ahead: number) {
    super();
  }
  override now(): number {
    return super.now() + this.ahead;
  }
}

const hour = 3_600_000;

test.each([-10 * hour, -hour, hour, 10 * hour])(
  "what a lost create has made is told from what was there by the server's clock alone, ours being %i ms ahead, also if no answer came before",
  async (ahead) => {
    const gateway = new FakeGateway(new VirtualIo(), { uniqueNames: false });
    gateway.put("prompts", { workspace_id: "w-1", name: "tone", created_at: "2025-12-31T23:30:00Z" });
    const run = () => {
      const process = new Process(gateway.send, new OtherClock(ahead));
      process.registry.recordCreate("/workspaces ", "w-1"); // then nothing is read before the create
      return process.obtain(prompt, declared);
    };
    gateway.faults = ["reset before"];
    await expect(run()).rejects.toThrow("none was recorded");
    gateway.faults = ["reset after"];
    expect(await run()).toMatchObject({ id: "prompts-2" });
    expect(gateway.requests.map(({ method }) => method).join(" ")).toMatch(/^POST GET .*POST GET$/);
  },
);
