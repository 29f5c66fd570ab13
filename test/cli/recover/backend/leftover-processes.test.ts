import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  endProcesses,
  leftoverProcesses,
  livingRuns,
  type ProcessPlace,
} from "../../../../cli/recover/backend/leftover-processes.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const onLinux = existsSync("/proc/self/stat");

/** Starts a harmless process whose command line is that of a part of pulumi. */
async function part(
  cwd: string,
  {
    script = "cmd/dynamic-provider",
    options = [] as string[],
    args = [] as string[],
    env = {},
    stubborn = false,
  },
): Promise<ChildProcess> {
  const file = path.join(await temporaryFolder(), "node_modules/@pulumi/pulumi", script, "index.js");
  await mkdir(path.dirname(file), { recursive: true });
  const deaf = stubborn ? 'process.on("SIGTERM",()=>{});' : "";
  await writeFile(file, `${deaf}console.log("ready");setInterval(()=>{},1e9)`);
  const child = spawn(process.execPath, [...options, file, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

const place = (cwd: string, more: Partial<ProcessPlace> = {}): ProcessPlace => ({
  folders: [cwd],
  project: "shop",
  stack: "prod",
  backend: { url: "file:///here", folder: "/here" },
  ...more,
});

const pidsAt = async (where: ProcessPlace) => (await leftoverProcesses(where))?.map(({ pid }) => pid);

test.runIf(onLinux)("the process of the package's own plugin is a part of pulumi, too", async () => {
  const here = await temporaryFolder();
  const plugin = await part(here, { script: "main", options: ["--conditions=workspace-gateway-plugin"] });
  await part(here, { script: "main", options: ["--conditions=development"] });
  expect(await leftoverProcesses(place(here))).toMatchObject([{ pid: plugin.pid, what: "the plugin" }]);
});

test.runIf(onLinux)("parts of pulumi that work in the project's folder are found and ended", async () => {
  const here = await temporaryFolder();
  const plugin = await part(here, { env: { PULUMI_BACKEND_URL: "file:///here", PULUMI_PROJECT: "shop" } });
  const stubborn = await part(here, {
    script: "cmd/run",
    args: ["--project", "shop", "--stack", "prod"],
    stubborn: true,
  });
  const found = (await leftoverProcesses(place(here))) ?? [];
  expect(found.map(({ pid }) => pid).sort()).toEqual([plugin.pid, stubborn.pid].sort());
  expect(found.map(({ what }) => what).sort()).toEqual(["the program", "the provider's process"]);
  await endProcesses(found);
  expect(await pidsAt(place(here))).toEqual([]);
});

test.runIf(onLinux)("what belongs to others is not found", async () => {
  const here = await temporaryFolder();
  await part(await temporaryFolder(), {});
  await part(here, { env: { PULUMI_BACKEND_URL: "file:///elsewhere" } });
  await part(here, { env: { PULUMI_PROJECT: "another" } });
  await part(here, { script: "cmd/run", args: ["--project", "shop", "--stack", "dev"] });
  await part(here, { script: "cmd/something" });
  const ours = await part(here, {});
  expect(await pidsAt(place(here))).toEqual([ours.pid]);
});

test.runIf(onLinux)(
  "one backend is the same, however its address is written, and none where nobody says it",
  async () => {
    const here = await temporaryFolder();
    const same = await part(here, { env: { PULUMI_BACKEND_URL: "file://./states" } });
    await part(here, { env: { PULUMI_BACKEND_URL: "file://./others" } });
    const silent = await part(here, {});
    const backend = { url: `file://${here}/states`, folder: path.join(here, "states") };
    expect((await pidsAt(place(here, { backend })))?.sort()).toEqual([same.pid, silent.pid].sort());
    expect(await livingRuns(place(here, { backend }))).toEqual([]);
  },
);

test.runIf(onLinux)("a part of a pulumi that still runs is not left over: its run lives", async () => {
  const here = await temporaryFolder();
  const bin = await temporaryFolder();
  const script = path.join(bin, "node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js");
  await mkdir(path.dirname(script), { recursive: true });
  await writeFile(script, 'console.log("ready");setInterval(()=>{},1e9)');
  const cli = path.join(bin, "pulumi");
  await writeFile(cli, `#!/bin/sh\n"${process.execPath}" "${script}" &\nwait\n`, { mode: 0o755 });
  const run = spawn(cli, [], { cwd: here, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    if (run.pid !== undefined) process.kill(-run.pid, "SIGKILL");
  });
  await once(run.stdout, "data");
  expect(await pidsAt(place(here))).toEqual([]);
  expect(await livingRuns(place(here))).toEqual([run.pid]);
  expect(await livingRuns(place(await temporaryFolder()))).toEqual([]);
});

test("where processes are not shown, it says that it does not know", async () => {
  expect(await leftoverProcesses(place("/", { proc: await temporaryFolder() }))).toBeUndefined();
});
