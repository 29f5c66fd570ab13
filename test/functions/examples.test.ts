import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as everything from "../../provider/index.js";
import { compilerComplaints } from "../types/support/compile.ts";

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
  expect(compilerComplaints(examples())).toEqual([]);
});

test("an example that would not compile is noticed", { timeout: 60_000 }, () => {
  const wrong = 'import { getModels } from "pulumi-workspace-gateway";\nawait getModels({});\n';
  expect(compilerComplaints(new Map([["wrong", wrong]]))).toEqual([expect.stringContaining("workspaceId")]);
});
