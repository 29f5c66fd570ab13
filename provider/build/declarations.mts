// Writes `dist/index.d.ts` and `dist/runtime.d.ts`. The source derives its types from schemas; here they are
// written out in full. So the compiler of a program needs no declarations except Pulumi's.
import { writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { type Export, FunctionComments, type Readable } from "./function-comments.mts";
import { root } from "./sources.mts";

const provider = path.join(import.meta.dirname, "..");

const { config } = ts.readConfigFile(path.join(provider, "tsconfig.json"), ts.sys.readFile);

const compilerOptions: ts.CompilerOptions = ts.parseJsonConfigFileContent(config, ts.sys, provider).options;

/** Writes the declarations, and names the sources that they are made of. */
export function declarations(readable: Readable): string[] {
  const host = sharedHost();
  const read = new Set<string>();
  for (const name of ["index", "runtime"]) {
    const file = path.join(provider, "dist", `${name}.d.ts`);
    const { program, scope, exported } = withScope(path.join(provider, `${name}.ts`), compilerOptions, host);
    writeFileSync(file, new Printer(program, scope, exported, readable).print());
    verify(file, host);
    for (const { fileName } of program.getSourceFiles()) {
      if (!fileName.includes("/node_modules/")) {
        read.add(path.relative(root, fileName).replaceAll(path.sep, "/"));
      }
    }
  }
  return [...read];
}

/**
 * Fails for declarations that would fail in users' programs: they do not compile, or import another package.
 */
function verify(file: string, host: ts.CompilerHost): void {
  const program = ts.createProgram([file], { ...compilerOptions, skipLibCheck: false }, host);
  const source = program.getSourceFile(file);
  const imported = ts.preProcessFile(source?.text ?? "").importedFiles.map(({ fileName }) => fileName);
  const stranger = imported.find((name) => name !== "@pulumi/pulumi");
  if (stranger !== undefined) {
    throw new Error(`${file} reads ${stranger}: give what comes from there a public name, in an interface`);
  }
  const errors = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  if (errors.length > 0) {
    throw new Error(ts.formatDiagnostics(errors, host));
  }
}

/** A host that reads each file once, for all programs that are made with it. */
function sharedHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(compilerOptions);
  const files = new Map<string, ts.SourceFile | undefined>();
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (!files.has(name)) {
      files.set(name, getSourceFile(name, ...rest));
    }
    return files.get(name);
  };
  return host;
}

const whole = ts.NodeBuilderFlags.NoTruncation;
const writtenOut = whole | ts.NodeBuilderFlags.InTypeAlias;

/** Prints the exports of a module, as declarations that need no other file of the package. */
class Printer {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #scope: ts.SourceFile;
  readonly #exported: readonly Export[];
  readonly #comments: FunctionComments;
  readonly #printer = ts.createPrinter();

