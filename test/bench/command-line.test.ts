import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readKept } from "./command-line.ts";

test("runs of two files never have one number, and what is said of the run is the first one's", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "bench-kept-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = ["quiet", "busy"].map((name) => path.join(folder, name));
  for (const file of files)
    await writeFile(file, JSON.stringify({ of: path.basename(file), rows: [{ run: 0 }, { run: 1 }] }));
  expect(await readKept(files)).toEqual({
    of: "quiet",
    rows: [{ run: 0 }, { run: 1 }, { run: 1000 }, { run: 1001 }],
  });
  await expect(readKept([])).rejects.toThrow("--from names no file");
});
