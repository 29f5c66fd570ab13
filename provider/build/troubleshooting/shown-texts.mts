import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "../sources.mts";
import { loopedLines } from "./looped-lines.mts";
import { type FunctionsByName, returnedBy, textsOf, unknown } from "./texts-of.mts";

/** A text that somebody may be shown, and the file that says it. */
export interface ShownText {
  readonly file: string;
  /** What only a run knows stands as `…`. */
  readonly text: string;
  /** What fails, what a run only warns of, or what a value has to be. */
  readonly as: "error" | "warning" | "value";
}

/** The texts that the sources show, each file's in their order, each once. */
export function shownTexts(files: readonly string[]): ShownText[] {
  const sources = files.map((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  });
  const functions = functionsIn(sources);
  return sources.flatMap((source) => textsIn(source, functions));
}

function functionsIn(sources: readonly ts.SourceFile[]): FunctionsByName {
  const declared = sources.flatMap(({ statements }) => statements.filter(ts.isFunctionDeclaration));
  return new Map(declared.flatMap((each) => (each.name ? [[each.name.text, each] as const] : [])));
}

function textsIn(source: ts.SourceFile, functions: FunctionsByName): ShownText[] {
  const found = new Map<string, ShownText>();
  const visit = (node: ts.Node) => {
    const { as, texts } = saidBy(node, functions) ?? { as: "error", texts: [] };
    for (const text of texts.map((each) =>
      each
        .replaceAll(/\s+/g, " ")
        .replaceAll(/…(?: ?…)+/g, unknown)
        .trim(),
    )) {
      if (tells(text) && !found.has(text)) found.set(text, { file: source.fileName, text, as });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}

/** Whether anything of a text is known before a run. */
function tells(text: string): boolean {
  return /[a-z]{3}/i.test(text.replaceAll(unknown, ""));
}

interface Said {
  readonly as: ShownText["as"];
  readonly texts: readonly string[];
}

function saidBy(node: ts.Node, functions: FunctionsByName): Said | undefined {
  if (ts.isNewExpression(node)) return errorOf(node, functions);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const [first] = node.arguments;
    if (node.expression.name.text !== "warn" || first === undefined) return undefined;
    const texts = textsOf(first, functions);
    return { as: "warning", texts: texts.some(tells) ? texts : loopedLines(node, functions) };
  }
  return ts.isPropertyAssignment(node) ? ruleOf(node, functions) : undefined;
}

/** Of an error that is made or thrown; of a request that failed, what it came to and what to do. */
function errorOf(node: ts.NewExpression, functions: FunctionsByName) {
  const [first] = node.arguments ?? [];
  const isError = ts.isThrowStatement(node.parent) || /Error$/.test(node.expression.getText());
  if (!isError || first === undefined) return undefined;
  if (!ts.isObjectLiteralExpression(first)) return { as: "error", texts: textsOf(first, functions) } as const;
  const [said = [], remedies = [""]] = ["said", "remedy"].map((name) =>
    first.properties
      .filter(ts.isPropertyAssignment)
      .filter((each) => each.name.getText() === name)
      .flatMap(({ initializer }) => textsOf(initializer, functions)),
  );
  const texts = said.flatMap((text) =>
    remedies.length === 0 ? [text] : remedies.map((each) => `${text}. ${each}`),
  );
  return { as: "error", texts } as const;
}

/** Of a rule for a value: the reason why one is refused, or what is odd about it. */
function ruleOf({ name, initializer }: ts.PropertyAssignment, functions: FunctionsByName) {
  if (!["reason", "error", "doubt"].includes(name.getText())) return undefined;
  const named = ts.isCallExpression(initializer) ? initializer.expression : initializer;
  const doubted = ts.isIdentifier(named) ? functions.get(named.text)?.body : undefined;
  const body = ts.isArrowFunction(initializer) ? initializer.body : doubted;
  const texts = body === undefined ? textsOf(initializer, functions) : returnedBy(body, functions);
  return { as: "value", texts: texts.filter((text) => /^(?:must|is|are|give) /.test(text)) } as const;
}
