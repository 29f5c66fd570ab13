import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { workspace } from "../../provider/kinds/workspace.js";
import { kindOf } from "../../provider/program/resource.js";
import { reviewOf } from "../../provider/review/facts/review-of.js";
import { markdown } from "../../provider/review/markdown/markdown.js";
import { readPlan } from "../../provider/review/plan/read-plan.js";
import type { Kind } from "../../provider/spec/kind.js";
import { loopback } from "../client/support/loopback.ts";
import { World } from "../lifecycle/support/world.ts";
import { created, previewOf, step } from "../review/facts/support/preview.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, ".state", `newcomer-${randomUUID()}`);

interface Newcomer {
  alert: Kind;
  Alert: new (name: string, args: object) => pulumi.CustomResource;
}

interface Functions {
  getAlert: (args: object) => Promise<object>;
  getAlertOutput: (args: object) => pulumi.Output<object>;
}

let newcomer: Newcomer;
let functions: Functions;
beforeAll(async () => {
  const [kindFile, functionsFile] = await walkThrough();
  newcomer = await imported("kinds/alert.ts", kindFile);
  functions = await imported("functions/alerts.ts", functionsFile);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function imported<T>(file: string, text: string): Promise<T> {
  const at = path.join(folder, file);
  await mkdir(path.dirname(at), { recursive: true });
  // What it imports lies beside it, or where it would in the provider.
  const resolved = text.replaceAll(/"(\.{1,2}\/[^"]+)"/g, (quoted, name: string) =>
    /alerts?\.js$/.test(name)
      ? quoted
      : `"../../../${path.posix.join("provider", path.posix.dirname(file), name)}"`,
  );
  await writeFile(at, resolved);
  return import(at);
}

/** The two files that CONTRIBUTING.md shows under "Add a kind". */
async function walkThrough(): Promise<[string, string]> {
  const text = await readFile(path.join(root, "CONTRIBUTING.md"), "utf8");
  const [, section = ""] = text.split("## Add a kind");
  const [kindFile, functionsFile] = [...section.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(
    ([, block]) => block,
  );
  if (kindFile === undefined || functionsFile === undefined) throw new Error("no two files under Add a kind");
  return [kindFile, functionsFile];
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

test("the class of the walk-through brings its kind to the list of all kinds", () => {
  expect(kindOf(newcomer.Alert)).toBe(newcomer.alert);
});

test("a review tells what happens to an object of the walk-through's kind, though it has no words of its own", () => {
  const before = { inputs: declared, outputs: declared, id: "a-1" };
  const steps = [
    created("Alert", "new", declared),
    step("update", "Alert", "pager", {
      oldState: before,
      newState: { inputs: { ...declared, name: "at night" } },
    }),
    step("delete", "Alert", "old", { oldState: before }),
  ];
  const some = [workspace, newcomer.alert];
  const text = markdown(reviewOf(readPlan(previewOf(...steps), some), some));
  expect(text).toContain("1 alert deleted");
  expect(text).toContain('`name` "on call" → "at night"');
  expect(text).toContain("`alerts:write`");
  expect(text).not.toContain("t-canary");
});

test("the functions of the walk-through read an object of its kind, without its secret", async () => {
  const { name, url, events } = declared;
  const stamps = { created_at: "2026-11-21T08:00:00Z", updated_at: "2026-11-21T08:00:00Z" };
  const rows = ["w-1", "w-2"].map((workspace_id) => ({
    ...{ id: `a in ${workspace_id}`, workspace_id, name, url, events, token: null, ...stamps },
  }));
  const asked: unknown[] = [];
  const baseUrl = await loopback(({ url: target = "" }, response) => {
    asked.push(target.replace("/api/v1", ""));
    const { searchParams } = new URL(target, "http://gateway.test");
    const data = rows.filter(({ workspace_id }) => workspace_id === searchParams.get("workspace_id"));
    response.setHeader("content-type", "application/json").end(JSON.stringify({ data, total: data.length }));
  });
  vi.stubEnv("WORKSPACE_GATEWAY_NEWCOMER_BASE_URL", baseUrl);
  vi.stubEnv("WORKSPACE_GATEWAY_NEWCOMER_ACCESS_TOKEN", "token-of-a-newcomer");
  const read = await functions.getAlert({ connection: "newcomer", workspaceId: "w-1", name: "on call" });
  expect(read).toEqual({
    ...{ id: "a in w-1", workspaceId: "w-1", name, url, events },
    ...{ createdAt: stamps.created_at, updatedAt: stamps.updated_at },
  });
  const wanted = { connection: "newcomer", workspaceId: pulumi.output("w-1"), id: "a in w-1" };
  const output = functions.getAlertOutput(wanted);
  expect(await new Promise((resolve) => output.apply(resolve))).toEqual(read);
  expect(asked).toEqual(["/alerts?workspace_id=w-1"]);
  vi.unstubAllEnvs();
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
