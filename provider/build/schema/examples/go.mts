import { capital } from "../types.mts";
import { bracketed, indented } from "./lines.mts";
import { type Entry, isUsed, type Program, type Step, settingsOf, type Value } from "./program.mts";

const package_ = "workspacegateway";

/** `path`: what programs import; `isKind`: whether a name is that of a kind. */
export function go(program: Program, path: string, isKind: (name: string) => boolean): string {
  const settings = settingsOf(program).length > 0;
  const imports = [
    path,
    "github.com/pulumi/pulumi/sdk/v3/go/pulumi",
    ...(settings ? ["github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"] : []),
  ];
  const body = [
    ...(settings ? ['cfg := config.New(ctx, "")'] : []),
    ...program.steps.map((step, index) => statementOf(step, index, program, isKind)),
    ...program.outputs.map(([name, value]) => `ctx.Export(${JSON.stringify(name)}, ${written(value)})`),
    "return nil",
  ];
  const run = bracketed("pulumi.Run(func(ctx *pulumi.Context) error {", body, "})", "\t");
  const imported = bracketed(
    "import (",
    imports.map((each) => JSON.stringify(each)),
    ")",
    "\t",
  );
  return ["package main", "", imported, "", "func main() {", indented(run, "\t"), "}"].join("\n");
}

function statementOf(
  { is, variable, type, name, args, provider }: Step,
  index: number,
  program: Program,
  isKind: (name: string) => boolean,
) {
  const given = fields(args.map(([key, value]) => [capital(key), value]));
  if (is === "call") {
    // `GetModel` is what reads a resource.
    const called = type.replace(/^get/, isKind(type.slice("get".length)) ? "Lookup" : "Get");
    const taken = bracketed(`${package_}.${called}OutputArgs{`, given, "}", "\t");
    return `${variable} := ${package_}.${called}Output(ctx, ${taken}, nil)`;
  }
  const used = isUsed(program, variable);
  const isFirst = program.steps.findIndex((step) => step.is === "resource") === index;
  const taken = bracketed(`&${package_}.${type}Args{`, given, "}", "\t");
  const options = provider === undefined ? "" : `, pulumi.Provider(${provider})`;
  const made = `${package_}.New${type}(ctx, ${JSON.stringify(name)}, ${taken}${options})`;
  return [
    `${used ? variable : "_"}, err ${used || isFirst ? ":=" : "="} ${made}`,
    bracketed("if err != nil {", ["return err"], "}", "\t"),
  ].join("\n");
}

/** As gofmt writes them: values on one line begin in one column. */
function fields(entries: readonly Entry[]): string[] {
  const all = entries.map(([key, value]) => ({ key: `${key}:`, text: `${written(value)},` }));
  const short = all.filter(({ text }) => !text.includes("\n"));
  const width = Math.max(0, ...short.map(({ key }) => key.length));
  return all.map(({ key, text }) => `${text.includes("\n") ? key : key.padEnd(width)} ${text}`);
}

function written(value: Value): string {
  switch (value.is) {
    case "text":
      return `pulumi.String(${JSON.stringify(value.text)})`;
    case "number":
      return `pulumi.${value.isWhole ? "Int" : "Float64"}(${value.number})`;
    case "switch":
      return `pulumi.Bool(${value.on})`;
    case "list":
      return `pulumi.${value.ofTexts ? "StringArray" : "Array"}{${value.items.map(written).join(", ")}}`;
    case "object": {
      const { type } = value;
      const open = type === undefined ? "pulumi.Map{" : `&${package_}.${type}Args{`;
      const key = (name: string) => (type === undefined ? JSON.stringify(name) : capital(name));
      const given = fields(value.entries.map(([name, each]) => [key(name), each]));
      return bracketed(open, given, "}", "\t");
    }
    case "property":
      return value.of.is === "call"
        ? `${value.of.variable}.${capital(value.name)}()`
        : `${value.of.variable}.${value.name === "id" ? "ID()" : capital(value.name)}`;
    case "setting": {
      const asked = `cfg.Require${value.secret ? "Secret" : ""}(${JSON.stringify(value.name)})`;
      return value.secret ? asked : `pulumi.String(${asked})`;
    }
  }
}
