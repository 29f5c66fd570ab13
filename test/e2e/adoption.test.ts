import { afterAll, beforeAll, expect, test } from "vitest";
import { type Declared, ref, renamed } from "./support/declaration.ts";
import { errorsOf, fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const team: Declared = { kind: "Workspace", name: "team", args: { name: "Support" } };
const args = { workspaceId: ref("team"), sourceName: "default", targetModel: "openai/gpt", adopt: true };
const adopted: Declared[] = [team, { kind: "Mapping", name: "default", args }];

// The tests of this file are the stations of one stack's life, in this order.
let w: World;
let id: string;
beforeAll(async () => {
  w = await world({ objects: [team] });
  await ok(w.project.up({ skipPreview: true }));
  const workspace_id = w.calls.id("workspaces", "Support");
  const made = { workspace_id, source_name: "default", target_model: "openai/old", priority: 7 };
  await w.gateway.console("POST", "/mappings", made);
  id = w.calls.id("mappings", "default");
  w.calls.take();
});
afterAll(() => w?.dispose());

test("adopt takes an existing object over and sends only what differs from the program", async () => {
  await w.declare(adopted);
  await ok(w.project.up({ skipPreview: true }));
  expect(w.calls.writes()).toEqual(["PATCH /mappings/default target_model workspace_id"]);
  await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
});

test("an adopted object survives a logical rename, even without an alias", async () => {
  await w.declare(renamed(adopted, "default", "fallback"));
  await ok(w.project.up({ skipPreview: true }));
  expect(w.calls.writes()).toEqual([]);
  expect(w.gateway.rows("mappings")).toMatchObject([{ id }]);
  await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
});

test("two new resources cannot adopt one object", async () => {
  const second = { ...args, sourceName: "second" };
  await w.gateway.console("POST", "/mappings", {
    workspace_id: w.calls.id("workspaces", "Support"),
    source_name: "second",
    target_model: "openai/gpt",
  });
  await w.declare([
    ...renamed(adopted, "default", "fallback"),
    { kind: "Mapping", name: "one", args: second },
    { kind: "Mapping", name: "other", args: second },
  ]);
  const said = errorsOf(await fails(w.project.up({ skipPreview: true })));
  expect(said.join("\n")).toMatch(/declared already, by the resource "(one|other)"/); // whichever comes second
  expect(w.gateway.rows("mappings")).toHaveLength(2);
});
test("an object that a resource of the stack manages is not adopted by a second one", async () => {
  await w.declare([...renamed(adopted, "default", "fallback"), { kind: "Mapping", name: "second", args }]);
  const said = errorsOf(await fails(w.project.up({ skipPreview: true })));
  expect(said.join("\n")).toMatch(/declared already, by the resource "(fallback|second)"/);
  expect(w.calls.writes()).toEqual([]);
});

test("a budget is taken over in a workspace that the program has managed for long", async () => {
  const budget: Declared = { kind: "Budget", name: "cap", args: { workspaceId: ref("team"), budget: 20 } };
  await w.declare([...renamed(adopted, "default", "fallback"), budget]);
  await ok(w.project.up({ skipPreview: true }));
  expect(w.gateway.rows("workspaces")).toMatchObject([{ name: "Support", budget: 20 }]);
  await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
});
