import { afterAll, beforeAll, expect, test } from "vitest";
import { Exports } from "./support/exports.ts";
import { type World, world } from "./support/world.ts";

// A workflow may have any keys, also such that objects of JavaScript have from their birth.
let w: World;
let exports: Exports;
beforeAll(async () => {
  w = await world();
  const made = await w.gateway.console("POST", "/workspaces", { name: "Keys" });
  const { id } = (made.body as { data: { id: string } }).data;
  for (const key of ["toString", "valueOf", "constructor", "then"]) {
    const workflow = { [key]: "text", nodes: [{ [key]: { [key]: 1 } }] };
    await w.gateway.console("POST", "/configs", { workspace_id: id, name: key, workflow });
  }
  exports = new Exports(w);
});
afterAll(() => w?.dispose());

test("keys that objects have anyway go through export, import and program as they are", async () => {
  await exports.made("account");
  expect(await exports.text("account", "keys.ts")).toContain('toString: "text"');
  await exports.imported("account");
  await exports.hasNoChanges("account");
  expect(w.calls.writes()).toEqual([]);
});
