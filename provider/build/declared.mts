// Reads the published declarations: names, members and comments.
import ts from "typescript";

export interface Declared {
  readonly name: string;
  readonly comment: Comment;
  /** The declaration on one line, without comments. */
  readonly code: string;
  readonly members: readonly Member[];
}

interface Member {
  readonly name: string;
  /** Exactly one of the members with `isChoice` is required. */
  readonly isChoice: boolean;
  readonly comment: Comment;
}

type Comment = ReturnType<typeof commentOf>;

type Node = ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.FunctionDeclaration;
type Form = { readonly members: ts.NodeArray<ts.ClassElement | ts.TypeElement> };

const printer = ts.createPrinter({ removeComments: true });

/** The declarations need no other file, so reading their syntax is enough. */
export function readDeclarations(text: string): Declared[] {
  const file = ts.createSourceFile("index.d.ts", text, ts.ScriptTarget.Latest, true);
  const isNamed = (node: ts.Node): node is Node =>
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isFunctionDeclaration(node);
  return file.statements.filter(isNamed).map((node) => ({
    name: node.name?.text ?? "",
    comment: commentOf(node),
    code: printer.printNode(ts.EmitHint.Unspecified, node, file).replace(/\s+/g, " "),
    members: membersOf(formsOf(node)),
  }));
}

function formsOf(node: Node): Form[] {
  if (ts.isTypeAliasDeclaration(node)) {
    const parts: readonly ts.TypeNode[] = ts.isUnionTypeNode(node.type) ? node.type.types : [node.type];
    return parts.filter(ts.isTypeLiteralNode);
  }
  return ts.isFunctionDeclaration(node) ? [] : [node];
}

/** Members that belong only to other forms are declared as `undefined` in a form. */
function membersOf(forms: readonly Form[]): Member[] {
  const all = forms.flatMap(({ members }) => members.flatMap(memberOf));
  const byName = Map.groupBy(all, ({ name }) => name);
  return [...byName].flatMap(([name, [first, ...others]]) => {
    const isChoice = others.length + 1 < forms.length && first?.isRequired === true;
    return first === undefined ? [] : [{ name, isChoice, comment: first.comment }];
  });
}

function memberOf(node: ts.ClassElement | ts.TypeElement) {
  const modifiers = ts.canHaveModifiers(node) ? (node.modifiers ?? []) : [];
  const isStatic = modifiers.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
  const isField = ts.isPropertyDeclaration(node) || ts.isPropertySignature(node);
  if (node.name === undefined || isStatic) return [];
  if (isField && node.type?.kind === ts.SyntaxKind.UndefinedKeyword) return [];
  const isRequired = !(isField && node.questionToken !== undefined);
  return [{ name: node.name.getText(), isRequired, comment: commentOf(node) }];
}

export function commentOf(node: ts.Node) {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)?.getText() ?? "";
  const lines = docs.replace(/^\/\*\*|\*\/$/g, "").replace(/^[ \t]*\*? ?/gm, "");
  const [body = "", ...tags] = lines.split(/^@(?=\w)/m);
  const tagged = (name: string) =>
    tags.filter((each) => each.startsWith(name)).map((each) => each.slice(name.length).trim());
  const bullet = /^- ([A-Z][^:]*): (.*)$/;
  const blocks = body.split(/\n\s*\n|\n(?=- )/).map((block) => block.replace(/\s+/g, " ").trim());
  const bullets = blocks.flatMap((block) => {
    const [, label, text] = bullet.exec(block) ?? [];
    return label === undefined || text === undefined ? [] : [[label, text] as const];
  });
  return {
    text: blocks.filter((block) => block !== "" && !bullet.test(block)).join("\n\n"),
    bullets: new Map(bullets),
    examples: tagged("example"),
    byDefault: tagged("default")[0] ?? "",
  };
}
