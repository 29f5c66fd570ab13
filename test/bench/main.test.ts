import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pulumiOnPath, standIn } from "../harness/cli/stand-in.ts";
import { type ProcessResult, RunningProcess } from "../harness/process.ts";

/** The benchmark of the bare client alone, on a machine with a `pulumi` but without Go. */
async function bench(...args: string[]): Promise<ProcessResult> {
  const host = await standIn();
  await pulumiOnPath(host, "v3.300.0");
  const cache = await mkdtemp(path.join(os.tmpdir(), "bench-cache-"));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  const few = ["--only", "floor", "--sizes", "3", "--runs", "1", "--latency", "1"];
  return new RunningProcess(process.execPath, [path.join(import.meta.dirname, "main.ts"), ...few, ...args], {
    env: { PATH: host.env.PATH, HOME: cache, XDG_CACHE_HOME: cache },
  }).done;
}

test("a rival that was asked for and cannot be had: the others are measured, and the exit code tells", async () => {
  const { code, stdout, stderr } = await bench("--rivals");
  expect(stderr).toContain("opentofu is not run: There is no `go` on PATH");
  expect(stdout).toMatch(/normal +a +3 +destroy +floor +3 /);
  expect(stdout).toContain("**opentofu**: not run: There is no `go`");
  expect(code).toBe(1);
});

test("a rival that was not asked for is not looked for", async () => {
  const { code, stdout, stderr } = await bench();
  expect(stderr).not.toContain("go");
  expect(stdout).toContain("**opentofu**: not run: `--rivals` builds it");
  expect(code).toBe(0);
});
