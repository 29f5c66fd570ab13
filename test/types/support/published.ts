import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { kinds } from "../../../provider/every-kind.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { paths } from "../../harness/paths.ts";

export interface Argument {
  readonly of: string;
  readonly name: string;
  readonly optional: boolean;
  readonly numeric: boolean;
  readonly text: string;
  readonly byDefault: string | undefined;
}

const file = path.join(paths.root, "provider/dist/index.d.ts");
const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);

type Named = ts.ClassDeclaration | ts.FunctionDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

const declared = source.statements.filter(
  (node): node is Named =>
    ts.isClassDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node),
);

/** What an editor shows of the published classes. */
export const classes = textsOf(ts.isClassDeclaration);

export const functions = textsOf(ts.isFunctionDeclaration);

/** The same of the types that programs name. */
export const types = textsOf((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));

/** The arguments of all classes and functions, as their types have them. */
export const argumentsOfAll: readonly Argument[] = declared
  .filter((node) => /Args$|Options$/.test(nameOf(node)))
  .flatMap((node) => membersOf(node).map((member) => argument(nameOf(node), member)));

/** What programs read: the properties of classes, without what they inherit, and of what functions return. */
export const properties: readonly Argument[] = declared.flatMap((node) => {
  const isResult = ts.isInterfaceDeclaration(node) && !/Args$|Options$/.test(nameOf(node));
  const members = ts.isClassDeclaration(node) ? node.members.filter(ts.isPropertyDeclaration) : [];
  return [...members, ...(isResult ? membersOf(node) : [])].map((member) => argument(nameOf(node), member));
});

/** The lines of the list that stands in a class's comment between what it is and its example, by their titles. */
export function listIn(text: string): ReadonlyMap<string, string> {
  const [, list = ""] = text.split("\n\n");
  const items = list.split(/\n(?=- )/).map((item) => item.replace(/\s+/g, " ").slice(2));
  return new Map(items.map((item) => [item.split(": ")[0] ?? "", item.slice(item.indexOf(": ") + 2)]));
}

export function exampleIn(text: string): string | undefined {
  return /@example\n```ts\n([\s\S]*?)```/.exec(text)?.[1];
}

function textsOf(isOne: (node: Named) => boolean): ReadonlyMap<string, string> {
  return new Map(declared.filter(isOne).map((node) => [nameOf(node), commentOf(node)]));
}

function nameOf(node: Named): string {
  return node.name?.text ?? "";
}

/** The comment as it is written, without the stars. */
function commentOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const inside = (doc?.getText() ?? "").replace(/^\/\*\*/, "").replace(/\*\/$/, "");
  return inside.replace(/^\s*\* ?/gm, "").trim();
}

/** Of a choice between several forms, the members of each; those that a form forbids are none. */
function membersOf(node: Named): ts.PropertySignature[] {
  if (ts.isInterfaceDeclaration(node)) {
    return node.members.filter(ts.isPropertySignature);
  }
  const type = ts.isTypeAliasDeclaration(node) ? node.type : undefined;
  const forms = type === undefined ? [] : ts.isUnionTypeNode(type) ? [...type.types] : [type];
  return forms
    .filter(ts.isTypeLiteralNode)
    .flatMap((form) => form.members.filter(ts.isPropertySignature))
    .filter((member) => member.type?.kind !== ts.SyntaxKind.UndefinedKeyword);
}

function argument(of: string, member: ts.PropertySignature | ts.PropertyDeclaration): Argument {
  const [text = "", byDefault] = commentOf(member).split(/^@default\b/m);
  return {
    of,
    name: member.name.getText(),
    optional: member.questionToken !== undefined,
    numeric: /\bnumber\b/.test(member.type?.getText() ?? ""),
    text: text.trim(),
    byDefault: byDefault?.trim(),
  };
}

/** The scopes that the comment of a class names, in its order, and those that it means by "every kind". */
export function documentedScopes(name: string): string[] {
  const text = listIn(classes.get(name) ?? "").get("Scopes") ?? "";
  const named = [...text.matchAll(/`(\w+:\w+)`/g)].map(([, scope = ""]) => scope);
  const meant = text.includes("the `:read` scope of every kind that belongs to") ? scopesWithin(name) : [];
  return [...new Set([...named, ...meant])];
}

function scopesWithin(name: string): string[] {
  const all: readonly Kind[] = kinds;
  const owner = all.find((kind) => kind.name === name);
  return all
    .filter(({ endpoints: { list, parent } }) => list !== undefined && parent?.list === owner?.endpoints.list)
    .map(({ scope }) => `${scope}:read`);
}

export function compilerComplaints(programs: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(path.join(paths.root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, paths.root);
  const host = ts.createCompilerHost(options);
  const files = new Map(
    [...programs].map(([name, code]) => [path.join(import.meta.dirname, `${name}.example.ts`), code]),
  );
  const { readFile, fileExists } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  const entry = { "pulumi-workspace-gateway": [path.join(paths.root, "provider/index.ts")] };
  const program = ts.createProgram([...files.keys()], { ...options, paths: entry }, host);
  return [...files.keys()].flatMap((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(
        ({ messageText }) => `${path.basename(file)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
      ),
  );
}
