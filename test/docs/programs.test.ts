import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { paths } from "../harness/paths.ts";
import { blocksOf, pages } from "./support/pages.ts";

/** Pages whose programs a reader puts into a file. Those of the reference are made of the comments, which `test/types` compiles. */
const told = pages.filter((page) => !page.startsWith("docs/reference/") && page !== "docs/_index.md");

/** The program that README begins with, which the others go on from. */
const first = blocksOf("README.md", "ts")[0]?.text ?? "";

/** The programs of a page as one module, in their order. Each stands in the scope of those before it, and may use its names anew. */
function moduleOf(page: string): string {
  const blocks = [first, ...blocksOf(page, "ts").map(({ text }) => text)];
  const written = blocks.flatMap((text) => text.match(/^import .*;.*$/gm) ?? []).map(bare);
  const imports = new Set(['import assert from "node:assert/strict";', ...written]);
  const bodies = blocks.map((text) =>
    text.replaceAll(/^import .*$/gm, "").replaceAll(/^export (?=const|class)/gm, ""),
  );
  return [...imports, "export {};", bodies.join("{\n"), "}".repeat(blocks.length - 1)].join("\n");
}

function bare(line: string): string {
  return line.replace(/;.*$/, ";");
}

test("every program in README and docs compiles, in the order of its page", () => {
  const modules = new Map(
    told
      .filter((page) => blocksOf(page, "ts").length > 0)
      .map((page) => [path.join(paths.root, `docs-${page.replaceAll(/\W/g, "-")}.ts`), moduleOf(page)]),
  );
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => modules.has(file) || fileExists(file);
  host.readFile = (file) => modules.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = modules.get(file);
    return text === undefined
      ? getSourceFile(file, version, ...rest)
      : ts.createSourceFile(file, text, version);
  };
  const program = ts.createProgram({ rootNames: [...modules.keys()], options, host });
  const problems = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.text.split("\n")[file.getLineAndCharacterOfPosition(start).line] ?? "";
    return `${path.basename(file?.fileName ?? "")}: ${line.trim()}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
  expect(problems).toEqual([]);
  expect(modules.size).toBeGreaterThan(5);
});
