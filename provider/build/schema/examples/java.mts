import { capital } from "../types.mts";
import { bracketed, indented } from "./lines.mts";
import { type Entry, type Program, type Step, settingsOf, type Value, valuesOf } from "./program.mts";

/** The class that has all functions of the package. */
const functions = "WorkspacegatewayFunctions";

/** `base`: what the name of the package begins with. */
export function java(program: Program, base: string): string {
  const own = `${base}.workspacegateway`;
  const body = [
    ...(settingsOf(program).length > 0 ? ["final var config = ctx.config();"] : []),
    ...program.steps.map(statementOf),
    ...program.outputs.map(([name, value]) => `ctx.export(${JSON.stringify(name)}, ${written(value)});`),
  ];
  return [
    ...[...importsOf(program, own)].toSorted().map((name) => `import ${name};`),
    "",
    "public class App {",
    indented(bracketed("public static void main(String[] args) {", ["Pulumi.run(App::stack);"], "}"), "    "),
    "",
    indented(bracketed("private static void stack(Context ctx) {", body, "}"), "    "),
    "}",
  ].join("\n");
}

function importsOf(program: Program, own: string): Set<string> {
  const ofSteps = program.steps.flatMap(({ is, type, args, provider }) => [
    ...(is === "resource" ? [`${own}.${type}`, `${own}.${type}Args`] : [`${own}.${functions}`]),
    ...(is === "call" && args.length > 0 ? [`${own}.inputs.${capital(type)}Args`] : []),
    ...(provider === undefined ? [] : ["com.pulumi.resources.CustomResourceOptions"]),
  ]);
  const ofValues = valuesOf(program).flatMap((value) => {
    if (value.is === "list") {
      return ["java.util.List"];
    }
    const named = value.is === "object" ? value.type : undefined;
    return value.is === "object"
      ? [named === undefined ? "java.util.Map" : `${own}.inputs.${named}Args`]
      : [];
  });
  return new Set(["com.pulumi.Context", "com.pulumi.Pulumi", ...ofSteps, ...ofValues]);
}

function statementOf({ is, variable, type, name, args, provider }: Step): string {
  if (is === "call") {
    const taken = args.length === 0 ? "" : built(`${capital(type)}Args`, args);
    return `final var ${variable} = ${functions}.${type}(${taken});`;
  }
  const options =
    provider === undefined
      ? ""
      : `, CustomResourceOptions.builder()\n    .provider(${provider})\n    .build()`;
  return `var ${variable} = new ${type}(${JSON.stringify(name)}, ${built(`${type}Args`, args)}${options});`;
}

function built(type: string, args: readonly Entry[]): string {
  const calls = args.map(([name, value]) => `.${name}(${written(value)})`);
  return [`${type}.builder()`, ...[...calls, ".build()"].map((call) => indented(call, "    "))].join("\n");
}

function written(value: Value): string {
  switch (value.is) {
    case "text":
      return JSON.stringify(value.text);
    case "number":
      return value.isWhole || value.number.includes(".") ? value.number : `${value.number}.0`;
    case "switch":
      return String(value.on);
    case "list":
      return `List.of(${value.items.map(written).join(", ")})`;
    case "object":
      return value.type === undefined
        ? `Map.of(${value.entries.map(([name, each]) => `${JSON.stringify(name)}, ${written(each)}`).join(", ")})`
        : built(`${value.type}Args`, value.entries);
    case "property":
      return value.of.is === "call"
        ? `${value.of.variable}.applyValue(found -> found.${value.name}())`
        : `${value.of.variable}.${value.name}()`;
    case "setting":
      return `config.require${value.secret ? "Secret" : ""}(${JSON.stringify(value.name)})`;
  }
}
