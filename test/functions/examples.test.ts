import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import * as everything from "../../provider/index.js";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "provider/functions");

/** The example above every exported function. */
function examples(): Map<string, string> {
  const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
  const documented = /\/\*\*\n((?: \*.*\n)+?) \*\/\nexport (?:const|function) (\w+)/g;
  const found = texts.flatMap((text) => [...text.matchAll(documented)]);
  return new Map(
    found.flatMap(([, doc = "", name = ""]) => {
      const code = /@example\n \* ```ts\n([\s\S]*?) \* ```/.exec(doc)?.[1];
      return code === undefined ? [] : [[name, code.replace(/^ \* ?/gm, "")] as const];
    }),
  );
}

/** What the compiler says of programs that lie beside this file. */
function complaints(programs: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const files = new Map(
    [...programs].map(([name, code]) => [path.join(import.meta.dirname, `${name}.example.ts`), code]),
  );
  const { readFile, fileExists } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  const paths = { "pulumi-workspace-gateway": [path.join(root, "provider/index.ts")] };
  const program = ts.createProgram([...files.keys()], { ...options, paths }, host);
  return [...files.keys()].flatMap((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(
        ({ messageText }) => `${path.basename(file)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
      ),
  );
}

test("every function has an example", () => {
  const functions = Object.keys(everything).filter((name) => /^[a-z]/.test(name));
  const silent = functions
    .filter((name) => !examples().has(name))
    .map(
      (name) => `${name} has no example: add an @example with a program to its comment in provider/functions`,
    );
  expect(silent).toEqual([]);
  expect([...examples().keys()].filter((name) => !functions.includes(name))).toEqual([]);
});

test("every example compiles as it stands", { timeout: 60_000 }, () => {
  expect(complaints(examples())).toEqual([]);
});

test("an example that would not compile is noticed", { timeout: 60_000 }, () => {
  const wrong = 'import { getModels } from "pulumi-workspace-gateway";\nawait getModels({});\n';
  expect(complaints(new Map([["wrong", wrong]]))).toEqual([expect.stringContaining("workspaceId")]);
});
