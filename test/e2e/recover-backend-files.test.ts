import { mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { locksToldBy, readLocks } from "../../cli/doctor/stack/locks.ts";
import { type ProcessResult, RunningProcess } from "../harness/process.ts";
import { life, up } from "./support/life.ts";
import { provider, team } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";

const objects = [team, provider("openai", { apiKey: "sk-canary-recovered" })];

let state: string;
let exported: string;
const w = life({ objects }, async () => {
  await up(w);
  exported = JSON.stringify(await w.project.exportState());
  state = path.join(w.project.backend, ".pulumi/stacks/e2e/test.json");
});

/** That pulumi reads the state again, and finds in it what was there. */
async function isWhole(before = exported): Promise<void> {
  expect(resourcesOf(JSON.stringify(await w.project.exportState()))).toEqual(resourcesOf(before));
}

function resourcesOf(state: string): unknown {
  return JSON.parse(state).deployment.resources;
}

test("where nothing was left, it says so, and changes nothing", async () => {
  const before = await readFile(state);
  expect(await ok(runRecover(w))).toContain("Nothing to recover");
  expect(await readFile(state)).toEqual(before);
});

test.each(["stacks/e2e/test.json.attrs", "meta.yaml.attrs"])(
  "an empty %s is taken away, also if nobody names the stack",
  async (name) => {
    const file = path.join(w.project.backend, ".pulumi", name);
    await truncate(file, 0);
    expect((await w.project.preview()).code).not.toBe(0);
    expect(await ok(runRecover(w, ["--yes"], []))).toContain(`${file} is cut short`);
    await isWhole();
  },
);

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
  await isWhole();
});

test("a packed state is restored, too", async () => {
  const packed = { env: { PULUMI_DIY_BACKEND_GZIP: "true" } };
  await up(w, objects, packed);
  await up(w, [...objects, { kind: "Workspace", name: "other", args: { name: "Other" } }], packed);
  const before = JSON.stringify(await w.project.exportState());
  await truncate(`${state}.gz`, 100);
  await fails(w.project.run(["stack", "export", "--stack", w.project.stack]));
  expect(await ok(runRecover(w))).toContain("Restored.");
  await isWhole(before);
});

/** A lock as pulumi makes it. */
async function lock(pid: number, host = hostname()): Promise<void> {
  const folder = path.join(w.project.backend, ".pulumi/locks/organization/e2e/test");
  await mkdir(folder, { recursive: true });
  const timestamp = new Date().toISOString();
  const content = { pid, username: "ada", hostname: host, timestamp };
  await writeFile(path.join(folder, "11111111-2222-4333-8444-555555555555.json"), JSON.stringify(content));
}

/**
 * What pulumi says to whoever wants the stack while it is locked. Of all commands that lock it, this one starts neither the
 * program nor a provider.
 */
function lockedOut(env?: Record<string, string>): Promise<string> {
  return fails(importState(env));
}

async function importState(env?: Record<string, string>): Promise<ProcessResult> {
  const { stack } = w.project;
  await w.project.write("exported.json", exported);
  return w.project.run(["stack", "import", "--stack", stack, "--file", "exported.json"], env);
}

test("a lock whose process still runs here is refused, and nothing is changed", async () => {
  await lock(process.pid);
  expect(await fails(runRecover(w))).toContain("still runs on this machine");
  expect(await lockedOut()).toContain("pulumi cancel");
});

async function endedProcess(): Promise<number> {
  const ended = new RunningProcess(process.execPath, ["-e", ""]);
  await ended.done;
  return ended.pid ?? 0;
}

test("a lock whose process has ended is taken away", async () => {
  const pid = await endedProcess();
  await lock(pid);
  expect(await lockedOut()).toContain("pulumi cancel");
  expect(await ok(runRecover(w))).toContain(`ada@${hostname()} (process ${pid})`);
  await ok(importState());
});

test.each(["file://./.backend", "file://.backend", "file://../$PROJECT/.backend?no_tmp_dir=true", ""])(
  "a lock in the backend %s is seen, as the engine sees it: without one, it is that of Pulumi.yaml",
  async (address) => {
    const file = path.join(w.project.directory, "Pulumi.yaml");
    const before = await readFile(file, "utf8");
    await writeFile(file, JSON.stringify({ ...JSON.parse(before), backend: { url: "file://./.backend" } }));
    const env = { PULUMI_BACKEND_URL: address.replace("$PROJECT", path.basename(w.project.directory)) };
    await lock(await endedProcess());
    expect(await lockedOut(env)).toContain("pulumi cancel");
    expect(await ok(runRecover({ project: w.project, env }, ["--dry-run"]))).toContain("no process");
    await ok(w.project.run(["cancel", "--yes", "--stack", w.project.stack], env));
    await ok(importState(env));
    await writeFile(file, before);
  },
);

test("what pulumi says to whoever wants a lock names the locks that are there, and changes nothing", async () => {
  const init = () => w.project.run(["stack", "init", "--no-select", w.project.stack]);
  const before = await readFile(state);
  expect(await fails(init())).toContain("already exists");
  await lock(1, "elsewhere");
  const told = locksToldBy(await fails(init()));
  const [held] = await readLocks(w.project.backend, "e2e", "test");
  expect(told).toMatchObject([{ by: held?.by, pid: 1, alive: undefined }]);
  expect(Math.abs(Date.parse(told[0]?.since ?? "") - Date.parse(held?.since ?? ""))).toBeLessThan(1000);
  expect(await readFile(state)).toEqual(before);
  await ok(w.project.run(["cancel", "--yes", "--stack", w.project.stack]));
});

test("without a person and without --yes nothing is done", async () => {
  const { code, output } = await runRecover(w, []);
  expect([code, output]).toEqual([2, expect.stringContaining("--yes")]);
});
