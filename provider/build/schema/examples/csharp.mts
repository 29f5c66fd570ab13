import { csharpClass, csharpProperty } from "../csharp-names.mts";
import { capital } from "../types.mts";
import { bracketed, indented } from "./lines.mts";
import { type Entry, type Program, type Step, settingsOf, type Value } from "./program.mts";

export function csharp(program: Program): string {
  const outputs = program.outputs.map(([name, value]) => `[${JSON.stringify(name)}] = ${written(value)},`);
  const body = [
    ...(settingsOf(program).length > 0 ? ["var config = new Pulumi.Config();"] : []),
    ...program.steps.map(statementOf),
    ...(outputs.length > 0
      ? [`${bracketed("return new Dictionary<string, object?>\n{", outputs, "}")};`]
      : []),
  ];
  return [
    "using System.Collections.Generic;",
    "using Pulumi;",
    "using WorkspaceGateway = Pulumi.WorkspaceGateway;",
    "",
    "return await Deployment.RunAsync(() =>",
    "{",
    indented(body.join("\n\n"), "    "),
    "});",
  ].join("\n");
}

function statementOf({ is, variable, type, name, args, provider }: Step): string {
  if (is === "call") {
    const taken = args.length === 0 ? "" : bracketed("new()\n{", fields(args, type), "}");
    return `var ${variable} = WorkspaceGateway.${capital(type)}.Invoke(${taken});`;
  }
  const taken = bracketed("new()\n{", fields(args, type), "}");
  const options =
    provider === undefined
      ? ""
      : `, ${bracketed("new CustomResourceOptions\n{", [`Provider = ${provider},`], "}")}`;
  return `var ${variable} = new WorkspaceGateway.${csharpClass(type)}(${JSON.stringify(name)}, ${taken}${options});`;
}

function fields(entries: readonly Entry[], type: string): string[] {
  return entries.map(([name, value]) => `${csharpProperty(type, name)} = ${written(value)},`);
}

function written(value: Value): string {
  switch (value.is) {
    case "text":
      return JSON.stringify(value.text);
    case "number":
      return value.number;
    case "switch":
      return String(value.on);
    case "list": {
      const items = value.items.map((item) => ` ${written(item)},`);
      return `new List<${value.ofTexts ? "string" : "object"}> {${items.join("")} }`;
    }
    case "object":
      return value.type === undefined
        ? bracketed(
            "new Dictionary<string, object>\n{",
            value.entries.map(([name, each]) => `[${JSON.stringify(name)}] = ${written(each)},`),
            "}",
          )
        : bracketed(
            `new WorkspaceGateway.Inputs.${value.type}Args\n{`,
            fields(value.entries, value.type),
            "}",
          );
    case "property":
      return value.of.is === "call"
        ? `${value.of.variable}.Apply(found => found.${capital(value.name)})`
        : `${value.of.variable}.${capital(value.name)}`;
    case "setting":
      return `config.Require${value.secret ? "Secret" : ""}(${JSON.stringify(value.name)})`;
  }
}
