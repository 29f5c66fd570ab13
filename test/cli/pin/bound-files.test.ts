import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { boundFiles } from "../../../cli/pin/bound-files.js";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A folder with a program in `program`, and what is around it. */
async function room(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  const write = async (file: string, text: string) => {
    const place = path.join(folder, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  };
  const usual = { "program/Pulumi.yaml": "name: shop\nruntime: nodejs\n", "program/package-lock.json": "{}" };
  for (const [file, text] of Object.entries({ ...usual, ...files })) await write(file, text);
  const read = () => boundFiles(path.join(folder, "program"));
  const named = async () =>
    Object.keys((await read()).digests)
      .filter((file) => !["Pulumi.yaml", "package-lock.json"].includes(file))
      .toSorted();
  return { folder, write, read, named };
}

test("files in the program's folder count, except hidden, installed, pin, and stack config files", async () => {
  const { named } = await room({
    "program/index.ts": "",
    "program/prompts/tone.md": "",
    "program/.env": "",
    "program/node_modules/zod/index.js": "",
    "program/Pulumi.prod.yaml": "",
    "program/gateway.pin": "",
    "program/gateway.pin.plan.json": "",
  });
  expect(await named()).toEqual(["index.ts", "prompts/tone.md"]);
});

test("in a git repository, tracked files count, and so do the files that they name", async () => {
  const { folder, named } = await room({
    "program/index.ts": 'import "./bin/made.js"; import "../shared/team";',
    "program/bin/made.js": "",
    "program/review.html": "",
    "shared/team.ts": "",
  });
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "ignore" });
  git("init");
  git("add", "program/index.ts", "program/Pulumi.yaml", "program/package-lock.json");
  expect(await named()).toEqual(["../shared/team.ts", "bin/made.js", "index.ts"]);
});

test.each([
  ["an import without its ending", 'import "../shared/a"', ["../shared/a.ts"]],
  ["an import by the name that it has when compiled", 'import "../shared/a.js"', ["../shared/a.ts"]],
  ["a folder", 'readdirSync("../shared")', ["../shared/a.ts", "../shared/b.md"]],
  [
    "a path that is put together",
    "readFileSync(`../shared/$" + "{name}.md`)",
    ["../shared/a.ts", "../shared/b.md"],
  ],
  ["a file that is named from where the program runs", 'readFileSync("../shared/b.md")', ["../shared/b.md"]],
  ["a folder that the program is in", 'readdirSync("../")', []],
])("files outside the program's folder count if the program names them: %s", async (_what, text, others) => {
  const { named } = await room({
    "program/src/nested.ts": "",
    "program/index.ts": text,
    "shared/a.ts": "",
    "shared/b.md": "",
    "unrelated.md": "",
  });
  expect(await named()).toEqual([...others, "index.ts", "src/nested.ts"]);
});

test("a linked package counts, because no lock file covers its content", async () => {
  const { folder, write, named } = await room({
    "program/package.json": JSON.stringify({ dependencies: { lib: "*", zod: "*" } }),
    "lib/index.ts": "",
    "program/node_modules/zod/index.js": "",
  });
  await symlink(path.join(folder, "lib"), path.join(folder, "program/node_modules/lib"));
  expect(await named()).toEqual(["lib/index.ts", "package.json"]);
  await write("lib/more.ts", "");
  expect(await named()).toContain("lib/more.ts");
});

test("a changed file changes its own digest and no other", async () => {
  const { write, read } = await room({ "program/a.ts": "one", "program/b.ts": "two" });
  const before = (await read()).digests;
  await write("program/a.ts", "other");
  const { digests } = await read();
  expect(Object.keys(before).filter((file) => before[file] !== digests[file])).toEqual(["a.ts"]);
});

test("the nearest lock file counts, and a missing lock file or project is reported", async () => {
  const { folder, read } = await room({ "package-lock.json": "above" });
  expect((await read()).digests).not.toHaveProperty("../package-lock.json");
  await rm(path.join(folder, "program/package-lock.json"));
  const above = await read();
  expect([Object.keys(above.digests), above.loose]).toEqual([
    ["Pulumi.yaml", "../package-lock.json"],
    undefined,
  ]);
  await rm(path.join(folder, "package-lock.json"));
  expect((await read()).loose).toBe("it has no lock file");
  await writeFile(path.join(folder, "program/Pulumi.yaml"), "name: shop\nruntime: yaml\n");
  expect((await read()).loose).toBeUndefined();
  expect((await boundFiles(folder)).loose).toBe("there is no Pulumi.yaml");
});
