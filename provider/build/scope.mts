import path from "node:path";
import ts from "typescript";

export interface Export {
  readonly name: string;
  readonly symbol: ts.Symbol;
}

/**
 * A program with one file that exists only in memory. It imports Pulumi's names and all that the entry
 * exports.
 */
export function withScope(entry: string, options: ts.CompilerOptions, shared: ts.CompilerHost) {
  const exported = exportsOf(ts.createProgram([entry], options, shared), entry);
  const file = path.join(path.dirname(entry), "declarations.scope.ts");
  const text = scopeText(exported, path.parse(entry).name);
  const host: ts.CompilerHost = {
    ...shared,
    getSourceFile: (name, language, ...rest) =>
      name === file
        ? ts.createSourceFile(name, text, language)
        : shared.getSourceFile(name, language, ...rest),
  };
  const program = ts.createProgram([file], options, host);
  return { program, scope: sourceOf(program, file), exported: exportsOf(program, entry) };
}

/**
 * The text of that file. For each type it has an alias with all its members, also the inherited ones.
 * The alias is a mapped type, because this keeps the modifiers of the members.
 */
function scopeText(exported: readonly Export[], module: string): string {
  const names = exported.map(({ name }) => name).join(", ");
  const types = exported.filter(({ symbol }) => symbol.flags & ts.SymbolFlags.Type);
  return [
    'import * as pulumi from "@pulumi/pulumi";',
    `import { ${names} } from "./${module}.js";`,
    "type $<T> = T extends unknown ? { [K in keyof T]: T[K] } : never;",
    ...types.map(({ name }) => `type $${name} = $<${name}>;`),
  ].join("\n");
}

/** The alias that has all members of a type. */
export function membersAlias(scope: ts.SourceFile, name: string): ts.TypeAliasDeclaration {
  const alias = scope.statements
    .filter(ts.isTypeAliasDeclaration)
    .find(({ name: { text } }) => text === `$${name}`);
  if (alias === undefined) {
    throw new Error(`${name} is not a type`);
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
