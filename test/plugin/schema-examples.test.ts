import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readProgram } from "../../provider/build/schema/examples/read-program.mts";
import { Shapes } from "../../provider/build/schema/examples/shapes.mts";
import { paths } from "../harness/paths.ts";
import { objectMisfits, published, schemaText, type TypeSpec } from "./support/published-schema.ts";
import { examplesIn, languages, shown } from "./support/schema-examples.ts";

test("every resource and every function has an example in each language, in the form that Pulumi knows", () => {
  expect(shown.length).toBe(
    Object.keys(published.resources).length + Object.keys(published.functions).length + 1,
  );
  for (const each of shown) expect([each.name, [...each.in.keys()]]).toEqual([each.name, languages]);
  const marks = [
    "{{% examples %}}",
    "## Example Usage",
    "{{% example %}}",
    "{{% /example %}}",
    "{{% /examples %}}",
  ];
  for (const mark of marks) expect(schemaText.split(mark)).toHaveLength(shown.length + 1);
});

test("the one in TypeScript is that of the published comment, which compiles, and each example is of its subject", () => {
  const comments = readFileSync(path.join(paths.root, "provider/dist/index.d.ts"), "utf8").replace(
    /^ \* ?/gm,
    "",
  );
  const foreign = examplesIn("typescript").filter(
    ({ code }) => !comments.includes(`\`\`\`ts\n${code}\n\`\`\``),
  );
  expect(foreign).toEqual([]);
  for (const { name, in: code } of shown) {
    const snake = name.replace(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
    expect(code.get("python")).toContain(name.startsWith("get") ? `${snake}_output(` : `gateway.${name}(`);
    expect(code.get("go")).toContain(goName(name));
    expect(code.get("java")).toContain(name.startsWith("get") ? `Functions.${name}(` : `new ${name}(`);
    expect(code.get("yaml")).toContain(`${name === "Provider" ? "s:workspace-gateway" : `index:${name}`}\n`);
  }
});

/** Go has `GetModel` for a resource that exists. */
function goName(name: string): string {
  const read = name.replace(/^get/, "");
  const isOfKind = published.resources[`workspace-gateway:index:${read}`] !== undefined;
  return read === name ? `.New${name}(` : `.${isOfKind ? "Lookup" : "Get"}${read}Output(`;
}

const properties = z.record(z.string(), z.unknown());
const yamlProgram = z.strictObject({
  config: z
    .record(z.string(), z.strictObject({ type: z.literal("string"), secret: z.boolean() }))
    .default({}),
  resources: z
    .record(
      z.string(),
      z.strictObject({
        type: z.string(),
        name: z.string().optional(),
        properties,
        options: properties.optional(),
      }),
    )
    .default({}),
  variables: z
    .record(
      z.string(),
      z.strictObject({ "fn::invoke": z.strictObject({ function: z.string(), arguments: properties }) }),
    )
    .default({}),
  outputs: z.record(z.string(), z.string()).default({}),
});

test("those in YAML give what the schema takes, of its types, and name only what is there", () => {
  for (const { name, code } of examplesIn("yaml")) {
    const { config, resources, variables, outputs } = yamlProgram.parse(parse(code));
    const given = [
      ...Object.values(resources).map(({ type, properties: inputs }) => {
        const spec = type.startsWith("pulumi:providers:") ? published.provider : published.resources[type];
        return [inputs, spec?.inputProperties, spec?.requiredInputs] as const;
      }),
      ...Object.values(variables).map(({ "fn::invoke": { function: token, arguments: inputs } }) => {
        const spec = published.functions[token]?.inputs;
        return [inputs, spec?.properties, spec?.required] as const;
      }),
    ];
    for (const [values, types = {}, required = []] of given) {
      const literal = Object.entries(values).filter(([, value]) => !String(value).startsWith("${"));
      const named = Object.keys(values).filter((key) => !literal.some(([other]) => other === key));
      expect(named.filter((key) => types[key] === undefined)).toEqual([]);
      const left = { properties: types, required: required.filter((key) => !named.includes(key)) };
      expect(objectMisfits(left, Object.fromEntries(literal), name)).toEqual([]);
    }
    const known = new Map<string, readonly string[]>([
      ...Object.keys(config).map((key) => [key, []] as const),
      ...Object.entries(resources).map(
        ([key, { type }]) => [key, ["id", ...namesOf(published.resources[type]?.properties)]] as const,
      ),
      ...Object.entries(variables).map(
        ([key, { "fn::invoke": call }]) =>
          [key, namesOf(published.functions[call.function]?.outputs.properties)] as const,
      ),
    ]);
    const references = [...code.matchAll(/\$\{(\w+)(?:\.(\w+))?\}/g)];
    const strange = references.filter(([, of = "", property]) => {
      const has = known.get(of);
      return has === undefined || (property !== undefined && !has.includes(property));
    });
    expect([name, strange.map(([text]) => text)]).toEqual([name, []]);
    expect(references.length).toBeGreaterThanOrEqual(Object.keys(outputs).length);
  }
});

function namesOf(types: Readonly<Record<string, TypeSpec>> = {}): string[] {
  return Object.keys(types);
}

const shapes = new Shapes(JSON.parse(schemaText));

test.each([
  ["a loop", "for (let i = 0; i < 2; i++) {}", /cannot be made of this part of an example.*for \(let/s],
  [
    "a sum",
    'const a = await gateway.getQuota({ name: "a" });\nexport const b = a.maxRequests - 1;',
    /a\.maxRequests - 1/,
  ],
  ["an unknown name", "export const a = b.id;", /b\.id/],
  [
    "an unknown argument",
    'new gateway.Workspace("a", { nmae: "x" });',
    /gives Workspace a nmae, which the schema does not/,
  ],
])("an example with %s is refused, with its place", (_, code, why) => {
  expect(() => readProgram(code, shapes)).toThrow(why);
});

test("what has no variable gets one of its name, and another one where that is taken, or a word of a language", () => {
  const code = ["smoke-test", "smokeTest", "default"].map(
    (name) => `new gateway.Workspace("${name}", { name: "a" });`,
  );
  const { steps } = readProgram(
    [...code, "export const { id } = await gateway.getConfig({});"].join("\n"),
    shapes,
  );
  expect(steps.map(({ variable }) => variable)).toEqual([
    "smokeTest",
    "smokeTestWorkspace",
    "defaultWorkspace",
    "foundConfig",
  ]);
  expect(() => readProgram(`${code[0]}\n${code[1]}\n${code[0]}`, shapes)).toThrow("give one a variable");
});
