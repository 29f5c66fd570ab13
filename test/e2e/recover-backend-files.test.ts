import { mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RunningProcess } from "../harness/process.ts";
import { type Declared, ref } from "./support/declaration.ts";
import { fails, ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";
import { type World, world } from "./support/world.ts";

const apiKey = "sk-canary-recovered";
const objects: Declared[] = [
  { kind: "Workspace", name: "team", args: { name: "Support" } },
  {
    kind: "ModelProvider",
    name: "openai",
    args: {
      workspaceId: ref("team"),
      name: "openai",
      baseUrl: "https://upstream.example",
      priority: 1,
      compatibility: "OPENAI_SDK",
      apiKey,
    },
  },
];

let w: World;
let state: string;
beforeAll(async () => {
  w = await world({ objects });
  await ok(w.project.up({ skipPreview: true }));
  state = path.join(w.project.backend, ".pulumi/stacks/e2e/test.json");
});
afterAll(() => w?.dispose());

const nothingToDo = () => ok(w.project.preview({ expectNoChanges: true }));

test("where nothing was left, it says so, and changes nothing", async () => {
  const before = await readFile(state);
  expect(await ok(runRecover(w))).toContain("Nothing to recover");
  expect(await readFile(state)).toEqual(before);
});

test.each(["stacks/e2e/test.json.attrs", "meta.yaml.attrs"])("an empty %s is taken away", async (name) => {
  const file = path.join(w.project.backend, ".pulumi", name);
  await truncate(file, 0);
  expect((await w.project.preview()).code).not.toBe(0);
  expect(await ok(runRecover(w))).toContain(`${file} is cut short`);
  await nothingToDo();
});

test.each([0, 1000])("a state that was cut to %i bytes is restored from its newest copy", async (size) => {
  await truncate(state, size);
  expect(await fails(w.project.preview())).toContain("failed to load checkpoint");

  const dry = await ok(runRecover(w, ["--dry-run"]));
  expect(dry).toContain(`${state}, the state of the stack, is cut short.`);
  expect((await stat(state)).size).toBe(size);

  expect(await ok(runRecover(w))).toContain("Restored.");
  const kept = (await readdir(path.dirname(state))).filter((name) => name.includes("unreadable"));
  const sizes = await Promise.all(
    kept.map(async (name) => (await stat(path.join(path.dirname(state), name))).size),
  );
  expect(sizes).toContain(size);
  await nothingToDo();
});

test("a packed state is restored, too", async () => {
  await ok(w.project.up({ skipPreview: true, env: { PULUMI_DIY_BACKEND_GZIP: "true" } }));
  await w.declare([...objects, { kind: "Workspace", name: "other", args: { name: "Other" } }]);
  await ok(w.project.up({ skipPreview: true, env: { PULUMI_DIY_BACKEND_GZIP: "true" } }));
  await truncate(`${state}.gz`, 100);
  expect((await w.project.preview()).code).not.toBe(0);
  expect(await ok(runRecover(w))).toContain("Restored.");
  await nothingToDo();
});

/** A lock as pulumi makes it. */
async function lock(pid: number, host = hostname()): Promise<void> {
  const folder = path.join(w.project.backend, ".pulumi/locks/organization/e2e/test");
  await mkdir(folder, { recursive: true });
  const content = { pid, username: "ada", hostname: host, timestamp: new Date().toISOString() };
  await writeFile(path.join(folder, "11111111-2222-4333-8444-555555555555.json"), JSON.stringify(content));
}

test("a lock whose process still runs here is refused, and nothing is changed", async () => {
  await lock(process.pid);
  expect(await fails(runRecover(w))).toContain("still runs on this machine");
  expect(await fails(w.project.up({ skipPreview: true }))).toContain("pulumi cancel");
});

test("a lock whose process has ended is taken away, and one of another machine too, once somebody agrees", async () => {
  const ended = new RunningProcess(process.execPath, ["-e", ""]);
  await ended.done;
  for (const [pid, host] of [
    [ended.pid ?? 0, hostname()],
    [1, "elsewhere"],
  ] as const) {
    await lock(pid, host);
    expect(await ok(runRecover(w, ["--dry-run"]))).toContain(`ada@${host} (process ${pid})`);
    expect(await fails(w.project.up({ skipPreview: true }))).toContain("pulumi cancel");
    await ok(runRecover(w));
    await ok(w.project.up({ skipPreview: true }));
  }
});

test("without a person and without --yes nothing is done", async () => {
  const { code, output } = await runRecover(w, []);
  expect([code, output]).toEqual([2, expect.stringContaining("--yes")]);
});
