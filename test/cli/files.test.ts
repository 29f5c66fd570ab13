import { spawnSync } from "node:child_process";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { chmod, readdir, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { createWhole, inPrivateFolder, readRulesFile, writeWhole } from "../../cli/files.js";
import { UsageError } from "../../cli/terminal.js";
import { temporaryFolder } from "./support/temporary-folder.ts";

async function folderFor() {
  const folder = await temporaryFolder();
  return { folder, inside: (name: string) => path.join(folder, name) };
}

test("a file is created, or replaced with its permissions kept, and no temporary file remains", async () => {
  const { folder, inside } = await folderFor();
  const file = inside("n".repeat(250));
  await writeWhole(file, "one");
  await chmod(file, 0o600);
  await writeWhole(file, "two");
  expect([await readFile(file, "utf8"), (await stat(file)).mode & 0o777]).toEqual(["two", 0o600]);
  await chmod(file, 0o644);
  await writeWhole(file, "private", 0o600);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toHaveLength(1);
});

test("a symbolic link stays a link, and its target is written", async () => {
  const { inside } = await folderFor();
  await writeFile(inside("real"), "one");
  await symlink("real", inside("link"));
  await writeWhole(inside("link"), "two");
  expect([await readlink(inside("link")), await readFile(inside("real"), "utf8")]).toEqual(["real", "two"]);
});

test.runIf(process.platform !== "win32")("a pipe is written to directly and stays a pipe", async () => {
  const { inside } = await folderFor();
  const pipe = inside("pipe");
  spawnSync("mkfifo", [pipe]);
  const reader = readFile(pipe, "utf8");
  await writeWhole(pipe, "two");
  expect([await reader, (await stat(pipe)).isFIFO()]).toEqual(["two", true]);
});

test("a file that cannot be written is named in the error", async () => {
  const { folder, inside } = await folderFor();
  await expect(writeWhole(inside("none/file"), "two")).rejects.toThrow(
    `${inside("none/file")} was not written`,
  );
  expect(await readdir(folder)).toEqual([]);
});

test("several files are created all or none, and never over an existing file", async () => {
  const { folder, inside } = await folderFor();
  await writeFile(inside("b"), "mine");
  const both = [
    { path: inside("a"), text: "one" },
    { path: inside("b"), text: "two" },
  ];
  await expect(createWhole(both)).rejects.toThrow(`${inside("b")} was not written`);
  expect([await readdir(folder), await readFile(inside("b"), "utf8")]).toEqual([["b"], "mine"]);
  await rm(inside("b"));
  await createWhole(both);
  expect((await readdir(folder)).sort()).toEqual(["a", "b"]);
});

test.each([
  ["a new folder, and those above it", "a/b"],
  ["an empty folder", ""],
])("a file that cannot be created leaves nothing in %s", async (_what, below) => {
  const { folder, inside } = await folderFor();
  const tooLong = "x".repeat(300); // for any file system
  const files = ["index.ts", "prompts/team/tone.md", tooLong].map((file) => ({
    path: inside(path.join(below, file)),
    text: "1",
  }));
  await expect(createWhole(files)).rejects.toThrow("was not written");
  expect(await readdir(folder)).toEqual([]);
});

test("missing default rules are empty, but missing named rules and unreadable rules are errors", async () => {
  const usual = path.join(await temporaryFolder(), "rules.yaml");
  const rules = { what: "the guard file", named: undefined, usual, read: (text: string) => `<${text}>` };
  expect(await readRulesFile(rules)).toBe("<>");
  await expect(readRulesFile({ ...rules, named: usual })).rejects.toThrow(
    /^the guard file cannot be read: ENOENT/,
  );
  await symlink(usual, usual); // it leads to itself
  await expect(readRulesFile(rules)).rejects.toThrow(UsageError);
  await expect(readRulesFile(rules)).rejects.toThrow(/^the guard file cannot be read: ELOOP/);
});

test("a private folder is accessible only to the user and removed afterwards, even on failure", async () => {
  const seen: string[] = [];
  const work = (end: () => string) =>
    inPrivateFolder(async (folder) => {
      seen.push(folder);
      writeFileSync(path.join(folder, "plan.json"), "{}");
      expect(statSync(folder).mode & 0o077).toBe(0);
      return end();
    });
  expect(await work(() => "done")).toBe("done");
  const failing = work(() => {
    throw new Error("no room");
  });
  await expect(failing).rejects.toThrow("no room");
  expect(new Set(seen).size).toBe(2);
  expect(seen.filter((folder) => existsSync(folder))).toEqual([]);
});
