import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { type ProcessResult, RunningProcess } from "./process.ts";

const guard = path.join(import.meta.dirname, "require-node.cjs");
const counter = path.join(import.meta.dirname, "test-counts.cjs");

function node(...args: string[]): Promise<ProcessResult> {
  return new RunningProcess(process.execPath, args, { env: process.env }).done;
}

function guardOn(version: string): Promise<ProcessResult> {
  const pretend = `Object.defineProperty(process, "versions", { value: { node: "${version}" } });`;
  return node("-e", `${pretend} require(${JSON.stringify(guard)})`);
}

test.each(["20.20.2", "22.18.9"])(
  "Node %s is refused with what is there, what is needed and how to get it",
  async (version) => {
    const { code, stderr } = await guardOn(version);
    expect(code).toBe(1);
    expect(stderr).toContain(`Node 22.19 or newer is needed, this is Node ${version}.`);
    expect(stderr).toContain("npm ci");
  },
);

test.each(["22.19.0", "24.0.0", "100.0.0"])("Node %s passes without a word", async (version) => {
  expect(await guardOn(version)).toMatchObject({ code: 0, output: "" });
});

test.skipIf(process.platform === "win32")(
  "the program of an npm script ends with the shell that npm has started for it",
  { timeout: 60_000 },
  async () => {
    const directory = await mkdtemp(path.join(os.tmpdir(), "script-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const program = path.join(directory, "program.cjs");
    const preload = JSON.stringify(path.join(import.meta.dirname, "script.cjs"));
    await writeFile(program, "console.log(process.pid); setInterval(() => {}, 1000);");
    const command = `${process.execPath} -r ${preload} ${program}; true`;
    const shell = new RunningProcess("sh", ["-c", command], { env: process.env });
    await vi.waitFor(() => expect(shell.output).toMatch(/^\d+\n$/), { timeout: 20_000 });
    const pid = Number(shell.output);
    expect(isAlive(pid)).toBe(true);
    shell.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
  },
);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What is counted of runs, each with the results of its files; `undefined` is a run that wrote nothing. */
async function countOf(...runs: (object[] | undefined)[]): Promise<ProcessResult> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "test-counts-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const files = runs.map((_run, index) => path.join(directory, `results-${index}.json`));
  for (const [index, testResults] of runs.entries()) {
    if (testResults !== undefined) await writeFile(files[index] ?? "", JSON.stringify({ testResults }));
  }
  return node(counter, ...files);
}

const passed = { status: "passed" };
const failed = { status: "failed", fullName: "a law", failureMessages: ["Error: broken\n    at x.ts:1"] };
const rest = [{ status: "pending" }, { status: "skipped" }, { status: "todo" }];
const good = { status: "passed", assertionResults: [passed, passed] };
const bad = { name: "a.test.ts", status: "failed", assertionResults: [passed, failed, ...rest] };
const broken = { name: "b.test.ts", status: "failed", message: "no such module\n", assertionResults: [] };
const ofBad = "Failed: a.test.ts > a law: Error: broken\n";
const ofBroken = "Failed: b.test.ts: no such module\n";

test.each<[string, (object[] | undefined)[], number, string, string?]>([
  ["passed tests are counted over all files", [[good, good]], 0, "4 passed, 0 failed"],
  ["passed tests are counted over all runs", [[good], [good]], 0, "4 passed, 0 failed"],
  ["a run that wrote no results has failed", [[good], undefined], 1, "2 passed, 0 failed"],
  ["a failed test is named, and skipped and todo tests", [[bad]], 1, "1 passed, 1 failed, 3 skipped", ofBad],
  ["a file that did not load is a failure of its own", [[good, broken]], 1, "2 passed, 1 failed", ofBroken],
  ["no tests are a failure", [[]], 1, "0 passed, 0 failed"],
  ["no results are a failure", [undefined], 1, "0 passed, 0 failed"],
])("%s", async (_law, runs, code, counts, failures = "") => {
  expect(await countOf(...runs)).toMatchObject({ code, stdout: `${failures}Tests: ${counts}\n` });
});
