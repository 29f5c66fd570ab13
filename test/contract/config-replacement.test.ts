import { expect } from "vitest";
import { config } from "../../provider/kinds/config.js";
import { calling } from "./support/calling.ts";
import { test, type World, world } from "./support/world.ts";

const calls = (at: World) =>
  at.writes().map((entry) => `${entry.method} ${entry.path.replace(/\/configs\/.+/, "/configs/ID")}`);

test("two defaults of one workspace are warned of at preview, each time, and two of two workspaces are not", async () => {
  await using at = await world();
  const declared = (workspaceId: string, name: string) => ({ workspaceId, name, isDefault: true });
  const { workspaceId } = at.refs;
  const warned = async (other: string) => {
    const run = at.stack.operation();
    const before = at.stack.warnings.length;
    await run.check("Config", { ...declared(workspaceId, "a"), ...calling("first") });
    await run.check("Config", { ...declared(workspaceId, "a"), ...calling("first") });
    await run.check("Config", { ...declared(other, "b"), ...calling("second") });
    return at.stack.warnings.slice(before).join();
  };
  expect(await warned(workspaceId)).toMatch(
    /^Config "b": isDefault is declared by the resource "first", too/,
  );
  expect(await warned("another")).toBe("");
});

test("a change that keeps the name deletes first", async ({ at }) => {
  await at.made(config);
  const changed = { ...at.full(config), workflow: { steps: [1] } };
  expect(await at.stack.operation().up("it", "Config", changed)).toBe("delete-replace");
  expect(calls(at)).toEqual(["DELETE /configs/ID", "POST /configs"]);
  expect(at.stack.warnings.join("\n")).toContain("without a default config");
});

test("a new name creates first", async ({ at }) => {
  await at.made(config);
  expect(await at.stack.operation().up("it", "Config", { ...at.full(config), name: "other" })).toBe(
    "replace",
  );
  expect(calls(at)).toEqual(["POST /configs", "DELETE /configs/ID"]);
});

test("with createFirst, where twins are allowed, the new one stands before the old one is deleted", async () => {
  await using at = await world({ twins: true });
  const inputs = { ...at.full(config), replaceOrder: "createFirst" };
  await at.made(config, inputs);
  expect(await at.stack.operation().up("it", "Config", { ...inputs, workflow: { steps: [1] } })).toBe(
    "replace",
  );
  expect(calls(at)).toEqual(["POST /configs", "DELETE /configs/ID"]);
  expect(at.rows(config)).toHaveLength(1);
});

test("with createFirst, a new one that is rejected leaves the old one", async ({ at }) => {
  const inputs = { ...at.full(config), replaceOrder: "createFirst" };
  await at.stack.operation().up("it", "Config", inputs);
  at.gateway.faults.add({ kind: "status", status: 400, method: "POST", count: 1 });
  await expect(at.stack.operation().up("it", "Config", { ...inputs, enabled: true })).rejects.toThrow("400");
  expect(at.rows(config).map((row) => row.id)).toEqual([at.stack.resource("it").id]);
});

test("deleted first, a new one that is rejected leaves none, and the next up creates it", async ({ at }) => {
  await at.stack.operation().up("it", "Config", at.full(config));
  at.gateway.faults.add({ kind: "status", status: 400, method: "POST", count: 1 });
  const changed = { ...at.full(config), enabled: true };
  await expect(at.stack.operation().up("it", "Config", changed)).rejects.toThrow("400");
  expect(at.rows(config)).toEqual([]);
  expect(await at.stack.operation().up("it", "Config", changed)).toBe("create");
});

test("where a new default takes the flag away, the loss is reported and nothing is replaced", async () => {
  await using at = await world({ exclusiveDefault: true });
  await at.stack.operation().up("it", "Config", at.full(config));
  const body = { workspace_id: at.refs.workspaceId, name: "usurper", is_default: true };
  await at.gateway.console("POST", "/configs", body);
  expect(await at.stack.operation().refresh()).toEqual([]);
  expect(at.stack.warnings.join("\n")).toContain("isDefault was lost to another");
  expect(await at.stack.operation().preview("it", "Config", at.full(config))).toBe("same");
});
