import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type ProcessResult, RunningProcess } from "../process.ts";

const counter = path.join(import.meta.dirname, "../test-counts.cjs");

/** What is counted of runs, each with the results of its files; `undefined` is a run that wrote nothing. */
async function countOf(...runs: (object[] | undefined)[]): Promise<ProcessResult> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "test-counts-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const files = runs.map((_run, index) => path.join(directory, `results-${index}.json`));
  for (const [index, testResults] of runs.entries()) {
    if (testResults !== undefined) await writeFile(files[index] ?? "", JSON.stringify({ testResults }));
  }
  return new RunningProcess(process.execPath, [counter, ...files]).done;
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
