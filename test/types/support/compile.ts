import path from "node:path";
import ts from "typescript";
import { paths } from "../../harness/paths.ts";

/** What the compiler says of programs, by name, that lie beside this file. */
export function compilerComplaints(programs: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(path.join(paths.root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, paths.root);
  const host = ts.createCompilerHost(options);
  const files = new Map(
    [...programs].map(([name, code]) => [path.join(import.meta.dirname, `${name}.example.ts`), code]),
  );
  const { readFile, fileExists } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  const entry = { "pulumi-workspace-gateway": [path.join(paths.root, "provider/index.ts")] };
  const program = ts.createProgram([...files.keys()], { ...options, paths: entry }, host);
  return [...files.keys()].flatMap((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(
        ({ messageText }) => `${path.basename(file)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
      ),
  );
}
