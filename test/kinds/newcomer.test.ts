import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workspace } from "../../provider/kinds/workspace.js";
import type { Kind } from "../../provider/spec/kind.js";
import { World } from "../lifecycle/support/world.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, ".state", `newcomer-${randomUUID()}`);

interface Newcomer {
  alert: Kind;
  Alert: new (name: string, args: object) => pulumi.CustomResource;
}

let newcomer: Newcomer;
beforeAll(async () => {
  const file = path.join(folder, "alert.ts");
  await mkdir(folder, { recursive: true });
  await writeFile(file, await walkThrough());
  newcomer = await import(file);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The file that CONTRIBUTING.md shows under "Add a kind", with its imports as they are from another folder. */
async function walkThrough(): Promise<string> {
  const text = await readFile(path.join(root, "CONTRIBUTING.md"), "utf8");
  const [, section = ""] = text.split("## Add a kind");
  const [, block = ""] =
    /```ts\n([\s\S]*?)```/.exec(section) ?? expect.unreachable("no code under Add a kind");
  return block
    .replaceAll('"../', '"../../provider/')
    .replaceAll('"./', '"../../provider/kinds/')
    .replaceAll(/^ {3}/gm, "");
}

const declared = {
  workspaceId: "w-1",
  name: "on call",
  url: "https://pager.test",
  token: "t-canary-first",
  events: ["failed", "late"],
};

test("the kind of the walk-through lives through create, read, update and delete", async () => {
  const world = new World(newcomer.alert);
  const { id, outs } = await world.create(declared);
  expect(world.gateway.rows("alerts")).toMatchObject([
    { id, workspace_id: "w-1", name: "on call", token: "t-canary-first", events: ["failed", "late"] },
  ]);

  const [row = {}] = world.gateway.rows("alerts");
  Object.assign(row, { token: null, events: ["late", "failed"] });
  expect((await world.read(id, outs)).inputs).toEqual(declared);
  Object.assign(row, { url: "https://edited.test" });
  expect((await world.read(id, outs)).inputs).toEqual({ ...declared, url: "https://edited.test" });

  await world.update(id, outs, { ...declared, url: "https://other.test" });
  expect(world.writes.at(-1)).toMatchObject({
    method: "PATCH",
    body: { workspace_id: "w-1", url: "https://other.test" },
  });

  await world.remove(id, outs);
  expect(world.gateway.rows("alerts")).toEqual([]);
  expect((await world.read(id, outs)).id).toBe("");
});

test("a workspace that holds an object of the walk-through's kind is not deleted, though no other file knows it", async () => {
  const world = new World(workspace, {}, [workspace, newcomer.alert]);
  const { id, outs } = await world.create({ name: "Support assistant" });
  world.gateway.put("alerts", { workspace_id: id, name: "on call" });
  await expect(world.remove(id, outs)).rejects.toThrow("it still holds 1 alert, which");
  expect(world.gateway.rows("workspaces")).toHaveLength(1);
  world.gateway.rows("alerts").splice(0, 1);
  await world.remove(id, outs);
  expect(world.gateway.rows("workspaces")).toEqual([]);
});

test("the class of the walk-through registers the type of its kind, its secret as a secret", async () => {
  const types: string[] = [];
  await pulumi.runtime.setMocks({
    newResource: ({ type, inputs }) => {
      types.push(type);
      return { id: "a-1", state: inputs };
    },
    call: () => ({}),
  });
  const made = new newcomer.Alert("pager", declared);
  const token: unknown = Reflect.get(made, "token");
  expect(pulumi.Output.isInstance(token) && (await pulumi.isSecret(token))).toBe(true);
  expect(types).toEqual(["pulumi-nodejs:dynamic/workspace-gateway:Alert"]);
});
