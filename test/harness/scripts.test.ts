import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
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

async function countOf(...testResults: object[]): Promise<ProcessResult> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "test-counts-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = path.join(directory, "results.json");
  await writeFile(file, JSON.stringify({ testResults }));
  return node(counter, file);
}

const passed = { status: "passed" };
const failed = { status: "failed" };

test("passed tests are counted over all files", async () => {
  const file = { status: "passed", assertionResults: [passed, passed] };
  expect(await countOf(file, file)).toMatchObject({ code: 0, stdout: "Tests: 4 passed, 0 failed\n" });
});

test("a failed test makes the count fail; skipped and todo tests are named", async () => {
  const rest = [{ status: "pending" }, { status: "skipped" }, { status: "todo" }];
  const counted = await countOf({ status: "failed", assertionResults: [passed, failed, ...rest] });
  expect(counted).toMatchObject({ code: 1, stdout: "Tests: 1 passed, 1 failed, 3 skipped\n" });
});

test("a file that did not load is a failure of its own", async () => {
  const counted = await countOf(
    { status: "passed", assertionResults: [passed] },
    { status: "failed", assertionResults: [] },
  );
  expect(counted).toMatchObject({ code: 1, stdout: "Tests: 1 passed, 1 failed\n" });
});

test("no results and no tests are failures", async () => {
  expect(await countOf()).toMatchObject({ code: 1, stdout: "Tests: 0 passed, 0 failed\n" });
  expect(await node(counter, "/nowhere")).toMatchObject({ code: 1, stdout: "Tests: 0 passed, 0 failed\n" });
});
