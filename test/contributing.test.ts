import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { fieldFlags } from "../provider/spec/field.js";

const root = path.resolve(import.meta.dirname, "..");
const page = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");

test("every file and folder that CONTRIBUTING names is there", () => {
  const named = [...page.matchAll(/`((?:provider|cli|test|docs|examples)\/[^`\s]*)`/g)].map(
    ([, name = ""]) => name,
  );
  const missing = named.filter((name) => !existsSync(path.join(root, name)));
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(30);
});

test("every folder of the packages and of the tests is in CONTRIBUTING's map", () => {
  const [, map = ""] = page.split("\n## Map\n");
  const [table = ""] = map.split("\n## ");
  const hasFolder = (top: string, name: string) => existsSync(path.join(root, top, name));
  const isMirror = (name: string) => hasFolder("provider", name) || name === "cli";
  const missing = ["provider", "cli", "test"].flatMap((top) =>
    readdirSync(path.join(root, top), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(dist|node_modules)$/.test(entry.name))
      .filter(({ name }) => top !== "test" || !isMirror(name))
      .filter(({ name }) => !table.includes(`\`${top}/${name}\``))
      .map(({ name }) => `${top}/${name} is not in the map of CONTRIBUTING.md: add a line of what is in it`),
  );
  expect(missing).toEqual([]);
});

test.each([
  ["a field", Object.keys(fieldFlags.shape), 'the table of flags under "Add a field"'],
  ["a kind", membersOf("kind.ts", "Spec"), 'the table of keys under "Add a kind"'],
])("CONTRIBUTING tells of every rule that %s may have", (_what, rules, where) => {
  const missing = rules
    .filter((name) => !page.includes(`| \`${name}\` |`) && !page.includes(`\n  ${name}: `))
    .map((name) => `CONTRIBUTING.md does not tell of ${name}: add it to ${where}`);
  expect(missing).toEqual([]);
});

function membersOf(file: string, type: string): string[] {
  const text = readFileSync(path.join(root, "provider/spec", file), "utf8");
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const { members } =
    statements.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === type) ??
    expect.unreachable(`no interface ${type}`);
  return members.flatMap(({ name }) => (name !== undefined && ts.isIdentifier(name) ? [name.text] : []));
}
