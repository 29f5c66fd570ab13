import { expect, test } from "vitest";
import { mapping } from "../../../provider/kinds/mapping.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";
import { Wire } from "../support/wire.ts";

const state = { workspaceId: "w-1", sourceName: "s", targetModel: "t" };
const row = {
  id: "m-1",
  workspace_id: "w-1",
  source_name: "s",
  target_model: "t",
  created_at: "2026",
  updated_at: "2026",
};
const { get: _get, ...listOnly } = mapping.endpoints;
const withoutGet: Kind = { ...mapping, endpoints: listOnly };

test("what this run has written is looked for again where the list alone decides too", async () => {
  const io = new VirtualIo();
  const wire = new Wire({ "GET /mappings": [reply(200, []), reply(200, [row])] });
  const process = new Process(wire.send, io);
  process.ledger.create("/mappings w-1", "m-1");
  expect(await process.observe(withoutGet, "m-1", state)).toMatchObject({ is: "live" });
});
