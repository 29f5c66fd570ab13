import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { paths } from "../paths.ts";

/** A test that a page names. */
interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** The tests that a text names, as `test/x.test.ts` "what it says". */
export function testsNamedIn(text: string): NamedTest[] {
  return [...text.matchAll(/`(test\/[^`]+\.test\.ts)`\s+"([^"]+)"/g)].map(([, file = "", title = ""]) => ({
    file,
    title,
  }));
}

const titles = new Map<string, readonly string[]>();

/** Whether there is such a test. */
export function isTest({ file, title }: NamedTest): boolean {
  const at = path.join(paths.root, file);
  const known = titles.get(file) ?? (existsSync(at) ? titlesIn(readFileSync(at, "utf8")) : []);
  titles.set(file, known);
  return known.includes(title);
}

/** What the tests of a file are called: the texts that `test`, `test.each(…)` and their like are called with first. */
export function titlesIn(source: string): string[] {
  return textsOf(ts.createSourceFile("x.test.ts", source, ts.ScriptTarget.Latest));
}

function textsOf(node: ts.Node): string[] {
  const own =
    ts.isCallExpression(node) && rootOf(node.expression) === "test" ? node.arguments.slice(0, 1) : [];
  const deeper: string[] = [];
  ts.forEachChild(node, (child) => {
    deeper.push(...textsOf(child));
  });
  return [...own.filter(ts.isStringLiteralLike).map(({ text }) => text), ...deeper];
}

/** `test` of `test("…")`, of `test.each(…)("…")` and of `test.skipIf(…)("…")`. */
function rootOf(node: ts.Expression): string | undefined {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) {
    return rootOf(node.expression);
  }
  return ts.isIdentifier(node) ? node.text : undefined;
}
