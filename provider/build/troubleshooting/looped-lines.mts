import ts from "typescript";
import { type FunctionsByName, textsOf } from "./texts-of.mts";

/** What lists have that a node says one by one in a loop: those of the functions that the loop calls, and of its own function. */
export function loopedLines(node: ts.Node, functions: FunctionsByName): string[] {
  const loop = ts.findAncestor(node, ts.isForOfStatement);
  if (loop === undefined) return [];
  const places = new Set<ts.Node>();
  const visit = (part: ts.Node) => {
    if (ts.isCallExpression(part) && ts.isIdentifier(part.expression)) {
      const { body } = functions.get(part.expression.text) ?? {};
      if (body !== undefined) places.add(body);
    }
    ts.forEachChild(part, visit);
  };
  // A variable has its lines in the function around: from its declaration, or pushed later.
  const whole = ts.isIdentifier(loop.expression) ? ts.findAncestor(loop, ts.isFunctionLike) : loop.expression;
  if (whole !== undefined) {
    places.add(whole);
    visit(whole);
  }
  return [...places].flatMap((place) => elementsIn(place, functions));
}

/** The texts of all that stands in a list, or that a function in there returns. A name alone is no line. */
function elementsIn(place: ts.Node, functions: FunctionsByName): string[] {
  const texts: string[] = [];
  const add = (each: ts.Expression) => texts.push(...textsOf(each, functions).filter(isLine));
  const visit = (node: ts.Node) => {
    if (ts.isArrayLiteralExpression(node)) node.elements.forEach(add);
    if (ts.isReturnStatement(node) && node.expression) add(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(place);
  return texts;
}

function isLine(text: string): boolean {
  return text.split(" ").length > 3;
}
