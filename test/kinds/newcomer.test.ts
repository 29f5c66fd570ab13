import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { documentOf } from "../../cli/review/blocks/document.js";
import { reviewOf } from "../../cli/review/facts/review-of.js";
import { markdown } from "../../cli/review/markdown/markdown.js";
import { readPlan } from "../../cli/review/plan/read-plan.js";
import { workspace } from "../../provider/kinds/workspace.js";
import { kindOf } from "../../provider/program/resource.js";
import type { Kind } from "../../provider/spec/kind.js";
import { created, previewOf, step } from "../cli/review/facts/support/preview.ts";
import { loopback } from "../client/support/loopback.ts";
import { marker } from "../harness/new/marker.ts";
import { newKind } from "../harness/new/part.ts";
import { plannedFiles } from "../harness/new/planned-files.ts";
import { paths } from "../harness/paths.ts";
import { World } from "../lifecycle/support/world.ts";

const folder = path.join(paths.state, `newcomer-${randomUUID()}`);

/** What a person writes in the place of what `npm run new -- kind Alert` asks for, file by file. */
const filledIn: Readonly<Record<string, readonly (readonly [place: string | RegExp, text: string])[]>> = {
  "kinds/alert.ts": [
    ["what it is, in one sentence", "Calls an address when something happens in a workspace"],
    [/.*the path and the scope that the API document has.*\n/, ""],
    [
      /.*the other fields of the API document.*\n/,
      `/** Address to call. */
    url: z.string().register(flags, { danger: harmless }),
    /** Sent along with every call; never given back. Leaving it out leaves it alone; \`null\` clears it. */
    token: z.string().register(flags, { secret: true, writeOnly: true, danger: harmless }).nullish(),
    /** What to tell; the order does not matter. */
    events: z.array(z.string()).register(flags, { unordered: true, danger: harmless }).optional(),
`,
    ],
    ["{ created, harmless, kind }", "{ created, flags, harmless, kind }"],
    ["what it is, and what it is for", "An address that is called when something happens in a workspace"],
  ],
  "functions/alerts.ts": [
    [/.*leave out what the gateway never shows.*\n/, ""],
    ["objectsOf(alert, alert.inputs)", "objectsOf(alert, alert.inputs.omit({ token: true }))"],
  ],
};

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
  newcomer = await imported("kinds/alert.ts");
  functions = await imported("functions/alerts.ts");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function imported<T>(file: string): Promise<T> {
  const at = path.join(folder, file);
  await mkdir(path.dirname(at), { recursive: true });
  // What it imports lies beside it, or where it would in the provider.
  const resolved = textOf(file).replaceAll(/"(\.{1,2}\/[^"]+)"/g, (quoted, name: string) =>
    /alerts?\.js$/.test(name)
      ? quoted
      : `"../../../${path.posix.join("provider", path.posix.dirname(file), name)}"`,
  );
  await writeFile(at, resolved);
  return import(at);
}

const planned = plannedFiles(newKind("Alert"), paths.root);

/** A file of the new kind, with everything filled in. */
function textOf(file: string): string {
  const places = filledIn[file] ?? [];
  const text = places.reduce(
    (before, [place, filling]) => {
      const asked = typeof place === "string" ? place : place.source;
      const after = before.replace(place, filling);
      return after === before ? expect.unreachable(`the template of ${file} no longer has: ${asked}`) : after;
    },
    planned.get(`provider/${file}`) ?? "",
  );
  return text.replaceAll(`/** ${marker} `, "/** ").replaceAll(` * ${marker} `, " * ");
}

test("nothing is left to be filled in", () => {
  for (const file of Object.keys(filledIn)) {
    expect(textOf(file)).not.toContain(marker);
  }
});

const declared = {
  workspaceId: "w-1",
  name: "on call",
  url: "https://pager.test",
  token: "t-canary-first",
  events: ["failed", "late"],
};

test("a new kind lives through create, read, update and delete", async () => {
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

test("a workspace that holds an object of the new kind is not deleted, though no other file knows it", async () => {
  const world = new World(workspace, {}, [workspace, newcomer.alert]);
  const { id, outs } = await world.create({ name: "Support assistant" });
  world.gateway.put("alerts", { workspace_id: id, name: "on call" });
  await expect(world.remove(id, outs)).rejects.toThrow("it still holds 1 alert, which");
  expect(world.gateway.rows("workspaces")).toHaveLength(1);
  world.gateway.rows("alerts").splice(0, 1);
  await world.remove(id, outs);
  expect(world.gateway.rows("workspaces")).toEqual([]);
});

test("the class of a new kind brings it to the list of all kinds", () => {
  expect(kindOf(newcomer.Alert)).toBe(newcomer.alert);
});

test("a review tells what happens to an object of the new kind, though it has no words of its own", () => {
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
  const text = markdown(documentOf(reviewOf(readPlan(previewOf(...steps), some), some)));
  expect(text).toContain("1 alert deleted");
  expect(text).toContain('`name` "on call" → "at night"');
  expect(text).toContain("`alerts:write`");
  expect(text).not.toContain("t-canary");
});

test("the functions of a new kind read an object of it, without its secret", async () => {
  // Mocks of another file, which has the same process, would answer.
  pulumi.runtime.resetOptions("project", "stack", 1, "", "", false, "");
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

test("the class of a new kind registers its type, its secret as a secret", async () => {
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
