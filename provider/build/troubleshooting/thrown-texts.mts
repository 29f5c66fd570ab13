import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "../sources.mts";

/** A text that somebody may be shown as an error, and the file that throws it. */
export interface ThrownText {
  readonly file: string;
  /** What only a run knows stands as `…`. */
  readonly text: string;
}

const unknown = "…";

/** The texts of all errors that a source makes, each once, in their order. */
export function thrownTexts(file: string): ThrownText[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(root, file), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const texts = new Set<string>();
  const visit = (node: ts.Node) => {
    if (ts.isNewExpression(node) && (isThrown(node) || /Error$/.test(node.expression.getText()))) {
      const [first] = node.arguments ?? [];
      for (const text of first === undefined ? [] : textsOf(first)) {
        if (/[a-z]{3}/i.test(text.replaceAll(unknown, ""))) texts.add(text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...texts].map((text) => ({ file, text: text.replaceAll(/\s+/g, " ").trim() }));
}

function isThrown({ parent }: ts.Node): boolean {
  return ts.isThrowStatement(parent);
}

/** What an expression may say: a condition says one of two things. */
function textsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce(
      (texts, { expression, literal }) => joined(joined(texts, partsOf(expression)), [literal.text]),
      [node.head.text],
    );
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return joined(textsOf(node.left), textsOf(node.right));
  }
  return [unknown];
}

/** What stands in a template: only a plain text is told, so that no row is told in all its forms. */
function partsOf(node: ts.Expression): string[] {
  return ts.isStringLiteralLike(node) ? [node.text] : [unknown];
}

function joined(heads: readonly string[], tails: readonly string[]): string[] {
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}