  /** A type that has a name in the file `scope` is printed by this name. Any other type is written out. */
  constructor(program: ts.Program, scope: ts.SourceFile, exported: readonly Export[], readable: Readable) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
    this.#scope = scope;
    this.#exported = exported;
    this.#comments = new FunctionComments(this.#checker, exported, readable);
  }

  print(): string {
    const declarations = this.#exported.map(
      (each) => (this.#comments.of(each.name) ?? docsOf(each.symbol)) + this.#declaration(each),
    );
    const text = ['import * as pulumi from "@pulumi/pulumi";\n', ...declarations].join("\n");
    return (
      text
        // The output of a number has no lifted properties, so the compiler prints it without its name.
        .replaceAll("pulumi.OutputInstance<", "pulumi.Output<")
        // An optional member whose type includes `undefined` gets a second one from its question mark.
        .replaceAll("| undefined | undefined", "| undefined")
        .replaceAll("?: undefined | undefined", "?: undefined")
    );
  }

  #declaration({ name, symbol }: Export): string {
    const bases = this.#foreignBases(symbol);
    const head =
      bases.length === 0 ? name : `${name} extends ${bases.map((base) => this.#type(base)).join(", ")}`;
    if (symbol.flags & ts.SymbolFlags.Class) {
      const members = [
        ...this.#constructors(symbol),
        ...this.#members(this.#flat(name), bases),
        ...this.#statics(name, symbol),
      ];
      return `export declare class ${head} {\n${members.join("")}}\n`;
    }
    if (symbol.flags & ts.SymbolFlags.Interface) {
      return `export interface ${head} {\n${this.#members(this.#flat(name), bases).join("")}}\n`;
    }
    if (symbol.flags & ts.SymbolFlags.TypeAlias) {
      return `export type ${name} = ${this.#alias(name, symbol)};\n`;
    }
    const calls = this.#checker.getTypeOfSymbol(symbol).getCallSignatures();
    if (calls.length === 0) {
      throw new Error(`${name} is exported, but is neither a class nor a type nor a function`);
    }
    return calls.map((call) => `export declare function ${name}${this.#signature(call)};\n`).join("");
  }

  #constructors(symbol: ts.Symbol): string[] {
    const calls = this.#checker.getTypeOfSymbol(symbol).getConstructSignatures();
    return calls.map((call) => `  constructor(${this.#parameters(call)});\n`);
  }

  /** An intersection of object types is written as one object type. */
  #alias(name: string, symbol: ts.Symbol): string {
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    if (!partsOf(type).some(isJoined)) {
      return this.#type(type, writtenOut);
    }
    return partsOf(this.#flat(name))
      .map((part) => `{\n${this.#members(part).join("")}}`)
      .join(" | ");
  }

  #flat(name: string): ts.Type {
    return this.#checker.getTypeAtLocation(membersAlias(this.#scope, name));
  }

  #members(type: ts.Type, bases: readonly ts.Type[] = []): string[] {
    const literal = this.#checker.typeToTypeNode(type, this.#scope, writtenOut);
    const members = literal && ts.isTypeLiteralNode(literal) ? [...literal.members] : [];
    return members.flatMap((member) => {
      const key = member.name && "text" in member.name ? member.name.text : "";
      const isInherited = bases.some((base) => base.getProperty(key) !== undefined);
      return isInherited ? [] : [`${docsOf(type.getProperty(key), "  ")}  ${this.#text(member)}\n`];
    });
  }

  #statics(name: string, symbol: ts.Symbol): string[] {
    const methods = this.#checker.getTypeOfSymbol(symbol).getProperties();
    return methods
      .filter((method) => !this.#isForeign(method))
      .flatMap((method) => {
        const calls = this.#checker.getTypeOfSymbol(method).getCallSignatures();
        return calls.map((call) => {
          // If the method returns a type parameter, it returns the class that it is called on.
          const made = call.getReturnType();
          const result = made.isTypeParameter() ? name : this.#type(made);
          return `${docsOf(method, "  ")}  static ${method.name}(${this.#parameters(call)}): ${result};\n`;
        });
      });
  }

  #signature(call: ts.Signature): string {
    return this.#checker.signatureToString(call, this.#scope, ts.TypeFormatFlags.NoTruncation);
  }

  #parameters(call: ts.Signature): string {
    return call.parameters.map((parameter) => this.#parameter(parameter)).join(", ");
  }

  /** If an exported interface extends the type of a parameter, it is printed by the interface's name. */
  #parameter(parameter: ts.Symbol): string {
    const declaration = this.#checker.symbolToParameterDeclaration(parameter, this.#scope, whole);
    const text = declaration === undefined ? parameter.name : this.#text(declaration);
    const type = this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(parameter));
    const named = this.#exported.find(
      ({ symbol }) => symbol.flags & ts.SymbolFlags.Interface && this.#bases(symbol).includes(type),
    );
    return named === undefined ? text : `${text.slice(0, text.indexOf(":"))}: ${named.name}`;
  }

  #bases(symbol: ts.Symbol): ts.Type[] {
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const bases = type.isClassOrInterface() ? this.#checker.getBaseTypes(type) : [];
    return bases.flatMap((base) => (base.isIntersection() ? base.types : [base]));
  }

  /** Base classes and interfaces of other packages: only their names are printed, not their members. */
  #foreignBases(symbol: ts.Symbol): ts.Type[] {
    return this.#bases(symbol).filter((base) => base.isClassOrInterface() && this.#isForeign(base.symbol));
  }

  #isForeign({ declarations = [] }: ts.Symbol): boolean {
    const files = declarations.map((node) => node.getSourceFile());
    const program = this.#program;
    return files.some(
      (file) => program.isSourceFileFromExternalLibrary(file) || program.isSourceFileDefaultLibrary(file),
    );
  }

  #type(type: ts.Type, flags = whole): string {
    const node = this.#checker.typeToTypeNode(type, this.#scope, flags);
    if (node === undefined) {
      throw new Error(`${this.#checker.typeToString(type)} cannot be written down`);
    }
    return this.#text(node);
  }

  #text(node: ts.Node): string {
    return this.#printer.printNode(ts.EmitHint.Unspecified, node, this.#scope);
  }
}

function partsOf(type: ts.Type): ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function isJoined(type: ts.Type): boolean {
  return type.isIntersection() && type.types.every((part) => part.flags & ts.TypeFlags.Object);
}

/** The comment as it was written, with a new indentation. */
function docsOf(symbol: ts.Symbol | undefined, indent = ""): string {
  const [docs] = (symbol?.declarations ?? [])
    .flatMap((node) => ts.getJSDocCommentsAndTags(node))
    .filter(ts.isJSDoc);
  const lines =
    docs
      ?.getText()
      .split("\n")
      .map((line) => line.trim()) ?? [];
  return lines.map((line) => `${indent}${line.startsWith("*") ? " " : ""}${line}\n`).join("");
}

/**
 * A program with one file that exists only in memory. It imports Pulumi's names and all that the entry
 * exports.
 */
function withScope(entry: string, options: ts.CompilerOptions, shared: ts.CompilerHost) {
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
function membersAlias(scope: ts.SourceFile, name: string): ts.TypeAliasDeclaration {
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
