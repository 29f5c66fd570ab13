/**
 * `npm run shape` lists what the shape of `provider` and `cli` costs readers: exports that only one file of the same folder uses, and
 * files above 600 lines. `npm run check` prints the counts. It never fails.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const longest = 600;
const root = path.join(import.meta.dirname, "../..");
const files = ["provider", "cli"].flatMap(sourcesOf);
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
const linesOf = (file: string) => (texts.get(file)?.split("\n").length ?? 1) - 1;

/** The files that import an export, by `file name`. Re-exports count, tests do not. */
const users = new Map<string, Set<string>>();
for (const [file, text] of texts) {
  for (const [from, name] of importsOf(file, text)) {
    const key = `${from} ${name}`;
    users.set(key, (users.get(key) ?? new Set()).add(file));
  }
}

const exported = [...texts].flatMap(([file, text]) => exportsOf(file, text).map((name) => ({ file, name })));
const usersOf = ({ file, name }: (typeof exported)[number]) => [...(users.get(`${file} ${name}`) ?? [])];
const single = exported.filter((each) => usersOf(each).length === 1);
const siblings = single.filter((each) => path.dirname(usersOf(each)[0] ?? "") === path.dirname(each.file));
const long = files.filter((file) => linesOf(file) > longest);

if (process.argv.includes("--list")) {
  for (const each of siblings) console.log(`${each.file}: only ${usersOf(each)[0]} uses ${each.name}`);
}
for (const file of long) console.log(`${file} has ${linesOf(file)} lines`);
const lines = files.reduce((sum, file) => sum + linesOf(file), 0);
console.log(
  `${files.length} source files, ${lines} lines, ${exported.length} exports, ${single.length} of them with one user, ` +
    `${siblings.length} in its own folder (npm run shape lists them)`,
);

function sourcesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, "/")))
    .filter((file) => /\.m?ts$/.test(file) && !/\/(dist|node_modules)\//.test(file));
}

function* importsOf(file: string, text: string): Generator<[from: string, name: string]> {
  for (const statement of parse(file, text)) {
    if (!(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))) continue;
    const specifier = statement.moduleSpecifier;
    if (specifier === undefined || !ts.isStringLiteral(specifier)) continue;
    const from =
      specifier.text === "pulumi-workspace-gateway/tools"
        ? "provider/tools.ts"
        : path.posix.join(path.posix.dirname(file), specifier.text).replace(/\.(m?)js$/, ".$1ts");
    const clause = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause;
    if (clause === undefined || !("elements" in clause)) continue;
    for (const { propertyName, name } of clause.elements) yield [from, (propertyName ?? name).text];
  }
}

function exportsOf(file: string, text: string): string[] {
  const names = parse(file, text).flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    }
    const name = "name" in statement ? (statement.name as ts.Node | undefined) : undefined;
    return name === undefined ? [] : [name.getText()];
  });
  return [...new Set(names)];
}

function parse(file: string, text: string): readonly ts.Statement[] {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2024, true).statements;
}
