import ts from "typescript";

/** Stands for what only a run knows. */
export const unknown = "…";

/** A function that makes a text is told in so many forms at most: beyond that, it is one that only a run knows. */
const mostForms = 8;
const mostParts = 2;
const deepest = 3;

/** Functions by their names, as the sources declare them: no two of them that are exported have one name. */
export type FunctionsByName = ReadonlyMap<string, ts.FunctionDeclaration>;

/** What an expression may say: a condition says one of two things, and a function what it returns. */
export function textsOf(node: ts.Expression, functions: FunctionsByName, depth = 0): string[] {
  const texts = (each: ts.Expression) => textsOf(each, functions, depth);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node)) return texts(node.expression);
  if (ts.isConditionalExpression(node)) return [...texts(node.whenTrue), ...texts(node.whenFalse)];
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce(
      (heads, { expression, literal }) =>
        joined(joined(heads, partsOf(expression, functions, depth)), [literal.text]),
      [node.head.text],
    );
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return joined(texts(node.left), texts(node.right));
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    return texts(node.right);
  }
  if (ts.isCallExpression(node)) return textsOfCall(node, functions, depth);
  return [unknown];
}

function textsOfCall(call: ts.CallExpression, functions: FunctionsByName, depth: number): string[] {
  const { expression: called, arguments: given } = call;
  const [first] = given;
  if (ts.isPropertyAccessExpression(called) && ts.isArrayLiteralExpression(called.expression)) {
    const parts = called.expression.elements.map((each) => textsOf(each, functions, depth));
    return parts.reduce((heads, tails) =>
      joined(
        heads,
        tails.map((tail) => ` ${tail}`),
      ),
    );
  }
  if (!ts.isIdentifier(called) || depth === deepest) return [unknown];
  // What only makes a text printable says that text.
  if (called.text === "printable" && first !== undefined) return textsOf(first, functions, depth);
  const { body } = functions.get(called.text) ?? {};
  return body === undefined ? [unknown] : returnedBy(body, functions, depth + 1);
}

/** What a function returns; if that is a function, what that returns. */
export function returnedBy(body: ts.ConciseBody, functions: FunctionsByName, depth = 0): string[] {
  if (!ts.isBlock(body)) return textsOf(body, functions, depth);
  const texts = new Set<string>();
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) {
      const { expression } = node;
      const said = ts.isArrowFunction(expression)
        ? returnedBy(expression.body, functions, depth)
        : textsOf(expression, functions, depth);
      for (const text of said) texts.add(text);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return texts.size === 0 || texts.size > mostForms ? [unknown] : [...texts];
}

/** What stands in a template: a plain text, or what a function says, unless a row were told in many forms. */
function partsOf(node: ts.Expression, functions: FunctionsByName, depth: number): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  const told = ts.isCallExpression(node) ? textsOfCall(node, functions, depth) : [unknown];
  return told.length > mostParts ? [unknown] : told;
}

function joined(heads: readonly string[], tails: readonly string[]): string[] {
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}
