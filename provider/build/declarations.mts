// Writes `dist/index.d.ts` and `dist/runtime.d.ts`. The sources derive types from schemas. The declarations
// spell them out, so that a program's compiler needs no declarations other than Pulumi's.
import { writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { type Export, functionComments, type Readable } from "./function-comments.mts";
import { root } from "./sources.mts";

const provider = path.join(import.meta.dirname, "..");

const { config } = ts.readConfigFile(path.join(provider, "tsconfig.json"), ts.sys.readFile);

const compilerOptions: ts.CompilerOptions = ts.parseJsonConfigFileContent(config, ts.sys, provider).options;

/** Returns the sources that the declarations were generated from. */
export function declarations(readable: Readable): string[] {
  const host = sharedHost();
  const read = new Set<string>();
  for (const name of ["index", "runtime"]) {
    const file = path.join(provider, "dist", `${name}.d.ts`);
    const scope = withScope(path.join(provider, `${name}.ts`), host);
    writeFileSync(file, printed(scope, readable));
    verify(file, host);
    for (const { fileName } of scope.program.getSourceFiles()) {
      if (!fileName.includes("/node_modules/")) {
        read.add(path.relative(root, fileName).replaceAll(path.sep, "/"));
      }
    }
  }
  return [...read];
}

/** Throws if the declarations would not compile in users' programs, or import another package. */
function verify(file: string, host: ts.CompilerHost): void {
  const program = ts.createProgram([file], { ...compilerOptions, skipLibCheck: false }, host);
  const source = program.getSourceFile(file);
  const imported = ts.preProcessFile(source?.text ?? "").importedFiles.map(({ fileName }) => fileName);
  const stranger = imported.find((name) => name !== "@pulumi/pulumi");
  if (stranger !== undefined) {
    throw new Error(
      `${file} imports ${stranger}. Give the types from this package a public name in an interface`,
    );
  }
  const errors = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  if (errors.length > 0) {
    throw new Error(ts.formatDiagnostics(errors, host));
  }
}

/** Shared by all programs, so that each file is read once. */
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

/** Types without a name in `scope` are spelled out, so that the declarations need no other file. */
function printed({ program, scope, exported }: ReturnType<typeof withScope>, readable: Readable): string {
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter();
  const commentOf = functionComments(checker, exported, readable);
  const declarations = exported.map((each) => (commentOf(each.name) ?? docsOf(each.symbol)) + declared(each));
  const text = ['import * as pulumi from "@pulumi/pulumi";\n', ...declarations].join("\n");
  return (
    text
      // An output of a number has no lifted properties, so the compiler prints `OutputInstance`.
      .replaceAll("pulumi.OutputInstance<", "pulumi.Output<")
      // The question mark of an optional member adds a second `undefined` to a type that already includes it.
      .replaceAll("| undefined | undefined", "| undefined")
      .replaceAll("?: undefined | undefined", "?: undefined")
  );

  function declared({ name, symbol }: Export): string {
    const bases = foreignBasesOf(symbol);
    const head =
      bases.length === 0 ? name : `${name} extends ${bases.map((base) => typeText(base)).join(", ")}`;
    if (symbol.flags & ts.SymbolFlags.Class) {
      const members = [
        ...constructorsOf(symbol),
        ...membersOf(flat(name), bases),
        ...staticsOf(name, symbol),
      ];
      return `export declare class ${head} {\n${members.join("")}}\n`;
    }
    if (symbol.flags & ts.SymbolFlags.Interface) {
      return `export interface ${head} {\n${membersOf(flat(name), bases).join("")}}\n`;
    }
    if (symbol.flags & ts.SymbolFlags.TypeAlias) {
      return `export type ${name} = ${aliasText(name, symbol)};\n`;
    }
    const calls = checker.getTypeOfSymbol(symbol).getCallSignatures();
    if (calls.length === 0) {
      throw new Error(`${name} is exported, but is not a class, a type or a function`);
    }
    return calls.map((call) => `export declare function ${name}${signatureText(call)};\n`).join("");
  }

  function constructorsOf(symbol: ts.Symbol): string[] {
    const calls = checker.getTypeOfSymbol(symbol).getConstructSignatures();
    return calls.map((call) => `  constructor(${parametersText(call)});\n`);
  }

  function aliasText(name: string, symbol: ts.Symbol): string {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const isJoined = (each: ts.Type) =>
      each.isIntersection() && each.types.every((part) => part.flags & ts.TypeFlags.Object);
    if (!partsOf(type).some(isJoined)) {
      return typeText(type, writtenOut);
    }
    return partsOf(flat(name))
      .map((part) => `{\n${membersOf(part).join("")}}`)
      .join(" | ");
  }

  function flat(name: string): ts.Type {
    return checker.getTypeAtLocation(membersAlias(scope, name));
  }

  function membersOf(type: ts.Type, bases: readonly ts.Type[] = []): string[] {
    const literal = checker.typeToTypeNode(type, scope, writtenOut);
    const members = literal && ts.isTypeLiteralNode(literal) ? [...literal.members] : [];
    return members.flatMap((member) => {
      const key = member.name && "text" in member.name ? member.name.text : "";
      const isInherited = bases.some((base) => base.getProperty(key) !== undefined);
      return isInherited ? [] : [`${docsOf(type.getProperty(key), "  ")}  ${nodeText(member)}\n`];
    });
  }

  function staticsOf(name: string, symbol: ts.Symbol): string[] {
    const methods = checker.getTypeOfSymbol(symbol).getProperties();
    return methods
      .filter((method) => !isForeign(method))
      .flatMap((method) => {
        const calls = checker.getTypeOfSymbol(method).getCallSignatures();
        return calls.map((call) => {
          // A method that returns a type parameter returns the class that it is called on.
          const made = call.getReturnType();
          const result = made.isTypeParameter() ? name : typeText(made);
          return `${docsOf(method, "  ")}  static ${method.name}(${parametersText(call)}): ${result};\n`;
        });
      });
  }

  function signatureText(call: ts.Signature): string {
    return checker.signatureToString(call, scope, ts.TypeFormatFlags.NoTruncation);
  }

  function parametersText(call: ts.Signature): string {
    return call.parameters.map((parameter) => parameterText(parameter)).join(", ");
  }

  /** Uses an exported interface's name if the interface extends the parameter's type. */
  function parameterText(parameter: ts.Symbol): string {
    const declaration = checker.symbolToParameterDeclaration(parameter, scope, whole);
    const text = declaration === undefined ? parameter.name : nodeText(declaration);
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
    const named = exported.find(
      ({ symbol }) => symbol.flags & ts.SymbolFlags.Interface && basesOf(symbol).includes(type),
    );
    return named === undefined ? text : `${text.slice(0, text.indexOf(":"))}: ${named.name}`;
  }

  function basesOf(symbol: ts.Symbol): ts.Type[] {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const bases = type.isClassOrInterface() ? checker.getBaseTypes(type) : [];
    return bases.flatMap((base) => (base.isIntersection() ? base.types : [base]));
  }

  /** Bases from other packages are printed by name, without their members. */
  function foreignBasesOf(symbol: ts.Symbol): ts.Type[] {
    return basesOf(symbol).filter((base) => base.isClassOrInterface() && isForeign(base.symbol));
  }

  function isForeign({ declarations = [] }: ts.Symbol): boolean {
    const files = declarations.map((node) => node.getSourceFile());
    return files.some(
      (file) => program.isSourceFileFromExternalLibrary(file) || program.isSourceFileDefaultLibrary(file),
    );
  }

  function typeText(type: ts.Type, flags = whole): string {
    const node = checker.typeToTypeNode(type, scope, flags);
    if (node === undefined) {
      throw new Error(`${checker.typeToString(type)} cannot be printed as a type`);
    }
    return nodeText(node);
  }

  function nodeText(node: ts.Node): string {
    return printer.printNode(ts.EmitHint.Unspecified, node, scope);
  }
}

function partsOf(type: ts.Type): ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

const gatewayImport = ' * import * as gateway from "pulumi-workspace-gateway";\n *\n';

/** Examples in the sources may omit the import of this package, so it is added. */
function docsOf(symbol: ts.Symbol | undefined, indent = ""): string {
  const [docs] = (symbol?.declarations ?? [])
    .flatMap((node) => ts.getJSDocCommentsAndTags(node))
    .filter(ts.isJSDoc);
  const text = docs?.getText().replace(/```ts\n(?! \* import)/, `$&${gatewayImport}`);
  const lines = text?.split("\n").map((line) => line.trim()) ?? [];
  return lines.map((line) => `${indent}${line.startsWith("*") ? " " : ""}${line}\n`).join("");
}

/** The program's only file exists in memory. It imports Pulumi's names and all exports of the entry. */
function withScope(entry: string, shared: ts.CompilerHost) {
  const exported = exportsOf(ts.createProgram([entry], compilerOptions, shared), entry);
  const file = path.join(path.dirname(entry), "declarations.scope.ts");
  const text = scopeText(exported, path.parse(entry).name);
  const host: ts.CompilerHost = {
    ...shared,
    getSourceFile: (name, language, ...rest) =>
      name === file
        ? ts.createSourceFile(name, text, language)
        : shared.getSourceFile(name, language, ...rest),
  };
  const program = ts.createProgram([file], compilerOptions, host);
  return { program, scope: sourceOf(program, file), exported: exportsOf(program, entry) };
}

/** Each alias has all members, including inherited ones. Mapped types keep the members' modifiers. */
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
