import { describe, expect } from "vitest";
import { config } from "../../provider/kinds/config.js";
import { model } from "../../provider/kinds/model.js";
import { siteIndex } from "../../provider/kinds/site-index.js";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { calling } from "./support/calling.ts";
import { createdKinds } from "./support/samples.ts";
import type { Variants } from "./support/variants.ts";
import { expectSteady, test, type World, world } from "./support/world.ts";

const calls = (at: World) =>
  at.writes().map((entry) => `${entry.method} ${entry.path.replace(/\/configs\/.+/, "/configs/ID")}`);

test("two default configs in one workspace cause a warning at each preview", async ({ at }) => {
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
    /^Config resource "second": isDefault is also declared by the resource "first"/,
  );
  expect(await warned("another")).toBe("");
});

test("a replacement that keeps the name deletes the old config first", async ({ at }) => {
  await at.made(config);
  const changed = { ...at.full(config), workflow: { steps: [1] } };
  expect(await at.up("Config", changed)).toBe("delete-replace");
  expect(calls(at)).toEqual(["DELETE /configs/ID", "POST /configs"]);
  expect(at.stack.warnings.join("\n")).toContain("requests that do not name a config");
});

test("createFirst creates the new config before it deletes the old one if duplicates are allowed", async () => {
  await using at = await world({ twins: true });
  const inputs = { ...at.full(config), replaceOrder: "createFirst" };
  await at.made(config, inputs);
  expect(await at.up("Config", { ...inputs, workflow: { steps: [1] } })).toBe("replace");
  expect(calls(at)).toEqual(["POST /configs", "DELETE /configs/ID"]);
  expect(at.rows(config)).toHaveLength(1);
});

test("createFirst keeps the old config if the new one is rejected", async ({ at }) => {
  const inputs = { ...at.full(config), replaceOrder: "createFirst" };
  await at.up("Config", inputs);
  at.gateway.faults.add({ kind: "status", status: 400, method: "POST", count: 1 });
  await expect(at.up("Config", { ...inputs, enabled: true })).rejects.toThrow("400");
  expect(at.rows(config).map((row) => row.id)).toEqual([at.it.id]);
});

/** Kinds whose objects cannot be updated: those of `createdKinds` that are deleted before their replacement is created. */
const deletedFirst = createdKinds.filter(({ kind }) => !("patch" in kind.endpoints));
/** Another value for an input that does not name the object. */
const changedOf = (kind: Kind) => (kind === config ? { enabled: true } : { title: "Other" });
const refused = { kind: "status", status: 400, method: "POST", count: 1 } as const;

const declaredIn = (at: World, kind: Kind) => ({
  ...at.full(kind),
  ...(kind.wait && { [kind.wait.unless]: false }),
});

describe.each(deletedFirst)("$name, deleted before its replacement", ({ kind, name }) => {
  async function standing(at: World) {
    const declared = await at.made(kind, declaredIn(at, kind));
    return { declared, up: (inputs: Values) => at.up(name, inputs) };
  }

  test.for<[string, Variants]>([
    ["as documented", {}],
    ["with empty answers", { write: "empty" }],
    ["with rows that lack nulls and timestamps", { sparse: true }],
  ])("is restored if the gateway rejects the new object, %s", async ([_what, variants]) => {
    await using at = await world(variants);
    const { declared, up } = await standing(at);
    const changed = { ...declared, ...changedOf(kind) };
    const { id } = at.it;
    at.gateway.faults.add(refused);
    await expect(up(changed)).rejects.toThrow(/returned 400[\s\S]*restored with id [\s\S]*`pulumi up`/);
    expect(at.it.id).not.toBe(id);
    expect(at.rows(kind).map((row) => row.id)).toEqual([at.it.id]);
    expect(at.differences(kind, declared, at.it.id)).toEqual([]);
    expect(await at.refresh()).toEqual(["it"]);
    expect(await at.preview(name, declared)).toBe("same");
    expect(await up(changed)).toBe("delete-replace");
    expect(at.rows(kind).map((row) => row.id)).toEqual([at.it.id]);
  });

  test("waits for its name if it stays taken after the delete, and shows the progress", async ({ at }) => {
    const { declared, up } = await standing(at);
    const taken = at.gateway.faults.add({ ...refused, status: 409, count: 3 });
    await up({ ...declared, ...changedOf(kind) });
    expect(taken.hits).toBe(3);
    expect(at.stack.progress.join()).toContain("name");
    expect(at.rows(kind)).toHaveLength(1);
  });

  test("does not wait forever, and the next up creates it", async ({ at }) => {
    const { declared, up } = await standing(at);
    at.gateway.faults.add({ ...refused, status: 409, count: 1000 });
    const changed = { ...declared, ...changedOf(kind) };
    await expect(up(changed)).rejects.toThrow(/409[\s\S]*has not released its name[\s\S]*`pulumi up`/);
    at.gateway.faults.clear();
    expect(await up(changed)).toBe("create");
  });
});

