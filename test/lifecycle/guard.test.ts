import { expect, test } from "vitest";
import type { Reply } from "../../provider/client/exchange.js";
import type { JsonObject } from "../../provider/client/json.js";
import { workspace } from "../../provider/kinds/workspace.js";
import { assertEmpty } from "../../provider/lifecycle/guard.js";
import { reply } from "../client/support/reply.ts";
import { VirtualIo } from "../client/support/virtual-io.ts";
import { Process } from "./support/process.ts";
import { Wire } from "./support/wire.ts";

const team = { id: "w-1", name: "team" };
const counted = { provider_count: 0, prompt_count: 0, mapping_count: 0, config_count: 0, member_count: 1 };
const uncounted = {
  "GET /models": reply(200, []),
  "GET /indexes": reply(200, []),
  "GET /workflows": reply(200, []),
};
const listed = (stats?: JsonObject) => ({
  "GET /workspaces": reply(200, { data: [stats === undefined ? team : { ...team, stats }], total: 1 }),
});

function guard(answers: Record<string, Reply>, state = {}) {
  const wire = new Wire(answers);
  const target = new Process(wire.send, new VirtualIo()).target(workspace, { name: "team", ...state });
  return { wire, asserted: assertEmpty(target, "w-1", { name: "team", ...state }) };
}

test("an empty object may go, and only what its own row does not count is listed", async () => {
  const { wire, asserted } = guard({ ...listed(counted), ...uncounted });
  await asserted;
  expect(wire.calls.toSorted()).toEqual(["GET /indexes", "GET /models", "GET /workspaces"]);
  expect(wire.sent.find(({ path }) => path === "/models")?.query).toEqual({ workspace_id: "w-1" });
});

test("a row that counts nothing makes every holding be listed", async () => {
  const lists = ["/providers", "/prompts", "/mappings", "/configs"].map((path) => [
    `GET ${path}`,
    reply(200, []),
  ]);
  const members = { "GET /workspaces/w-1/members": reply(200, [{ id: "owner" }]) };
  const { wire, asserted } = guard({ ...listed(), ...uncounted, ...members, ...Object.fromEntries(lists) });
  await asserted;
  expect(wire.calls).toHaveLength(8);
});

test("all that is left is told, with both ways on", async () => {
  const full = { ...counted, mapping_count: 2, member_count: 3 };
  const { asserted } = guard({ ...listed(full), ...uncounted, "GET /models": reply(200, [{ id: "m-1" }]) });
  await expect(asserted).rejects.toThrow(
    /"team" is not empty: it still holds 1 models, 2 mappings, 2 members.*Delete them first.*`forceDestroy: true`/,
  );
});

test("what is harmless is told beside the rest, does not stand in the way alone, and is not asked for then", async () => {
  const workflows = { ...uncounted, "GET /workflows": reply(200, [{ id: "f-1" }]) };
  const { wire, asserted } = guard({ ...listed(counted), ...workflows });
  await asserted;
  expect(wire.calls).not.toContain("GET /workflows");
  const both = guard({ ...listed({ ...counted, config_count: 1 }), ...workflows }).asserted;
  await expect(both).rejects.toThrow("1 configs, 1 workflows");
});

test("a list that was cut is never taken for empty", async () => {
  const cut = { ...uncounted, "GET /models": reply(200, { data: [], total: 7 }) };
  await expect(guard({ ...listed(counted), ...cut }).asserted).rejects.toThrow("models");
});

test("a list that may not be read is a failure, not an empty one", async () => {
  const hidden = { ...uncounted, "GET /models": reply(403, "no") };
  await expect(guard({ ...listed(counted), ...hidden }).asserted).rejects.toThrow("models:read");
});

test("of an object that is gone nothing is asked further", async () => {
  const { wire, asserted } = guard({ "GET /workspaces": reply(200, { data: [], total: 0 }) });
  await asserted;
  expect(wire.calls).toEqual(["GET /workspaces"]);
});

test("what the stack allows to delete whole is asked nothing", async () => {
  const { wire, asserted } = guard({}, { forceDestroy: true });
  await asserted;
  expect(wire.calls).toEqual([]);
});
