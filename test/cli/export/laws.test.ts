import fc from "fast-check";
import { expect, test } from "vitest";
import { exportProgram } from "../../../cli/export/export-program.js";
import type { ExportedProgram } from "../../../cli/export/exported-program.js";
import { account, exportOf } from "./support/accounts.ts";
import { biomed } from "./support/biome.ts";
import { run } from "./support/run.ts";

const fewer = { numRuns: 40 };

test("whatever an account has, the program declares every object once, with the values that it has", async () => {
  await fc.assert(
    fc.asyncProperty(account, async (objects) => {
      const program = await exportProgram(exportOf(objects));
      const declared = run(program);
      const wanted = program.objects.map(({ kind, name, declared: args, file }) => {
        const keys = program.keys.filter((key) => key.kind === kind && key.name === name);
        const secrets = keys.map(({ property, configKey }) => [property, `secret:${configKey}`]);
        return { kind, name, args: { ...args, ...Object.fromEntries(secrets) }, file };
      });
      const inOrder = wanted.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
      expect(declared).toEqual(inOrder);
      expect(declared).toHaveLength(objects.length);
    }),
    fewer,
  );
});

test("in whatever order lists come, the program has the same bytes", async () => {
  const shuffled = account.chain((objects) =>
    fc.tuple(fc.constant(objects), fc.shuffledSubarray(objects, { minLength: objects.length })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async ([objects, others]) => {
      const { files } = await exportProgram(exportOf(objects));
      expect((await exportProgram(exportOf(others))).files).toEqual(files);
    }),
    fewer,
  );
});

test("what an earlier export has declared stays as it is, also if it is gone, and new objects get around it", async () => {
  const parts = account.chain((objects) =>
    fc.tuple(fc.constant(objects), fc.subarray(objects), fc.subarray(objects)),
  );
  await fc.assert(
    fc.asyncProperty(parts, async ([all, before, after]) => {
      const first = await exportProgram(exportOf(before));
      const second = await exportProgram(exportOf(after, { known: first.objects }));
      const third = await exportProgram(exportOf(all, { known: second.objects }));
      const names = ({ objects }: ExportedProgram) =>
        Object.fromEntries(
          objects.map(({ kind, id, name, variable, file, declared }) => [
            `${kind} ${id}`,
            { name, variable, file, declared },
          ]),
        );
      for (const [old, next] of [[first, second] as const, [second, third] as const]) {
        expect(names(next)).toMatchObject(names(old));
        expect(next.keys).toEqual(expect.arrayContaining([...old.keys]));
      }
      expect(run(third)).toHaveLength(all.length);
      assertSafe(third);
      const again = await exportProgram(exportOf([], { known: third.objects }));
      const program = ({ files }: ExportedProgram) => files.filter(({ path }) => path !== "README.md");
      expect(program(again)).toEqual(program(third));
    }),
    fewer,
  );
});

test("no two things have one name, and every file can be on every file system", async () => {
  await fc.assert(
    fc.asyncProperty(account, async (objects) => assertSafe(await exportProgram(exportOf(objects)))),
    fewer,
  );
});

function assertSafe({ files, objects, keys }: ExportedProgram): void {
  const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);
  expect(twice(files.map(({ path }) => path.toLowerCase()))).toEqual([]);
  expect(twice(objects.map(({ kind, name }) => `${kind} ${name}`))).toEqual([]);
  expect(twice(objects.map(({ file, variable }) => `${file} ${variable}`))).toEqual([]);
  expect(twice(keys.map(({ configKey }) => configKey))).toEqual([]);
  for (const { path } of files) {
    expect(path).toMatch(/^(prompts\/[a-z0-9-]{1,50}\/)?[\w.-]{1,60}$/);
    expect(path.split("/").at(-1)).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\./i);
  }
  for (const { name, variable } of objects) {
    expect(name).toMatch(/^[\p{L}\p{N}\p{M}._-]{1,110}$/u);
    expect(variable).toMatch(/^[a-z][A-Za-z0-9_]{0,60}$/);
  }
}

test("every file has the form of the repository", async () => {
  await fc.assert(
    fc.asyncProperty(account, async (objects) => {
      const { files } = await exportProgram(exportOf(objects));
      const formed = files.filter(({ path }) => /\.(ts|json)$/.test(path));
      expect(formed.length).toBeGreaterThan(3);
      for (const { path, text } of formed) {
        expect(biomed(text, path)).toBe(text);
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
