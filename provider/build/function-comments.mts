// Generates the published comments of read functions and of their arguments. A function's file contains only
// its specifics. This file adds everything that follows from the object that the function reads.
import ts from "typescript";
import type { FunctionSpec } from "../functions/read/call.ts";
import type { BuiltSpecs } from "./bundle.mts";
import { commentOf } from "./declared.mts";

export interface Export {
  readonly name: string;
  readonly symbol: ts.Symbol;
}

export type Readable = Pick<BuiltSpecs, "functions" | "nounOf" | "plural">;

/** Finds an export's generated comment. Undefined if its own file contains the whole comment. */
export function functionComments(
  checker: ts.TypeChecker,
  exported: readonly Export[],
  { functions, nounOf, plural }: Readable,
): (name: string) => string | undefined {
  const symbols = new Map(exported.map(({ name, symbol }) => [name, symbol]));
  const specs = new Map([...functions.values()].map((spec) => [spec.name, spec]));

  return (name) => {
    const spec = specs.get(name);
    if (spec !== undefined) {
      return written(functionText(spec), exampleOf(spec, name));
    }
    const plain = specs.get(name.replace(/Output$/, ""));
    if (plain !== undefined) {
      const { text } = commentOf(statementOf(declarationOf(plain.name)));
      return written(
        variant(plain, scopeIn(text) ?? scopeOf(plain)),
        exampleOf(plain, name) ?? inOutputs(plain),
      );
    }
    const reader = specs.get(name.replace(/^G(.*)Args$/, "g$1"));
    const hasComment = commentOf(declarationOf(name)).text !== "";
    return reader === undefined || hasComment ? undefined : written(argumentsText(reader));
  };

  function functionText(spec: FunctionSpec): string {
    const declaration = declarationOf(spec.name);
    const isOfKind = ts.isBindingElement(declaration);
    const text = isOfKind && spec.givesList ? listText(spec) : commentOf(statementOf(declaration)).text;
    const scope = scopeIn(text) === undefined ? ` Requires the ${scopeOf(spec)}.` : "";
    return `${text}${scope} ${failuresText(spec)}`;
  }

  /** Uses the comment of the kind's list: "The prompts of a workspace." */
  function listText({ name, reading }: FunctionSpec): string {
    const call = ts.findAncestor(declarationOf(name), ts.isVariableDeclaration)?.initializer;
    const [read] = call !== undefined && ts.isCallExpression(call) ? call.arguments : [];
    const [declaration] = (read && checker.getSymbolAtLocation(read)?.declarations) ?? [];
    const comment = declaration === undefined ? "" : commentOf(statementOf(declaration)).text;
    const [, objects] = /^The (.*)\.$/.exec(comment) ?? [];
    if (objects === undefined) {
      throw new Error(
        `the comment of ${name} must say what the function reads, in a sentence such as "The prompts of a workspace."`,
      );
    }
    return `Reads all ${objects}, each in the form that {@link get${reading.name}} returns.`;
  }

  function failuresText({ reading, takes, givesList }: FunctionSpec): string {
    const noun = nounOf(reading);
    const isOne = "id" in takes.shape;
    const [key] = isOne ? Object.keys(reading.by.shape) : [];
    const choice = key === undefined ? "" : `no ${noun} or more than one has the \`${key}\`, or if `;
    const list = key === undefined && !givesList ? "" : "the gateway did not send the complete list";
    const isOnly = !isOne && !givesList && "workspaceId" in reading.where.shape;
    const missing = isOne ? `${noun} with the id` : isOnly ? "such workspace" : "";
    return (
      (list === "" ? "" : `Fails if ${choice}${list}. `) +
      `Fails with a {@link GatewayError} if the gateway rejects the request${missing && `, has no ${missing} (404),`} or cannot be reached.`
    );
  }

  function argumentsText({ name, reading, takes, givesList }: FunctionSpec): string {
    const noun = nounOf(reading);
    const isInWorkspace = "workspaceId" in reading.where.shape;
    if ("id" in takes.shape) {
      const [key, ...others] = Object.keys(reading.by.shape);
      const place = isInWorkspace ? "one of a workspace, " : "";
      const beside = others.map((other) => `\`${other}\``).join(" or ");
      const further = beside === "" ? "" : `, if necessary with ${beside}`;
      return `Selects the ${noun} that {@link ${name}} reads: ${place}by \`id\` or by \`${key}\`${further}.`;
    }
    return isInWorkspace
      ? `The workspace whose ${givesList ? plural(noun) : noun} {@link ${name}} reads.`
      : `The connection that {@link ${name}} uses.`;
  }

  function exampleOf({ name }: FunctionSpec, called: string): string | undefined {
    const { examples } = commentOf(statementOf(declarationOf(name)));
    return examples.find((example) => example.includes(`gateway.${called}(`));
  }

  /** Operations on a list move into `apply`. */
  function inOutputs(spec: FunctionSpec): string | undefined {
    const example = exampleOf(spec, spec.name)?.replaceAll(/await gateway\.(\w+)/g, "gateway.$1Output");
    return spec.givesList
      ? example?.replace(/^(export const \w+ = \w+)\.(.*);$/m, "$1.apply((all) => all.$2);")
      : example;
  }

  function declarationOf(name: string): ts.Declaration {
    const [declaration] = symbols.get(name)?.declarations ?? [];
    if (declaration === undefined) {
      throw new Error(`${name} is not exported`);
    }
    return declaration;
  }
}

function variant({ name }: FunctionSpec, scope: string): string {
  return (
    `Works like {@link ${name}} (${scope}), but its arguments may be outputs, and it accepts ` +
    "`dependsOn`. If the read fails, the run fails."
  );
}

/** Extracts the scope from a comment, for endpoints whose scope the API does not document. */
function scopeIn(text: string): string | undefined {
  return /scope `[^.;)]+/.exec(text)?.[0];
}

function scopeOf({ reading }: FunctionSpec): string {
  return `scope \`${reading.scope}\``;
}

function statementOf(declaration: ts.Declaration): ts.Node {
  return ts.findAncestor(declaration, ts.isVariableStatement) ?? declaration;
}

function written(text: string, example = ""): string {
  const imports = 'import * as gateway from "pulumi-workspace-gateway";\n';
  const whole = example.includes(imports) ? example : example.replace(/\n/, `\n${imports}\n`);
  const lines = [...wrapped(text), ...(whole === "" ? [] : ["", "@example", ...whole.split("\n")])];
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** Wraps text without breaking links. */
function wrapped(text: string): string[] {
  const lines = text.replaceAll("{@link ", "{@link\u00a0").match(/[^ ].{0,104}(?= |$)|[^ ]+/g) ?? [];
  return lines.map((line) => line.replaceAll("\u00a0", " "));
}
