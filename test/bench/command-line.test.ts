import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { InvalidArgumentError } from "commander";
import { expect, onTestFinished, test } from "vitest";
import { chosen, counts, readKept } from "./command-line.ts";
import { readOptions, withCreate } from "./options.ts";

test("runs of two files never have one number, and what is said of the run is the first one's", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "bench-kept-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = ["quiet", "busy"].map((name) => path.join(folder, name));
  for (const file of files)
    await writeFile(file, JSON.stringify({ machine: path.basename(file), rows: [{ run: 0 }, { run: 1 }] }));
  expect(await readKept(files)).toEqual({
    machine: "quiet",
    rows: [{ run: 0 }, { run: 1 }, { run: 1000 }, { run: 1001 }],
  });
});

test("no rival takes part unless it is asked for; with it, both ways are shown that people are told of", () => {
  const only = ["ours", "native", "textbook", "constant", "bare", "floor"];
  expect(readOptions([])).toMatchObject({ rivals: false, only, profiles: ["normal"] });
  expect(readOptions(["--rivals", "--only", "ours"])).toMatchObject({
    rivals: true,
    only: ["ours"],
    profiles: ["normal", "fast"],
  });
  expect(readOptions(["--rivals", "--profiles", "slow"]).profiles).toEqual(["slow"]);
});

test("an argument that is none of its kind is refused", () => {
  expect(() => chosen(["a", "b"])("a,c")).toThrow(new InvalidArgumentError("There are a, b and all, not c."));
  expect(() => counts("3,0")).toThrow("It has to be a whole number above 0.");
});

test("phases are refused without the one that makes their objects", () => {
  expect(withCreate("preview,create")).toEqual(["create", "preview"]);
  const why = "There is nothing to preview, destroy without create: name it, too.";
  expect(() => withCreate("destroy,preview")).toThrow(new InvalidArgumentError(why));
});
