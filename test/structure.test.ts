import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");

/** The rooms of the provider, from the top floor down: what stands in one imports from its own room and from lower floors. */
const floors = [
  ["runtime.ts", "cli", "plugin"],
  ["policy"],
  ["recover"],
  ["doctor", "drift"],
  ["export"],
  ["graph"],
  ["review/guard", "review/pin"],
  ["review/markdown", "review/html"],
  ["review/facts"],
  ["review/rules"],
  ["review/routing"],
  ["review/plan"],
  ["stack", "live"],
  ["index.ts"],
  ["functions"],
  ["functions/read"],
  ["every-kind.ts"],
  ["classes.ts"],
  ["kinds"],
  ["dynamic"],
  ["program", "lifecycle"],
  ["lifecycle/sources", "lifecycle/engine"],
  ["lifecycle/hooks"],
  ["lifecycle/objects"],
  ["lifecycle/operation"],
  ["lifecycle/state"],
  ["client"],
  ["client/sign-in"],
  ["client/limits"],
  ["client/http"],
  ["client/settings"],
  ["spec", "io"],
  ["text"],
].map((rooms) => rooms.map((room) => `provider/${room}`));

const mostFilesOfAFolder = 15;

const ofProvider = filesOf("provider").filter((file) => !file.startsWith("provider/build/"));
const sources = new Map(ofProvider.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
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
    .filter((name) => name.startsWith("."))
    .map((name) => path.posix.join(path.posix.dirname(file), name).replace(/\.(m?)js$/, ".$1ts"));
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

test("every import of the provider leads to the own room or to a lower floor", () => {
  const up = ofProvider.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((other) => roomOf(other) !== roomOf(file) && floorOf(other) <= floorOf(file))
      .map((other) => `${file} imports ${other}`),
  );
  expect(ofProvider.length).toBeGreaterThan(100);
  expect(up).toEqual([]);
});

test(`no folder of the provider has more than ${mostFilesOfAFolder} files`, () => {
  const folders = Map.groupBy(ofProvider, (file) => path.posix.dirname(file));
  const full = [...folders].filter(([, inside]) => inside.length > mostFilesOfAFolder);
  expect(full.map(([folder]) => folder)).toEqual([]);
});

test("no two things of the provider have one name", () => {
  const exported = ofProvider.flatMap((file) =>
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
    const named = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
    return named.flatMap((each) => {
      const name = ts.getNameOfDeclaration(each as ts.Declaration);
      return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
    });
  });
}

/** A folder has one of them: what it is for, or what starts it. */
const facesOfFolders = ["index.ts", "command.ts", "main.ts"];

test("no two files of the provider have one name", () => {
  const named = Map.groupBy(ofProvider, (file) => path.posix.basename(file));
  const twice = [...named].filter(([name, files]) => files.length > 1 && !facesOfFolders.includes(name));
  expect(twice.map(([, files]) => files.join(", "))).toEqual([]);
});
