import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");

/** The rooms of both packages, from the top floor down: what stands in one imports from its own room and from lower floors. */
const floors: readonly (readonly string[])[] = [
  ["cli/main.ts"],
  ["cli/commands"],
  ["cli/policy"],
  ["cli/testing"],
  ["cli/recover"],
  ["cli/doctor", "cli/drift"],
  ["cli/export"],
  ["cli/graph"],
  ["cli/review/guard", "cli/review/pin"],
  ["cli/review/markdown", "cli/review/html"],
  ["cli/review/blocks"],
  ["cli/review/facts"],
  ["cli/review/rules"],
  ["cli/review/plan", "cli/review/evidence"],
  ["cli/retirement"],
  ["cli/usage/charts", "cli/usage/use"],
  ["cli/expectations", "cli/usage/cost"],
  ["cli/routing"],
  ["cli/usage"],
  ["cli/account"],
  ["cli/stack", "cli/live"],
  ["cli/testing/program"],
  ["cli/testing/engine"],
  ["cli/testing/engine/providers"],
  ["cli/testing/api.ts", "cli/testing/secret.ts"],
  ["cli/text"],
  ["provider/tools.ts"],
  ["provider/runtime.ts", "provider/plugin"],
  ["provider/index.ts"],
  ["provider/functions"],
  ["provider/functions/read"],
  ["provider/every-kind.ts"],
  ["provider/classes.ts"],
  ["provider/kinds"],
  ["provider/dynamic"],
  ["provider/program", "provider/lifecycle"],
  ["provider/lifecycle/calls"],
  ["provider/lifecycle/sources", "provider/lifecycle/engine"],
  ["provider/lifecycle/hooks"],
  ["provider/lifecycle/objects"],
  ["provider/lifecycle/operation"],
  ["provider/lifecycle/state"],
  ["provider/client"],
  ["provider/client/sign-in"],
  ["provider/client/limits"],
  ["provider/client/http"],
  ["provider/client/settings"],
  ["provider/spec", "provider/io"],
  ["provider/text"],
];

/** What the tools' package calls the one file of the provider that it knows, and that file. */
const door = { name: "pulumi-workspace-gateway/tools", file: "provider/tools.ts" };

/** What users know: the published types of the tools name it, and nothing else of them does. */
const publicPackages = ["pulumi-workspace-gateway", "workspace-gateway-emulator"];

const mostFilesOfAFolder = 15;

const files = [...filesOf("cli"), ...filesOf("provider")].filter(
  (file) => !file.startsWith("provider/build/"),
);
const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
const imports = new Map([...sources].map(([file, text]) => [file, importsOf(file, text)]));

function filesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, "/")))
    .filter((file) => /\.m?ts$/.test(file) && !/\/(dist|node_modules)\//.test(file));
}

function importsOf(file: string, text: string): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => /^\.|^(?:pulumi-)?workspace-gateway\b/.test(name))
    .filter((name) => !(file.startsWith("cli/testing/") && publicPackages.includes(name)))
    .map((name) =>
      name === door.name
        ? door.file
        : path.posix.join(path.posix.dirname(file), name).replace(/\.(m?)js$/, ".$1ts"),
    );
}

/** The room of a file: the longest name that its path begins with. */
function roomOf(file: string): string {
  const names = floors.flat().filter((name) => file === name || file.startsWith(`${name}/`));
  const [longest] = names.toSorted((a, b) => b.length - a.length);
  return longest ?? expect.unreachable(`${file} is in no room: add its folder to the floors`);
}

function floorOf(file: string): number {
  return floors.findIndex((rooms) => rooms.includes(roomOf(file)));
}

test("every import leads to the own room or to a lower floor", () => {
  const up = files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((other) => roomOf(other) !== roomOf(file) && floorOf(other) <= floorOf(file))
      .map((other) => `${file} imports ${other}`),
  );
  expect(files.length).toBeGreaterThan(400);
  expect(up).toEqual([]);
});

test("the tools know one file of the provider, by its name in the package, and the provider nothing of the tools", () => {
  const packageOf = (file: string) => file.split("/")[0];
  const across = [...imports].flatMap(([file, others]) =>
    others.filter((other) => packageOf(other) !== packageOf(file)).map((other) => ({ file, other })),
  );
  expect(across.length).toBeGreaterThan(100);
  expect(across.filter(({ file, other }) => packageOf(file) !== "cli" || other !== door.file)).toEqual([]);
  expect(files.filter((file) => /\.\.\/provider\//.test(sources.get(file) ?? ""))).toEqual([]);
});

test(`no folder has more than ${mostFilesOfAFolder} files`, () => {
  const folders = Map.groupBy(files, (file) => path.posix.dirname(file));
  const full = [...folders].filter(([, inside]) => inside.length > mostFilesOfAFolder);
  expect(full.map(([folder]) => folder)).toEqual([]);
});

test("no two things have one name", () => {
  const exported = files.flatMap((file) =>
    exportsOf(file, sources.get(file) ?? "").map((name) => ({ name, file })),
  );
  const named = Map.groupBy(exported, ({ name }) => name);
  const twice = [...named].filter(([, places]) => places.length > 1);
  expect(exported.length).toBeGreaterThan(200);
  expect([...named.keys()]).toEqual(expect.arrayContaining(["UsageError", "runCommandLine"]));
  expect(twice.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(", ")}`)).toEqual([]);
});

/** The names that a file gives to others. */
function exportsOf(file: string, text: string): string[] {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) {
      return [];
    }
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
    const named = declared.flatMap((each): readonly ts.Node[] =>
      ts.isVariableDeclaration(each) && ts.isObjectBindingPattern(each.name) ? each.name.elements : [each],
    );
    return named.flatMap((each) => {
      const name = ts.getNameOfDeclaration(each as ts.Declaration);
      return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
    });
  });
}

/** A folder has one of them: what it is for, or what starts it. */
const facesOfFolders = ["index.ts", "command.ts", "main.ts"];

test("no two files have one name", () => {
  const named = Map.groupBy(files, (file) => path.posix.basename(file));
  const twice = [...named].filter(([name, files]) => files.length > 1 && !facesOfFolders.includes(name));
  expect(twice.map(([, files]) => files.join(", "))).toEqual([]);
});
