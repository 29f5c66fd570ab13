import { expect } from "vitest";
import { config } from "../../provider/kinds/config.js";
import { prompt } from "../../provider/kinds/prompt.js";
import { workspace } from "../../provider/kinds/workspace.js";
import type { Values } from "../../provider/spec/values.js";
import { calling } from "./support/calling.ts";
import { Engine, killedAt } from "./support/engine/engine.ts";
import { test, type World, world } from "./support/world.ts";

/** The place and the name of an object in the first workspace. */
const named = ({ refs }: World, name: string) => ({ workspaceId: refs.workspaceId, name });
const declared = (kind: string, name: string, inputs: Values) => ({ name, kind, inputs });

/** A world whose connection `eu` has the token of another account, and an engine on it. */
function twoAccounts(at: World, inputs: Values) {
  const env = { ...at.env, WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: at.gateway.token({ user: "admin" }) };
  const team = (more: Values = {}) => [declared("Workspace", "team", { ...inputs, ...more })];
  return { engine: new Engine(env), team };
}

test("accounts of one gateway have their own workspaces, also of one name", async () => {
  await using at = await world({}, { WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: "" });
  const { engine } = twoAccounts(at, {});
  const both = [
    declared("Workspace", "ours", { name: "prod" }),
    declared("Workspace", "theirs", { name: "prod", connection: "eu" }),
  ];
  expect(await engine.up(both), engine.errors.join()).toBe("done");
  const rows = at.rows(workspace).filter((row) => row.name === "prod");
  expect(rows.map((row) => row.id).sort()).toEqual([engine.idOf("ours"), engine.idOf("theirs")].sort());
  expect(new Set(rows.map((row) => row.owner_id)).size).toBe(2);
});

test("a workspace that both accounts see is not replaced when its connection is renamed to the other's", async () => {
  await using at = await world();
  const { engine, team } = twoAccounts(at, { name: "first", adopt: true });
  expect(await engine.up(team())).toBe("done");
  at.gateway.log.clear();
  expect(await engine.up(team({ connection: "eu" })), engine.errors.join()).toBe("done");
  expect(at.writes()).toEqual([]);
  expect(engine.idOf("team")).toBe(at.refs.workspaceId);
});

test("a workspace moves to an account that does not see it, the new one first", async ({ at }) => {
  const { engine, team } = twoAccounts(at, { name: "mine" });
  await engine.up(team());
  const before = engine.idOf("team");
  expect(await engine.up(team({ connection: "eu" })), engine.errors.join()).toBe("done");
  expect(engine.idOf("team")).not.toBe(before);
  expect(at.rows(workspace).filter((row) => row.name === "mine")).toMatchObject([
    { id: engine.idOf("team") },
  ]);
});

test("prompts that exchange their places in two workspaces are refused at preview, and one that goes where another was is not", async () => {
  await using at = await world();
  const { workspaceId, otherWorkspaceId } = at.refs;
  const place = (workspace: string, name: string) => ({ workspaceId: workspace, name, content: "Be brief." });
  const run = at.stack.operation();
  await run.up("a", "Prompt", place(workspaceId, "x"));
  await run.up("b", "Prompt", place(otherWorkspaceId, "x"));
  const again = at.stack.operation();
  expect(await again.preview("a", "Prompt", place(otherWorkspaceId, "x"))).toBe("replace");
  await expect(again.preview("b", "Prompt", place(workspaceId, "x"))).rejects.toThrow(/temporary name/);
  const chain = at.stack.operation();
  expect(await chain.preview("a", "Prompt", place(otherWorkspaceId, "x"))).toBe("replace");
  expect(await chain.preview("b", "Prompt", place(otherWorkspaceId, "y"))).toBe("update");
});

test("a replacement under the same name is made, also where the list of its kind was cut", async ({ at }) => {
  const standard = (description: string) => ({ ...named(at, "standard"), description });
  await at.up("Config", standard("old"));
  at.gateway.variants.cut = 0;
  expect(await at.up("Config", standard("new"))).toBe("delete-replace");
  expect(at.rows(config)).toMatchObject([{ id: at.it.id, description: "new" }]);
});

test("what a killed run has made before the old one was deleted is found by the next run, not made again", async () => {
  await using at = await world({ twins: true });
  const engine = new Engine(at.env);
  const standard = (description: string) => [
    declared("Config", "it", { ...named(at, "standard"), description, replaceOrder: "createFirst" }),
  ];
  await engine.up(standard("old"));
  expect(await engine.up(standard("new"), killedAt(1))).toBe("killed");
  expect(at.rows(config)).toHaveLength(2);
  expect(await engine.up(standard("new"))).toBe("failed");
  expect(engine.errors.join()).toContain("exists already");
  expect(at.rows(config)).toHaveLength(2);
});

test("two objects of one name that a stack has had before may each be replaced", async () => {
  await using at = await world({ twins: true });
  const engine = new Engine(at.env);
  const made = (name: string, description: string) =>
    declared("Config", name, { ...named(at, "standard"), description });
  await engine.up([made("one", "one")]);
  await at.gateway.console("POST", "/configs", { workspace_id: at.refs.workspaceId, name: "standard" });
  const twin = at.rows(config).find((row) => row.id !== engine.idOf("one"));
  const [stored] = engine.resources;
  if (stored === undefined) throw new Error("nothing was stored");
  engine.resources = [
    stored,
    { ...stored, name: "two", urn: stored.urn.replace(/one$/, "two"), id: String(twin?.id) },
  ];
  const program = [made("one", "one"), made("two", "changed")];
  expect(await engine.up(program), engine.errors.join()).toBe("done");
  expect(at.rows(config).map((row) => row.description)).toEqual(expect.arrayContaining(["one", "changed"]));
});

test("resources of one name below two others are two resources, and refused if they are one object", async () => {
  await using at = await world();
  const tone = (place: string) => ({
    ...{ ...named(at, "tone"), content: "Be brief." },
    ...calling(`urn:pulumi:dev::project::${place}$type::tone`),
  });
  at.stack.operation();
  await at.stack.preview("one", "Prompt", tone("my:index:One"));
  await at.stack.preview("again", "Prompt", tone("my:index:One"));
  await expect(at.stack.preview("two", "Prompt", tone("my:index:Two"))).rejects.toThrow(
    'belongs to the resource "tone"',
  );
  expect(at.rows(prompt)).toEqual([]);
});

test("a name that another resource has given up in this run is free, though a list from before shows it", async () => {
  await using at = await world();
  const called = (name: string, text: string) =>
    declared("Prompt", name, { ...named(at, text), content: "Be brief." });
  const engine = new Engine(at.env);
  await engine.up([called("bob", "A")]);
  const program = [called("first", "C"), called("bob", "B"), called("eve", "A")];
  expect(await engine.up(program), engine.errors.join()).toBe("done");
  const names = at.rows(prompt).map((row) => row.name);
  expect(names.sort()).toEqual(["A", "B", "C"]);
});
