import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const cli = join(import.meta.dirname, "cli.ts");
const run = promisify(execFile);

interface Started {
  baseUrl: string;
  token: string;
  output: string;
  /** Stops it as Ctrl-C does; resolves to the exit code. */
  stop(): Promise<number | null>;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gateway-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function start(folder: string, ...args: string[]): Promise<Started> {
  const readyFile = join(folder, "ready.json");
  const child = spawn(process.execPath, [cli, "--ready-file", readyFile, ...args]);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes("Ctrl-C")) break;
  }
  child.stdout.resume();
  const stop = () => {
    child.kill("SIGINT");
    return ended;
  };
  const facts = () => JSON.parse(readFileSync(readyFile, "utf8"));
  while (!exists(readyFile)) await new Promise(setImmediate);
  expect(facts().pid).toBe(child.pid);
  return { ...facts(), output, stop };
}

function exists(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

async function status(url: string, token: string): Promise<number> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.text();
  return response.status;
}

test("the command prints how to reach it, serves, stops on Ctrl-C, and keeps its token with the database", async () => {
  const folder = newFolder();
  const db = join(folder, "gateway.db");
  const first = await start(folder, "--db", db, "--samples");
  expect(first.output).toContain(`curl -H "Authorization: Bearer ${first.token}" ${first.baseUrl}/user`);
  expect(await status(`${first.baseUrl}/quotas`, first.token)).toBe(200);
  expect(statSync(join(folder, "ready.json")).mode & 0o777).toBe(0o600);
  expect(await first.stop()).toBe(0);
  rmSync(join(folder, "ready.json"));
  const second = await start(folder, "--db", db, "--token", "my-own");
  expect(await status(`${second.baseUrl}/user`, first.token)).toBe(200);
  expect(await status(`${second.baseUrl}/user`, "my-own")).toBe(200);
});

test("the command passes its flags to the gateway", async () => {
  const gateway = await start(newFolder(), "--rate-limit", "1", "--variant", "errors=text");
  expect(await status(`${gateway.baseUrl}/user`, gateway.token)).toBe(200);
  const headers = { authorization: `Bearer ${gateway.token}` };
  const refused = await fetch(`${gateway.baseUrl}/user`, { headers });
  expect([refused.status, await refused.text()]).toEqual([429, "Too many requests"]);
});

test.each([
  [["--port", "x"], "whole number"],
  [["--variant", "nonsense=1"], "name=value"],
  [["--db", "/no/such/folder/gateway.db"], "could not start"],
])("the arguments %j fail with an error message", async (args, message) => {
  const failure = await run(process.execPath, [cli, ...args]).catch((error) => error);
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
});

test("stop ends the gateway on a port, and fails if there is none", async () => {
  const { baseUrl, token } = await start(newFolder());
  const { port } = new URL(baseUrl);
  const stop = () => run(process.execPath, [cli, "stop", "--port", port]).catch((error) => error);
  expect(await status(`${baseUrl}/user`, token)).toBe(200);
  expect((await stop()).stdout).toContain(`The gateway on port ${port} has stopped.`);
  await expect(fetch(`${baseUrl}/user`)).rejects.toThrow();
  expect(await stop()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`is listening on port ${port}`),
  });
});

test("a gateway stops when the `npx` that started it is killed", async () => {
  const readyFile = join(newFolder(), "ready.json");
  const args = JSON.stringify([cli, "--ready-file", readyFile]);
  const script = `require("node:child_process").spawn(process.execPath, ${args}, { stdio: "inherit" })`;
  const npx = spawn(process.execPath, ["-e", script], {
    env: { ...process.env, npm_command: "exec", npm_lifecycle_script: "workspace-gateway-emulator" },
  });
  while (!exists(readyFile)) await setTimeout(20);
  const { baseUrl, pid, token } = JSON.parse(readFileSync(readyFile, "utf8"));
  onTestFinished(() => void run("kill", ["-9", String(pid)]).catch(() => {}));
  expect(await status(`${baseUrl}/user`, token)).toBe(200);
  npx.kill();
  const isUp = () =>
    fetch(`${baseUrl}/user`).then(
      () => true,
      () => false,
    );
  while (await isUp()) await setTimeout(20);
});

test("--seed adds people as members of each new workspace", async () => {
  const { baseUrl, token } = await start(newFolder(), "--seed", "member", "--seed", "ada");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const made = await fetch(`${baseUrl}/workspaces`, { method: "POST", headers, body: '{"name":"Team"}' });
  const { data } = await made.json();
  const members = await (await fetch(`${baseUrl}/workspaces/${data.id}/members`, { headers })).json();
  expect(members.data.map(({ role }: { role: string }) => role).sort()).toEqual([
    "MEMBER",
    "MEMBER",
    "OWNER",
  ]);
});

test("an outdated Node is reported with the required version", async () => {
  const older =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
  const preload = `data:text/javascript,${encodeURIComponent(older)}`;
  const bin = join(import.meta.dirname, "bin.js");
  const failure = await run(process.execPath, ["--import", preload, bin]).catch((error) => error);
  expect(failure).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("needs Node 22.19 or newer, but this is Node 20.20.2"),
  });
});
