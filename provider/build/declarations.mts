// Writes `dist/index.d.ts` and `dist/runtime.d.ts`. They say in full what the source derives from its schemas, so that
// the compiler of a program needs Pulumi's declarations and no others.
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

/** Declarations that do not compile, or that read another package's, would fail in the programs of users. */
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
