import fc from "fast-check";
import ts from "typescript";
import { expect, test } from "vitest";
import type { ExportedProgram } from "../../../cli/export/export-program.js";
import { exportProgram } from "../../../cli/export/export-program.js";
import type { KnownObject } from "../../../cli/export/exported-program.js";
import type { Json } from "../../../provider/text/json.js";
import { account, exportOf } from "./support/accounts.ts";

/** What a program has declared: the arguments, with the values that references stand for. */
interface Declared {
  readonly kind: string;
  readonly name: string;
  readonly args: { readonly [property: string]: Json };
  readonly file: string;
}

/** Runs a program without Pulumi. A key of the config is `secret:` and its name. */
function run({ files, objects }: ExportedProgram): Declared[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const declared: Declared[] = [];
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2024 };
  const load = (file: string) => {
    const input = { compilerOptions: options, reportDiagnostics: true };
    const { outputText, diagnostics } = ts.transpileModule(texts.get(file) ?? "", input);
    expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
    const classOf = (_: object, kind: string) =>
      class {
        constructor(name: string, args: Declared["args"]) {
          declared.push({ kind, name, args, file });
          const object = objects.find((each) => each.kind === kind && each.name === name);
          Object.assign(this, object?.imported.outputs, { id: object?.id });
        }
      };
    const Config = class {
      requireSecret = (key: string) => `secret:${key}`;
    };
    const modules: { [name: string]: unknown } = {
      "@pulumi/pulumi": { Config },
      "pulumi-workspace-gateway": new Proxy({}, { get: classOf }),
      "./prompt-text.ts": { promptText: (name: string) => texts.get(`prompts/${name}`) },
    };
    const require = (name: string) => modules[name] ?? load(name.slice(2));
    new Function("require", "exports", outputText)(require, {});
  };
  load("index.ts");
  return declared;
}

const fewer = { numRuns: 40 };

test("whatever an account has, the program declares every object once, with the values that it has", () => {
  fc.assert(
    fc.property(account, (objects) => {
      const program = exportProgram(exportOf(objects));
      const declared = run(program);
      const wanted = program.objects.map(({ kind, name, declared: args, file }) => {
        const keys = program.keys.filter((key) => key.kind === kind && key.name === name);
        const secrets = keys.map(({ property, configKey }) => [property, `secret:${configKey}`]);
        return { kind, name, args: { ...args, ...Object.fromEntries(secrets) }, file };
      });
      const inOrder = wanted.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
      expect(declared).toEqual(inOrder);
      expect(declared).toHaveLength(objects.length);
      assertSafe(program);
    }),
    fewer,
  );
});

test("in whatever order lists come, the program has the same bytes", () => {
  const shuffled = account.chain((objects) =>
    fc.tuple(fc.constant(objects), fc.shuffledSubarray(objects, { minLength: objects.length })),
  );
  fc.assert(
    fc.property(shuffled, ([objects, others]) => {
      expect(exportProgram(exportOf(others)).files).toEqual(exportProgram(exportOf(objects)).files);
    }),
    fewer,
  );
});

test("new objects get names that differ from those of known resources", () => {
  const parts = account.chain((objects) => fc.tuple(fc.constant(objects), fc.subarray(objects)));
  fc.assert(
    fc.property(parts, ([all, before]) => {
      const first = exportProgram(exportOf(before, { oneFile: true }));
      const known = first.objects.map(
        ({ spec, id, name, variable, declared, imported: { outputs } }): KnownObject => ({
          ...{ kind: spec, id, name, variable, declared, outputs },
        }),
      );
      const fresh = exportOf(
        all.filter((each) => !before.includes(each)),
        { known, oneFile: true },
      );
      const second = exportProgram(fresh);
      expect(first.objects.length + second.objects.length).toBe(all.length);
      assertSafe({ ...second, objects: [...first.objects, ...second.objects] });
    }),
    fewer,
  );
});

/** No two things have one name, and every file can be on every file system. */
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
