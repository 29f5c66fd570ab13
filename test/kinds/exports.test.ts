import { readdirSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import * as everything from "../../provider/index.js";
import { kindOf } from "../../provider/program/resource.js";
import { plural } from "../../provider/text/words.js";
import { dataOf } from "./data.ts";

const provider = path.join(import.meta.dirname, "../../provider");

interface Module {
  readonly file: string;
  readonly values: readonly (readonly [name: string, value: unknown])[];
  readonly types: readonly string[];
}

async function modulesOf(folder: string): Promise<Module[]> {
  const files = readdirSync(path.join(provider, folder)).filter((file) => file.endsWith(".ts"));
  return Promise.all(
    files.map(async (name) => {
      const values: object = await import(path.join(provider, folder, name));
      const file = `${folder}/${name}`;
      return { file, values: Object.entries(values), types: typesOf(file) };
    }),
  );
}

function parsed(file: string): readonly ts.Statement[] {
  const text = ts.sys.readFile(path.join(provider, file)) ?? "";
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements;
}

function typesOf(file: string): string[] {
  return parsed(file)
    .filter((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each))
    .filter(({ modifiers = [] }) => modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .map(({ name }) => name.text);
}

/** The names that the list of classes has of a module, types included. */
const listed = new Map(
  parsed("classes.ts")
    .filter(ts.isExportDeclaration)
    .map(({ moduleSpecifier, exportClause }): [string, string[]] => {
      const from =
        moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
      const names =
        exportClause !== undefined && ts.isNamedExports(exportClause) ? exportClause.elements : [];
      return [from, names.map(({ name }) => name.text)];
    }),
);

function unlisted({ file }: Module, names: readonly string[]): string[] {
  return names.filter((name) => !listed.get(`./${file.replace(/\.ts$/, ".js")}`)?.includes(name));
}

const kindModules = await modulesOf("kinds");
const functionModules = await modulesOf("functions");

test("every class is public, with its arguments, so that the engine and the command line know its kind", () => {
  const ofClasses = kindModules.map(({ values }) =>
    values.filter(([, value]) => kindOf(value) !== undefined),
  );
  const missing = kindModules.flatMap((module, index) =>
    unlisted(module, ofClasses[index]?.flatMap(([name]) => [name, `${name}Args`]) ?? []),
  );
  expect(missing, "export these from provider/classes.ts").toEqual([]);
  expect(kinds.length).toBe(ofClasses.flat().length);
});

test("every spec has a class of its name, and the class an interface of its arguments", () => {
  const specs = kindModules.flatMap((module) =>
    module.values.filter(([, value]) => isSpec(value)).map(([spec, value]) => ({ ...module, spec, value })),
  );
  const missing = specs.flatMap(({ values, types, spec, value }) => {
    const { name } = value as { name: string };
    const isMade = values.some(([each, class_]) => each === name && kindOf(class_) === value);
    return [
      ...(isMade ? [] : [`export class ${name} extends resource(${spec}) {}`]),
      ...(types.includes(`${name}Args`)
        ? []
        : [`export interface ${name}Args extends ArgsOf<typeof ${spec}> {}`]),
    ];
  });
  expect(missing, "add these to provider/kinds").toEqual([]);
});

test("every file of functions is public, and has nothing but functions and their types", () => {
  const text = ts.sys.readFile(path.join(provider, "index.ts")) ?? "";
  const missing = functionModules
    .map(({ file }) => `export * from "./${file.replace(/\.ts$/, ".js")}";`)
    .filter((line) => !text.includes(`\n${line}\n`));
  expect(missing, "add these to provider/index.ts").toEqual([]);
  const others = functionModules.flatMap(({ file, values }) =>
    values.filter(([, value]) => typeof value !== "function").map(([name]) => `${name} of ${file}`),
  );
  expect(others, "these are public, though no program calls them: do not export them").toEqual([]);
});

test("every kind that can be read is read by a function, and every function by one that takes outputs", () => {
  const names = Object.entries(everything).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const wanted = kinds
    .filter(({ name }) => dataOf(name).unread === undefined)
    .flatMap(({ name, endpoints: { list, get } }) => [
      ...(get === undefined ? [] : [`get${name}`]),
      ...(list === undefined ? [] : [`get${plural(name)}`]),
    ]);
  const readers = names.filter((name) => /^get[A-Z]/.test(name) && !name.endsWith("Output"));
  const missing = [...wanted, ...readers.map((name) => `${name}Output`)].filter(
    (name) => !names.includes(name),
  );
  const advice = "add these to provider/functions, or say in test/kinds/data why a kind is `unread`";
  expect(missing, advice).toEqual([]);
});

function isSpec(value: unknown): boolean {
  return typeof value === "object" && value !== null && "naturalKey" in value && "endpoints" in value;
}
