import ts from "typescript";
import type { Entry, Program, Step, Value } from "./program.mts";
import type { Property, Shapes } from "./shapes.mts";

/**
 * Reads an example in TypeScript: resources, calls of functions, and exports of what they give. What an example does with the
 * rows of a list is TypeScript's: in its place, the list itself is exported.
 */
export function readProgram(code: string, shapes: Shapes): Program {
  const reader = new Reader(shapes);
  const file = ts.createSourceFile("example.ts", code, ts.ScriptTarget.Latest, true);
  for (const statement of file.statements) {
    reader.read(statement);
  }
  return reader;
}

const untyped: Property = {};

class Reader implements Program {
  readonly steps: Step[] = [];
  readonly outputs: Entry[] = [];
  /** What the program has given a name, besides its steps. */
  readonly #named = new Map<string, Value>();
  readonly #shapes: Shapes;

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  read(node: ts.Statement): void {
    if (ts.isVariableStatement(node)) {
      const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
      for (const { name, initializer } of node.declarationList.declarations) {
        this.#declare(name, initializer ?? unreadable(name), isExported);
      }
    } else if (ts.isExpressionStatement(node)) {
      this.#step(node.expression);
    } else if (ts.isForOfStatement(node)) {
      this.#exportRows(this.#step(node.expression));
    } else if (!ts.isImportDeclaration(node)) {
      unreadable(node);
    }
  }

  #declare(name: ts.BindingName, initializer: ts.Expression, isExported: boolean): void {
    if (ts.isIdentifier(name)) {
      if (isStep(initializer)) {
        this.#step(initializer, name.text);
      } else if (isExported) {
        this.#export(name.text, initializer);
      } else {
        this.#named.set(name.text, this.#value(initializer, untyped));
      }
      return;
    }
    const of = this.#step(initializer);
    for (const element of name.elements) {
      if (!ts.isBindingElement(element)) {
        unreadable(name);
      }
      const local = element.name.getText();
      const value: Value = { is: "property", of, name: element.propertyName?.getText() ?? local };
      if (isExported) {
        this.outputs.push([local, value]);
      } else {
        this.#named.set(local, value);
      }
    }
  }

  #export(name: string, node: ts.Expression): void {
    const [rows] = /^\w+(?=\.\w+\()/.exec(node.getText()) ?? [];
    const list = this.steps.find(({ is, variable }) => is === "call" && variable === rows);
    if (list === undefined) {
      this.outputs.push([name, this.#value(node, untyped)]);
    } else {
      this.#exportRows(list);
    }
  }

  #exportRows(of: Step): void {
    this.outputs.push([of.variable, { is: "property", of, name: "items" }]);
  }

  /** `new gateway.Kind("name", { … })` or `await gateway.getKind({ … })`. */
  #step(node: ts.Expression, variable?: string): Step {
    const made = ts.isAwaitExpression(node) ? node.expression : node;
    if (!(ts.isNewExpression(made) || ts.isCallExpression(made))) {
      unreadable(node);
    }
    const type = made.expression.getText().replace(/^gateway\./, "");
    const is = ts.isNewExpression(made) ? "resource" : "call";
    const given = [...(made.arguments ?? [])];
    const first = is === "resource" ? given.shift() : undefined;
    const name = first !== undefined && ts.isStringLiteral(first) ? first.text : "";
    const [args, options] = given;
    const noun = type.replace(/^get/, "");
    const step: Step = {
      is,
      type,
      name,
      variable: variable ?? this.#free(...(is === "call" ? [noun, `found${noun}`] : [name, name + type])),
      args: args === undefined ? [] : this.#entries(args, (key) => this.#shapes.argument(is, type, key)),
      provider: options && /provider: (\w+)/.exec(options.getText())?.[1],
    };
    this.steps.push(step);
    return step;
  }

  #entries(node: ts.Expression, typeOf: (key: string) => Property): Entry[] {
    if (!ts.isObjectLiteralExpression(node)) {
      unreadable(node);
    }
    return node.properties.map((each): Entry => {
      const key = each.name?.getText() ?? unreadable(each);
      const value = ts.isPropertyAssignment(each) ? each.initializer : each.name;
      return [key, this.#value(value ?? unreadable(each), typeOf(key))];
    });
  }

  #value(node: ts.Node, type: Property): Value {
    if (ts.isStringLiteral(node)) {
      return { is: "text", text: node.text };
    }
    if (ts.isNumericLiteral(node)) {
      return { is: "number", number: node.text, isWhole: type.type === "integer" };
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
      return { is: "switch", on: node.kind === ts.SyntaxKind.TrueKeyword };
    }
    if (ts.isArrayLiteralExpression(node)) {
      const items = node.elements.map((each) => this.#value(each, type.items ?? untyped));
      return { is: "list", items, ofTexts: type.items?.type === "string" };
    }
    if (ts.isObjectLiteralExpression(node)) {
      const named = this.#shapes.named(type);
      const entries = this.#entries(node, (key) => named?.properties[key] ?? untyped);
      return { is: "object", type: named?.name, entries };
    }
    if (ts.isPropertyAccessExpression(node)) {
      const of = this.steps.find(({ variable }) => variable === node.expression.getText());
      return { is: "property", of: of ?? unreadable(node), name: node.name.text };
    }
    const [, secret, name] =
      /^new pulumi\.Config\(\)\.require(Secret)?\("(\w+)"\)$/.exec(node.getText()) ?? [];
    return name === undefined
      ? (this.#named.get(node.getText()) ?? unreadable(node))
      : { is: "setting", name, secret: secret !== undefined };
  }

  /** The first variable that is free. */
  #free(...names: readonly string[]): string {
    const variables = names.map((name) =>
      name
        .replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())
        .replace(/^./, (letter) => letter.toLowerCase()),
    );
    const taken = [...reserved, ...this.#named.keys(), ...this.steps.map((step) => step.variable)];
    const found = variables.find((variable) => !taken.includes(variable));
    if (found === undefined) {
      throw new Error(`An example has two of ${names.join(" and ")}: give one a variable`);
    }
    return found;
  }
}

/** Words of languages, and what the programs call their own parts. */
const reserved =
  "as base case class config const ctx def default err event for from func go if import in internal is map new not object or package private public range return select static string switch type var".split(
    " ",
  );

function isStep(node: ts.Expression): boolean {
  return ts.isNewExpression(node) || ts.isAwaitExpression(node);
}

function unreadable(node: ts.Node): never {
  throw new Error(
    `The other languages cannot be made of this part of an example, so write it otherwise: ${node.getText()}`,
  );
}
