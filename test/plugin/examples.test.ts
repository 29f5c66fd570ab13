import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { nativeToken } from "../../provider/spec/token.js";
import { which } from "../harness/cli/which.ts";
import { paths } from "../harness/paths.ts";
import { objectMisfits, published } from "./support/published-schema.ts";

const examples = path.join(paths.root, "examples");
const values = z.record(z.string(), z.unknown());
const yamlProgram = z.strictObject({
  name: z.string(),
  description: z.string(),
  runtime: z.literal("yaml"),
  plugins: z.object({ providers: z.array(z.object({ name: z.string(), path: z.string() })) }),
  config: z.record(z.string(), z.strictObject({ type: z.string(), secret: z.boolean() })),
  resources: z.record(z.string(), z.strictObject({ type: z.string(), properties: values })),
  variables: z.record(
    z.string(),
    z.strictObject({ "fn::invoke": z.strictObject({ function: z.string(), arguments: values }) }),
  ),
  outputs: z.record(z.string(), z.string()),
});
const yaml = yamlProgram.parse(parse(readFileSync(path.join(examples, "yaml/Pulumi.yaml"), "utf8")));
const go = readFileSync(path.join(examples, "go/team/team.go"), "utf8");
const python = readFileSync(path.join(examples, "python/__main__.py"), "utf8");

const resources = Object.entries(yaml.resources).map(([name, { type, properties }]) => {
  const spec = published.resources[type] ?? expect.unreachable(`${type} is not in the schema`);
  return { name, type, properties, spec };
});
const invokes = Object.entries(yaml.variables).map(([name, { "fn::invoke": call }]) => {
  const spec =
    published.functions[call.function] ?? expect.unreachable(`${call.function} is not in the schema`);
  return { name, call, spec };
});

const known: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.keys(yaml.config).map((name) => [name, []])),
  ...Object.fromEntries(resources.map(({ name, spec }) => [name, ["id", ...Object.keys(spec.properties)]])),
  ...Object.fromEntries(invokes.map(({ name, spec }) => [name, Object.keys(spec.outputs.properties)])),
};

/** The properties, with a text for every expression: all those of the examples stand for texts. */
function unknownReferences(text: string): string[] {
  return [...text.matchAll(/\$\{([^}]*)\}/g)].flatMap(([, expression = ""]) => {
    const [name = "", ...rest] = expression.split(".");
    const isKnown = name in known && (rest.length === 0 || known[name]?.includes(rest.join(".")));
    return isKnown ? [] : [expression];
  });
}

test("the YAML program declares what the schema has, by its types, with all that is required", () => {
  const problems = [
    ...resources.flatMap(({ name, properties, spec }) =>
      objectMisfits({ properties: spec.inputProperties, required: spec.requiredInputs }, properties, name),
    ),
    ...invokes.flatMap(({ name, call, spec }) => objectMisfits(spec.inputs, call.arguments, name)),
    ...unknownReferences(JSON.stringify(yaml)),
  ];
  expect(problems).toEqual([]);
  expect(resources.map(({ type }) => type)).toEqual(["Workspace", "ModelProvider", "Model"].map(nativeToken));
  expect(invokes.length).toBeGreaterThan(0);
});

test("no secret stands in the YAML program", () => {
  for (const { properties, spec } of resources) {
    for (const [name, value] of Object.entries(properties)) {
      if (spec.inputProperties[name]?.secret) expect(yaml.config).toHaveProperty(String(value).slice(2, -1));
    }
  }
  expect(Object.values(yaml.config).every(({ secret }) => secret)).toBe(true);
});

test.each(["yaml", "python", "go"])("the project in %s names the plugin where npm puts it", (folder) => {
  const project = parse(readFileSync(path.join(examples, folder, "Pulumi.yaml"), "utf8"));
  expect(project.plugins).toEqual({
    providers: [{ name: "workspace-gateway", path: "node_modules/pulumi-workspace-gateway/plugin" }],
  });
});

function snakeCased(name: string): string {
  return name.replace(/(?<=.)[A-Z]/g, "_$&").toLowerCase();
}

/** A call of the Python program: what is called, the name that it gives, and the names of its arguments. */
function pythonCalls(): { callee: string; name: string | undefined; args: string[] }[] {
  return [...python.matchAll(/gateway\.(\w+)\(((?:[^()]|\([^()]*\))*)\)/g)].map(
    ([, callee = "", text = ""]) => ({
      callee,
      name: /^\s*"(\w+)"/.exec(text)?.[1],
      args: [...text.matchAll(/(\w+)=/g)].map(([, arg = ""]) => arg),
    }),
  );
}

test("the Python program declares the same as the YAML program", () => {
  const declared = resources.map(({ name, type, properties }) => ({
    callee: type.split(":").at(-1),
    name,
    args: Object.keys(properties).map(snakeCased),
  }));
  const asked = invokes.map(({ call }) => ({
    callee: `${snakeCased(call.function.split(":").at(-1) ?? "")}_output`,
    name: undefined,
    args: Object.keys(call.arguments).map(snakeCased),
  }));
  expect(pythonCalls()).toEqual([...declared, ...asked]);
  const outputs = Object.entries(yaml.outputs).map(
    ([name, expression]) => `pulumi.export("${name}", ${snakeCased(expression.slice(2, -1))})`,
  );
  expect(python).toContain(outputs.join("\n"));
});

function capitalized(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}

test("the Go program declares the same as the YAML program", () => {
  const declared = [...go.matchAll(/gateway\.New(\w+)\(ctx, "(\w+)", &gateway\.\w+\{([^{}]*)\}/g)].map(
    ([, kind = "", name = "", fields = ""]) => ({
      type: nativeToken(kind),
      name,
      fields: [...fields.matchAll(/(\w+):\s/g)].map(([, field]) => field),
    }),
  );
  expect(declared).toEqual(
    resources.map(({ type, name, properties: of }) => ({
      type,
      name,
      fields: Object.keys(of).map(capitalized),
    })),
  );
  for (const name of Object.keys(yaml.outputs)) expect(go).toContain(`ctx.Export("${name}", `);
});

test("the Python program compiles", async (context) => {
  const interpreter = await which("python3", process.env);
  if (interpreter === undefined) return context.skip("there is no python3");
  const compile = "import sys; compile(sys.stdin.read(), '__main__.py', 'exec')";
  execFileSync(interpreter, ["-c", compile], { input: python, stdio: ["pipe", "pipe", "inherit"] });
});
