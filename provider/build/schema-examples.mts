// Adds the TypeScript example of each comment to the schema, with translations to Python and YAML.
import ts from "typescript";
import { stringify } from "yaml";
import type { Declared } from "./declared.mts";

type Described = { readonly description: string };

interface Schema {
  readonly provider: Described;
  readonly resources: Readonly<Record<string, Described>>;
  readonly functions: Readonly<Record<string, Described>>;
  readonly types: Readonly<Record<string, { readonly properties: object }>>;
}

export function withExamples<T extends Schema>(schema: T, declared: readonly Declared[]): T {
  const nested = new Set(Object.values(schema.types).flatMap(({ properties }) => Object.keys(properties)));
  const described = (spec: Described, name: string) => {
    const [example = ""] = declared.find((each) => each.name === name)?.comment.examples ?? [];
    const code = example.replace(/^```ts\n|\n```$/g, "");
    if (code === "") throw new Error(`${name} has no @example in its comment. Add one for the schema.`);
    return { ...spec, description: `${spec.description}\n\n${usage(code, nested)}` };
  };
  const all = (specs: Readonly<Record<string, Described>>) =>
    Object.fromEntries(
      Object.entries(specs).map(([token, spec]) => [token, described(spec, token.split(":").at(-1) ?? "")]),
    );
  return {
    ...schema,
    provider: described(schema.provider, "Provider"),
    resources: all(schema.resources),
    functions: all(schema.functions),
  };
}

function usage(typescript: string, nested: ReadonlySet<string>): string {
  const program = readProgram(typescript);
  return `{{% examples %}}

## Example Usage

{{% example %}}

\`\`\`typescript
${typescript}
\`\`\`

\`\`\`python
${python(program, nested)}
\`\`\`

\`\`\`yaml
${yaml(program)}
\`\`\`

{{% /example %}}

{{% /examples %}}`;
}

interface Program {
  readonly steps: Step[];
  readonly outputs: Entry[];
}

interface Step {
  readonly is: "resource" | "call";
  readonly variable: string;
  readonly type: string;
  readonly name: string;
  readonly args: readonly Entry[];
  readonly provider: string | undefined;
}

type Entry = readonly [name: string, value: Value];
type Value = string | number | boolean | readonly Value[] | Entries | Property | Setting;
type Entries = { readonly entries: readonly Entry[] };
type Property = { readonly of: string; readonly property: string };
type Setting = { readonly setting: string; readonly secret: boolean };

