// Writes the declarations of `workspace-gateway/testing`, one for each source file. They may import only
// public packages and each other.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "./sources.mts";

const folder = path.join(root, "cli/testing");
const dist = path.join(root, "cli/dist/testing");

const files = ["index", "api"];
const known = ["@pulumi/pulumi", "pulumi-workspace-gateway", "workspace-gateway-emulator"];

export function testingDeclarations(): void {
  mkdirSync(dist, { recursive: true });
  for (const name of files) {
    writeFileSync(path.join(dist, `${name}.d.ts`), declarationsOf(name));
  }
}

function declarationsOf(name: string): string {
  const fileName = path.join(folder, `${name}.ts`);
  const { ESNext: target } = ts.ScriptTarget;
  const { NodeNext: module } = ts.ModuleKind;
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(fileName, "utf8"), {
    fileName,
    compilerOptions: { target, module, isolatedDeclarations: true },
    reportDiagnostics: true,
  });
  const imported = ts.preProcessFile(outputText).importedFiles.map((file) => file.fileName);
  const stranger = imported.find((each) => !known.includes(each) && !files.includes(each.slice(2, -3)));
  if (stranger !== undefined || diagnostics.length > 0) {
    const [problem] = diagnostics.map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    );
    throw new Error(`${fileName}: ${problem ?? `its declarations use ${stranger}, which is not published`}`);
  }
  return outputText;
}
