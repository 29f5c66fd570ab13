// Writes `dist/index.d.ts` and `dist/runtime.d.ts`. The source derives its types from schemas; here they are
// written out in full. So the compiler of a program needs no declarations except Pulumi's.
import { writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { Printer } from "./printer.mts";
import { withScope } from "./scope.mts";

const provider = path.join(import.meta.dirname, "..");
const config = ts.readConfigFile(path.join(provider, "tsconfig.json"), ts.sys.readFile).config;
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, provider);

for (const name of ["index", "runtime"]) {
  const file = path.join(provider, "dist", `${name}.d.ts`);
  const { program, scope, exported } = withScope(path.join(provider, `${name}.ts`), options);
  writeFileSync(file, new Printer(program, scope, exported).print());
  verify(file);
}

/**
 * Fails for declarations that would fail in users' programs: they do not compile, or import another package.
 */
function verify(file: string): void {
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram([file], { ...options, skipLibCheck: false }, host);
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
