// Writes `dist/index.d.ts` and `dist/runtime.d.ts`. The source derives its types from schemas; here they are
// written out in full. So the compiler of a program needs no declarations except Pulumi's.
import { writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { Readable } from "./function-comments.mts";
import { Printer } from "./printer.mts";
import { withScope } from "./scope.mts";
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
