// Writes a CommonJS module into `dist` for each of the package's sources.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { compilerOptions, provider } from "./compiler.mts";
import { root } from "./sources.mts";

/** Compiles these sources, each by itself; what was made of one that is gone is removed. */
export function modules(dist: string, sources: readonly string[]): void {
  for (const source of sources) {
    const file = path.join(root, source);
    const target = path.join(dist, path.relative(provider, file).replace(/\.ts$/, ".js"));
    if (!existsSync(file)) {
      rmSync(target, { force: true });
    } else if (!file.endsWith(".d.ts")) {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, compiled(file));
    }
  }
}

function compiled(file: string): string {
  const { outputText, diagnostics = [] } = ts.transpileModule(readFileSync(file, "utf8"), {
    compilerOptions,
    fileName: file,
    reportDiagnostics: true,
  });
  if (diagnostics.length > 0) {
    throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(compilerOptions)));
  }
  return outputText;
}
