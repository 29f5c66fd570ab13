import path from "node:path";
import ts from "typescript";
import type { ExportedFile } from "../../../../cli/export/exported-program.js";

/** Below the packages of the repository; nothing is written there. */
const folder = path.join(import.meta.dirname, "../../../../exported");

/** What the compiler says of a program, with the program's own options and the declarations of the built package. */
export function complaints(files: readonly ExportedFile[]): string[] {
  const texts = new Map(files.map((file) => [path.join(folder, file.path), file.text]));
  const config: unknown = JSON.parse(texts.get(path.join(folder, "tsconfig.json")) ?? "");
  const roots = [...texts.keys()].filter((file) => file.endsWith(".ts"));
  const { options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const host = ts.createCompilerHost(options);
  const { directoryExists, fileExists, readFile } = host;
  host.directoryExists = (name) => name === folder || directoryExists?.(name) === true;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.getSourceFile = (file, version) => {
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, version);
  };
  const program = ts.createProgram(roots, options, host);
  // The folder is not there, so it has no inputs: that alone is no complaint.
  const noInputs = 18003;
  return [...errors.filter(({ code }) => code !== noInputs), ...ts.getPreEmitDiagnostics(program)].map(
    ({ file, messageText }) =>
      `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}
