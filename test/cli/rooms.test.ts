import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const provider = path.join(import.meta.dirname, "../../provider");

/** The TypeScript files of the provider, read. */
const files = readdirSync(provider, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => /\.ts$/.test(file) && !/^(dist|build|node_modules)\//.test(file))
  .map((file) => {
    const text = readFileSync(path.join(provider, file), "utf8");
    return ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  });

const commandLine = files.filter(({ fileName }) => fileName.startsWith("cli/"));

/** The names that a file gives to others. */
function exportsOf({ statements }: ts.SourceFile): string[] {
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

test("no name that the command line's files give stands for something else in the provider", () => {
  const given = files.flatMap((file) => exportsOf(file).map((name) => ({ name, file: file.fileName })));
  const twice = [...Map.groupBy(given, ({ name }) => name).values()]
    .filter((each) => each.length > 1 && each.some(({ file }) => file.startsWith("cli/")))
    .map((each) => each.map(({ name, file }) => `${name} of ${file}`));
  expect(commandLine.flatMap(exportsOf)).toEqual(expect.arrayContaining(["UsageError", "runCommandLine"]));
  expect(twice).toEqual([]);
});

test("only declarations know the library that reads command lines", () => {
  const knowing = commandLine
    .filter(({ text }) =>
      ts.preProcessFile(text).importedFiles.some(({ fileName }) => fileName === "commander"),
    )
    .map(({ fileName }) => fileName);
  const declaring = [...new Set(knowing.map((file) => path.posix.basename(file)))];
  expect(declaring.toSorted()).toEqual(["command-line.ts", "command.ts", "gateway-command.ts"]);
});
