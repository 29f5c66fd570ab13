import { bracketed } from "./lines.mts";
import type { Entry, Program, Step, Value } from "./program.mts";

export function python(program: Program): string {
  return [
    "import pulumi",
    "import pulumi_workspace_gateway as gateway",
    "",
    ...program.steps.flatMap((step) => [statementOf(step), ""]),
    ...program.outputs.map(([name, value]) => `pulumi.export(${JSON.stringify(name)}, ${written(value)})`),
  ]
    .join("\n")
    .trim();
}

function statementOf({ is, variable, type, name, args, provider }: Step): string {
  const given = args.map(argument);
  const options = provider === undefined ? [] : [`opts=pulumi.ResourceOptions(provider=${snake(provider)})`];
  const called =
    is === "call"
      ? bracketed(`gateway.${snake(type)}_output(`, given.map(ended), ")")
      : bracketed(`gateway.${type}(`, [JSON.stringify(name), ...given, ...options].map(ended), ")");
  return `${snake(variable)} = ${called}`;
}

function argument([name, value]: Entry): string {
  return `${snake(name)}=${written(value)}`;
}

function written(value: Value): string {
  switch (value.is) {
    case "text":
      return JSON.stringify(value.text);
    case "number":
      return value.number;
    case "switch":
      return value.on ? "True" : "False";
    case "list":
      return `[${value.items.map(written).join(", ")}]`;
    case "object": {
      const key = (name: string) => JSON.stringify(value.type === undefined ? name : snake(name));
      return `{${value.entries.map(([name, each]) => `${key(name)}: ${written(each)}`).join(", ")}}`;
    }
    case "property":
      return `${snake(value.of.variable)}.${snake(value.name)}`;
    case "setting":
      return `pulumi.Config().require${value.secret ? "_secret" : ""}(${JSON.stringify(value.name)})`;
  }
}

function ended(part: string): string {
  return `${part},`;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
