import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { putFiles, stagePrefix } from "../../../../cli/commands/export/folder/put-files.js";
import { paths } from "../../../harness/paths.ts";
import { RunningProcess } from "../../../harness/process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const long = "x".repeat(300); // longer than any file system takes

const files = [
  { path: "index.ts", text: "1" },
  { path: "prompts/team/tone.md", text: "2" },
];

async function inside(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).toSorted();
}

test("all files stand in a new folder, and folders above it are made", async () => {
  const at = await temporaryFolder();
  await putFiles(path.join(at, "a/b"), files);
  expect(await inside(at)).toEqual([
    "a",
    "a/b",
    "a/b/index.ts",
    "a/b/prompts",
    "a/b/prompts/team",
    "a/b/prompts/team/tone.md",
  ]);
});

test("a file that cannot be written leaves nothing, also no folder above", async () => {
  const at = await temporaryFolder();
  await expect(putFiles(path.join(at, "a/b"), [...files, { path: long, text: "" }])).rejects.toThrow(
    "ENAMETOOLONG",
  );
  expect(await inside(at)).toEqual([]);
});

test.each([
  ["written", [...files, { path: long, text: "" }], {}, /ENAMETOOLONG/],
  ["moved to its place", files, { prompts: "a file where a folder has to be" }, /EEXIST|ENOTDIR/],
])("a file that cannot be %s leaves all in the folder as it was", async (_what, put, more, reason) => {
  const at = await temporaryFolder();
  const before = { "index.ts": "before", "old.json": "old", ...more };
  for (const [name, text] of Object.entries(before)) await writeFile(path.join(at, name), text);
  await expect(putFiles(at, put, ["old.json"])).rejects.toThrow(reason);
  expect(await inside(at)).toEqual(Object.keys(before));
  expect(await readFile(path.join(at, "index.ts"), "utf8")).toBe("before");
});

test("files that are there are replaced, obsolete ones go, and others stay", async () => {
  const at = await temporaryFolder();
  await mkdir(path.join(at, "prompts"));
  for (const name of ["index.ts", "mine.ts", "old.json", "prompts/mine.md"]) {
    await writeFile(path.join(at, name), "before");
  }
  await putFiles(at, files, ["old.json", "never.json"]);
  expect(await inside(at)).toEqual([
    "index.ts",
    "mine.ts",
    "prompts",
    "prompts/mine.md",
    "prompts/team",
    "prompts/team/tone.md",
  ]);
  expect(await readFile(path.join(at, "index.ts"), "utf8")).toBe("1");
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "a %s while files are written waits until all are there, and then ends the process",
  async (signal) => {
    const at = await temporaryFolder();
    const ofSources = pathToFileURL(path.join(paths.root, "test/mutation/modules.ts"));
    const module = pathToFileURL(path.join(paths.root, "cli/commands/export/folder/put-files.ts"));
    // The first file is written when its text is asked for: in the middle of the writing, the signal is sent.
    const script = `
      const { loadTypeScript } = await import(${JSON.stringify(ofSources)});
      loadTypeScript();
      const { putFiles } = await import(${JSON.stringify(module)});
      const files = [
        { path: "one", get text() { process.kill(process.pid, "${signal}"); return "1"; } },
        { path: "two", text: "2" },
      ];
      void putFiles(process.argv[1], files).then(() => console.log("went on"));
      setTimeout(() => {}, 60_000);
    `;
    const { code, stdout } = await new RunningProcess(process.execPath, [
      ...["--input-type=module", "-e", script],
      path.join(at, "new"),
    ]).done;
    expect([code > 128, stdout]).toEqual([true, ""]);
    expect(await inside(at)).toEqual(["new", "new/one", "new/two"]);
    expect((await inside(at)).some((name) => name.includes(stagePrefix))).toBe(false);
  },
);
