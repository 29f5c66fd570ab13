import ts from "typescript";
import { type Comment, commentOf } from "./comment.mts";

/** An exported name, as the published declarations show it. */
export interface Declared {
  readonly name: string;
  readonly is: "class" | "function" | "type";
  readonly comment: Comment;
  /** The declaration on one line, without comments. */
  readonly code: string;
  readonly members: readonly Member[];
}

export interface Member {
  readonly name: string;
  readonly type: string;
  /** `choice`: exactly one of the members that are a choice is required. */
  readonly need: "required" | "optional" | "choice";
  readonly comment: Comment;
}

type Node = ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.FunctionDeclaration;
type Form = { readonly members: ts.NodeArray<ts.ClassElement | ts.TypeElement> };

const printer = ts.createPrinter({ removeComments: true });

/** Reads declarations. They need no other file, so it is enough to read their syntax. */
export function readDeclarations(text: string): Declared[] {
  const file = ts.createSourceFile("index.d.ts", text, ts.ScriptTarget.Latest, true);
  const isNamed = (node: ts.Node): node is Node =>
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isFunctionDeclaration(node);
  return file.statements.filter(isNamed).map((node) => ({
    name: textOf(node.name),
    is: ts.isClassDeclaration(node) ? "class" : ts.isFunctionDeclaration(node) ? "function" : "type",
    comment: commentOf(node),
    code: printer.printNode(ts.EmitHint.Unspecified, node, file).replace(/\s+/g, " "),
    members: membersOf(formsOf(node)),
  }));
}

/** The lists of members that a declaration has: more than one if it is a union. */
function formsOf(node: Node): Form[] {
  if (ts.isTypeAliasDeclaration(node)) {
    const parts: readonly ts.TypeNode[] = ts.isUnionTypeNode(node.type) ? node.type.types : [node.type];
    return parts.filter(ts.isTypeLiteralNode);
  }
  return ts.isFunctionDeclaration(node) ? [] : [node];
}

/** The members of all forms. In a form, a member that does not belong to it has the type `undefined`. */
function membersOf(forms: readonly Form[]): Member[] {
  const all = forms.flatMap(({ members }) => members.flatMap(memberOf)).filter(({ type }) => type !== "");
  return [...new Set(all.map(({ name }) => name))].flatMap((name) => {
    const [member, ...others] = all.filter((each) => each.name === name);
    const isChoice = others.length + 1 < forms.length && member?.need === "required";
    return member === undefined ? [] : [isChoice ? { ...member, need: "choice" } : member];
  });
}

function memberOf(node: ts.ClassElement | ts.TypeElement): Member[] {
  const modifiers = ts.canHaveModifiers(node) ? (node.modifiers ?? []) : [];
  if (node.name === undefined || modifiers.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)) {
    return [];
  }
  const isField = ts.isPropertyDeclaration(node) || ts.isPropertySignature(node);
  const need = isField && node.questionToken !== undefined ? "optional" : "required";
  const type = isField ? plain(node.type) : textOf(node);
  // A required member that may be undefined has no question mark, so its type must say it.
  const rest =
    isField && need === "required" && / \| undefined$/.test(textOf(node.type)) ? " | undefined" : "";
  return [{ name: textOf(node.name), type: type + rest, need, comment: commentOf(node) }];
}

/**
 * A type for readers: without `Input` and `Output`, and without `undefined`, which the question mark says.
 */
function plain(node?: ts.TypeNode): string {
  if (node === undefined || node.kind === ts.SyntaxKind.UndefinedKeyword) {
    return "";
  }
  if (ts.isTypeReferenceNode(node) && /^pulumi\.(In|Out)put$/.test(textOf(node.typeName))) {
    return plain(node.typeArguments?.[0]);
  }
  if (ts.isUnionTypeNode(node)) {
    return [...new Set(node.types.map(plain))].filter((type) => type !== "").join(" | ");
  }
  if (ts.isArrayTypeNode(node)) {
    const element = plain(node.elementType);
    return element.includes(" | ") && !/^[({]/.test(element) ? `(${element})[]` : `${element}[]`;
  }
  if (ts.isParenthesizedTypeNode(node)) {
    // `string & Record<never, never>` lets an enumeration have other values.
    return ts.isIntersectionTypeNode(node.type) ? plain(node.type.types[0]) : `(${plain(node.type)})`;
  }
  if (ts.isTypeLiteralNode(node)) {
    const members = node.members.flatMap(memberOf);
    const told = members.map(({ name, type, need }) => `${name}${need === "optional" ? "?" : ""}: ${type}`);
    const [, values = "unknown"] = /\[\w+: string\]: (.*?);? \}$/.exec(textOf(node)) ?? [];
    return told.length === 0 ? `Record<string, ${values}>` : `{ ${told.join("; ")} }`;
  }
  return textOf(node);
}

function textOf(node?: ts.Node): string {
  return node?.getText().replace(/\s+/g, " ") ?? "";
}