/** Where the example loops over rows, the generated examples in other languages export the list instead. */
function readProgram(code: string): Program {
  const steps: Step[] = [];
  const outputs: Entry[] = [];
  const constants = new Map<string, Value>();
  const file = ts.createSourceFile("example.ts", code, ts.ScriptTarget.Latest, true);

  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      for (const { name, initializer } of statement.declarationList.declarations) {
        declare(name, initializer ?? unreadable(name), isExported === true);
      }
    } else if (ts.isExpressionStatement(statement)) {
      step(statement.expression);
    } else if (ts.isForOfStatement(statement)) {
      exportRows(step(statement.expression).variable);
    } else if (!ts.isImportDeclaration(statement)) {
      unreadable(statement);
    }
  }
  return { steps, outputs };

  function declare(name: ts.BindingName, value: ts.Expression, isExported: boolean): void {
    if (!ts.isIdentifier(name)) {
      const { variable } = step(value);
      for (const element of name.elements) {
        if (!ts.isBindingElement(element)) unreadable(name);
        const local = element.name.getText();
        const property = { of: variable, property: element.propertyName?.getText() ?? local };
        if (isExported) outputs.push([local, property]);
        else constants.set(local, property);
      }
    } else if (ts.isNewExpression(value) || ts.isAwaitExpression(value)) {
      step(value, name.text);
    } else if (isExported) {
      const [rows] = /^\w+(?=\.\w+\()/.exec(value.getText()) ?? [];
      if (steps.some(({ is, variable }) => is === "call" && variable === rows)) exportRows(rows ?? "");
      else outputs.push([name.text, toValue(value)]);
    } else {
      constants.set(name.text, toValue(value));
    }
  }

  function exportRows(variable: string): void {
    outputs.push([variable, { of: variable, property: "items" }]);
  }

  function step(node: ts.Expression, variable?: string): Step {
    const made = ts.isAwaitExpression(node) ? node.expression : node;
    if (!(ts.isNewExpression(made) || ts.isCallExpression(made))) unreadable(node);
    const type = made.expression.getText().replace(/^gateway\./, "");
    const is = ts.isNewExpression(made) ? "resource" : "call";
    const given = [...(made.arguments ?? [])];
    const first = is === "resource" ? given.shift() : undefined;
    const name = first !== undefined && ts.isStringLiteral(first) ? first.text : "";
    const [args, options] = given;
    const own = (name || type.replace(/^get/, "").toLowerCase()).replace(/\W+(\w)/g, (_, letter: string) =>
      letter.toUpperCase(),
    );
    const isTaken = constants.has(own) || steps.some((each) => each.variable === own);
    const added: Step = {
      is,
      type,
      name,
      variable: variable ?? (isTaken ? `${own}${type}` : own),
      args: args === undefined ? [] : entriesOf(args),
      provider: options && /provider: (\w+)/.exec(options.getText())?.[1],
    };
    steps.push(added);
    return added;
  }

  function entriesOf(node: ts.Expression): Entry[] {
    if (!ts.isObjectLiteralExpression(node)) unreadable(node);
    return node.properties.map((each): Entry => {
      const value = ts.isPropertyAssignment(each) ? each.initializer : each.name;
      return [each.name?.getText() ?? unreadable(each), toValue(value ?? unreadable(each))];
    });
  }

  function toValue(node: ts.Node): Value {
    if (ts.isStringLiteral(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (ts.isArrayLiteralExpression(node)) return node.elements.map(toValue);
    if (ts.isObjectLiteralExpression(node)) return { entries: entriesOf(node) };
    if (ts.isPropertyAccessExpression(node)) {
      return { of: node.expression.getText(), property: node.name.text };
    }
    const [, secret, setting] =
      /^new pulumi\.Config\(\)\.require(Secret)?\("(\w+)"\)$/.exec(node.getText()) ?? [];
    if (setting !== undefined) return { setting, secret: secret !== undefined };
    return constants.get(node.getText()) ?? unreadable(node);
  }
}

function unreadable(node: ts.Node): never {
  throw new Error(
    `This part of an example cannot be translated to Python and YAML. Simplify it: ${node.getText()}`,
  );
}

function python({ steps, outputs }: Program, nested: ReadonlySet<string>): string {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const value = (each: Value): string => {
    if (typeof each === "boolean") return each ? "True" : "False";
    if (typeof each !== "object") return JSON.stringify(each);
    if (isList(each)) return `[${each.map(value).join(", ")}]`;
    if ("of" in each) return `${snake(each.of)}.${snake(each.property)}`;
    if ("setting" in each) {
      return `pulumi.Config().require${each.secret ? "_secret" : ""}("${each.setting}")`;
    }
    const key = (name: string) => JSON.stringify(nested.has(name) ? snake(name) : name);
    return `{${each.entries.map(([name, inner]) => `${key(name)}: ${value(inner)}`).join(", ")}}`;
  };
  const call = ({ is, variable, type, name, args, provider }: Step) => {
    const callee = is === "call" ? `${snake(type)}_output` : type;
    const given = [
      ...(is === "call" ? [] : [JSON.stringify(name)]),
      ...args.map(([key, each]) => `${snake(key)}=${value(each)}`),
      ...(provider === undefined ? [] : [`opts=pulumi.ResourceOptions(provider=${snake(provider)})`]),
    ];
    const lines = given.map((each) => `\n    ${each},`).join("");
    return `${snake(variable)} = gateway.${callee}(${lines}${given.length === 0 ? "" : "\n"})\n`;
  };
  const exports = outputs.map(([name, each]) => `pulumi.export("${name}", ${value(each)})`);
  const imports = "import pulumi\nimport pulumi_workspace_gateway as gateway\n";
  return [imports, ...steps.map(call), ...exports].join("\n").trim();
}

function yaml({ steps, outputs }: Program): string {
  const settings: Record<string, object> = {};
  const value = (each: Value): unknown => {
    if (typeof each !== "object") return each;
    if (isList(each)) return each.map(value);
    if ("of" in each) return `\${${each.of}.${each.property}}`;
    if ("entries" in each) return properties(each.entries);
    settings[each.setting] = { type: "string", secret: each.secret };
    return `\${${each.setting}}`;
  };
  const properties = (entries: readonly Entry[]) =>
    Object.fromEntries(entries.map(([name, each]) => [name, value(each)]));
  const of = (is: Step["is"], write: (step: Step) => object) =>
    Object.fromEntries(steps.filter((step) => step.is === is).map((step) => [step.variable, write(step)]));
  const sections = {
    config: settings,
    resources: of("resource", ({ type, variable, name, args, provider }) => ({
      type: type === "Provider" ? "pulumi:providers:workspace-gateway" : `workspace-gateway:index:${type}`,
      name: name === variable ? undefined : name,
      properties: properties(args),
      options: provider === undefined ? undefined : { provider: `\${${provider}}` },
    })),
    variables: of("call", ({ type, args }) => ({
      "fn::invoke": { function: `workspace-gateway:index:${type}`, arguments: properties(args) },
    })),
    outputs: properties(outputs),
  };
  const present = Object.entries(sections).filter(([, section]) => Object.keys(section).length > 0);
  return stringify(Object.fromEntries(present), { lineWidth: 0 }).trim();
}

function isList(value: object): value is readonly Value[] {
  return Array.isArray(value);
}