test("an old config is restored with its console changes, not with the values in state", async ({ at }) => {
  const { workspaceId } = at.refs;
  const declared = { workspaceId, name: "a", description: "first" };
  const workflow = { steps: [1] };
  await at.gateway.console("POST", "/configs", { workspace_id: workspaceId, name: "a", workflow });
  await at.up("Config", { workspaceId, name: "a", adopt: true });
  at.gateway.faults.add(refused);
  await expect(at.up("Config", declared)).rejects.toThrow("was restored");
  expect(at.rows(config)).toMatchObject([{ name: "a", workflow }]);
});

test("an object with an unknown value is not restored, and the preview says so", async ({ at }) => {
  const { maxPages: _unknown, ...declared } = at.full(siteIndex);
  const quick = { ...declared, waitForIndexed: false };
  await at.up("Index", quick);
  const changed = { ...quick, title: "Other" };
  await at.preview("Index", changed);
  expect(at.stack.warnings.join()).toMatch(/cannot be restored, because maxPages is unknown/);
  at.gateway.faults.add(refused);
  await expect(at.up("Index", changed)).rejects.toThrow(/400[\s\S]*maxPages/);
  expect(at.rows(siteIndex)).toEqual([]);
  expect(await at.up("Index", changed)).toBe("create");
});

test.for(createdKinds)(
  "$name, replaced by the engine alone, is restored from state if the gateway rejects the new object",
  async ({ kind, name }, { at }) => {
    const declared = await at.made(kind, declaredIn(at, kind));
    const run = at.stack.operation();
    await run.destroy("it");
    at.gateway.faults.add(refused);
    await expect(run.up("it", name, declared)).rejects.toThrow("was restored with id");
    expect(at.rows(kind).map((row) => row.id)).toEqual([at.it.id]);
    expect(at.differences(kind, declared, at.it.id)).toEqual([]);
    await expectSteady(at, name, declared);
  },
);

test("an object with an unknown value is not restored if the engine alone replaces it", async ({ at }) => {
  const { workflow: _unknown, ...declared } = at.full(config);
  await at.made(config, declared);
  const run = at.stack.operation();
  await run.destroy("it");
  at.gateway.faults.add(refused);
  await expect(run.up("it", "Config", declared)).rejects.toThrow(/400[\s\S]*workflow is unknown/);
  expect(at.rows(config)).toEqual([]);
});

test("the error reports both failures if the old object cannot be restored either", async ({ at }) => {
  await at.made(config);
  at.gateway.faults.add({ ...refused, count: 2 });
  const up = at.up("Config", { ...at.full(config), enabled: true });
  await expect(up).rejects.toThrow(/returned 400[\s\S]*cannot be restored[\s\S]*returned 400/);
  expect(at.stack.resources.size).toBe(0);
});

test.for([
  ["before the replacement is looked for", false],
  ["after the list was read", true],
] as const)(
  "the error reports both failures if another object takes the name %s",
  async ([, isListed], { at }) => {
    await at.made(config);
    const { id } = at.it;
    const run = at.stack.operation();
    if (isListed) {
      await run.up("other", "Config", { ...at.full(config), name: "other", isDefault: false });
    }
    await run.destroy("it");
    const { name } = at.full(config);
    await at.gateway.console("POST", "/configs", { workspace_id: at.refs.workspaceId, name });
    const message = await run.up("it", "Config", at.full(config)).then(
      () => expect.unreachable("the name is taken"),
      (error: unknown) => String(error),
    );
    expect(message).toMatch(/already exists, with id [\s\S]*What you can do: [\s\S]*`adopt: true`/);
    const deleted = `The old Config (id ${id}) was deleted to make way for its replacement and cannot be restored:`;
    expect(message).toContain(`${deleted} another object now has its name.`);
    expect(message).not.toMatch(
      /Nothing was changed|Neither the old nor the new object exists|deleteBeforeReplace/,
    );
  },
);

test("a create with an unknown outcome restores nothing", async ({ at }) => {
  await at.made(config);
  at.gateway.faults.add({ kind: "reset-before", method: "POST", count: 1 });
  const up = at.up("Config", { ...at.full(config), enabled: true });
  await expect(up).rejects.toThrow("may have been created");
  expect(calls(at)).toEqual(["DELETE /configs/ID", "POST /configs"]);
});

test("a default config that the gateway does not delete is kept, and the error says what to do", async () => {
  await using at = await world({ deleteDefault: false });
  await at.made(config);
  const up = at.up("Config", { ...at.full(config), enabled: true });
  await expect(up).rejects.toThrow(
    /409[\s\S]*another Config[\s\S]*isDefault[\s\S]*`replaceOrder: "createFirst"`/,
  );
  expect(at.rows(config)).toHaveLength(1);
  await expect(at.destroy()).rejects.toThrow(/another Config[\s\S]*isDefault/);
});

test("a refused model move that may conflict with the old model suggests deleteBeforeReplace", async () => {
  await using at = await world({ gatewayName: "name", gatewayNameTwins: false });
  const declared = await at.made(model);
  const moved = { ...declared, providerId: at.refs.otherProviderId };
  const up = at.up("Model", moved);
  const { id } = at.it;
  await expect(up).rejects.toThrow(
    `If the new object conflicts with the Model that it replaces (id ${id}), set the resource option \`deleteBeforeReplace: true\``,
  );
  expect(at.rows(model).map((row) => row.id)).toEqual([id]);
});
