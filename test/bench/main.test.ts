import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pulumiOnPath, standIn } from "../harness/cli/stand-in.ts";
import { RunningProcess } from "../harness/process.ts";

test("a rival that was asked for and cannot be had: the others are measured, and the exit code tells", async () => {
  const host = await standIn();
  await pulumiOnPath(host, "v3.300.0");
  const cache = await mkdtemp(path.join(os.tmpdir(), "bench-cache-"));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  const args = [
    "--rivals",
    "--only",
    "floor",
    "--profiles",
    "normal",
    "--sizes",
    "3",
    "--runs",
    "1",
    "--latency",
    "1",
  ];
  const run = new RunningProcess(process.execPath, [path.join(import.meta.dirname, "main.ts"), ...args], {
    env: { PATH: host.env.PATH, HOME: cache, XDG_CACHE_HOME: cache },
  });
  const { code, stdout, stderr } = await run.done;
  expect(stderr).toMatch(/opentofu is not run: There is no `go` on PATH.* Install Go 1\.25\.5 or newer/);
  expect(stdout).toContain("| normal | a | 3 | destroy | floor | 3 |");
  expect(code).toBe(1);
});
