import path from "node:path";
import ts from "typescript";

export interface Export {
  readonly name: string;
  readonly symbol: ts.Symbol;
}

/** A program with a file that no disk has, which knows Pulumi's names and the public ones of the entry. */
export function withScope(entry: string, options: ts.CompilerOptions) {
  const exported = exportsOf(ts.createProgram([entry], options), entry);
  const file = path.join(path.dirname(entry), "declarations.scope.ts");
  const text = scopeText(exported, path.parse(entry).name);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, language, ...rest) =>
    name === file ? ts.createSourceFile(name, text, language) : getSourceFile(name, language, ...rest);
  const program = ts.createProgram([file], options, host);
  return { program, scope: sourceOf(program, file), exported: exportsOf(program, entry) };
}

/** A mapped type has all members, the inherited ones too, with their modifiers. */
function scopeText(exported: readonly Export[], module: string): string {
  const names = exported.map(({ name }) => name).join(", ");
  const hasMembers = ({ symbol }: Export) => symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface);
  return [
    'import * as pulumi from "@pulumi/pulumi";',
    `import { ${names} } from "./${module}.js";`,
    ...exported.filter(hasMembers).map(({ name }) => `type $${name} = { [K in keyof ${name}]: ${name}[K] };`),
  ].join("\n");
}

/** The mapped type of a class or an interface. */
export function membersAlias(scope: ts.SourceFile, name: string): ts.TypeAliasDeclaration {
  const alias = scope.statements
    .filter(ts.isTypeAliasDeclaration)
    .find(({ name: { text } }) => text === `$${name}`);
  if (alias === undefined) {
    throw new Error(`${name} is neither a class nor an interface`);
  }
  return alias;
}

function exportsOf(program: ts.Program, entry: string): Export[] {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(sourceOf(program, entry));
  return (module === undefined ? [] : checker.getExportsOfModule(module)).map((symbol) => ({
    name: symbol.name,
    symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
  }));
}

function sourceOf(program: ts.Program, file: string): ts.SourceFile {
  const source = program.getSourceFile(file);
  if (source === undefined) {
    throw new Error(`${file} was not read`);
  }
  return source;
}
