import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { credentialKeys, settingNames, settingsSchema } from "../../provider/client/settings.js";
import { kinds } from "../../provider/every-kind.js";
import { functionOf } from "../../provider/functions/read/call.js";
import * as everything from "../../provider/index.js";
import { packageVersion } from "../../provider/io/package-version.js";
import { isFixed } from "../../provider/lifecycle/changes.js";
import type { Field } from "../../provider/spec/field.js";
import { isReadable } from "../../provider/spec/kind.js";
import { nativeToken, typeToken } from "../../provider/spec/token.js";
import { fullInputs, madeUpReferences, secondInputs } from "../contract/support/samples.ts";
import { paths } from "../harness/paths.ts";
import { objectMisfits, published, schemaText, type TypeSpec } from "./support/published-schema.ts";
import { languages, shown } from "./support/schema-examples.ts";

const functions = Object.entries(everything).flatMap(([name, value]) => {
  const spec = functionOf(value);
  return spec === undefined ? [] : [{ name, spec }];
});

/** The values of a closed list of texts, also of one that may be left out. */
function optionsOf(type: z.ZodType): string[] {
  const json = JSON.parse(JSON.stringify(z.toJSONSchema(type, { io: "input", unrepresentable: "any" })));
  const all: { enum?: string[] }[] = [json, ...(json.anyOf ?? [])];
  return all.flatMap((each) => each.enum ?? []);
}

function sorted(names: Iterable<string>): string[] {
  return [...names].sort();
}

function secretsOf(properties: Readonly<Record<string, TypeSpec>>): string[] {
  return sorted(Object.keys(properties).filter((name) => properties[name]?.secret === true));
}

function namesOf(fields: Iterable<Field>): string[] {
  return sorted([...fields].map(({ name }) => name));
}

describe.each(kinds.map((kind) => ({ kind, name: kind.name })))("$name in the schema", ({ kind, name }) => {
  const spec = published.resources[nativeToken(name)] ?? expect.unreachable(`${name} is not in the schema`);
  const inputs = [...kind.fields.values()];
  const outputs = [...kind.outputFields.values()];

  test("has exactly its inputs and outputs, each with a description", () => {
    expect(sorted(Object.keys(spec.inputProperties))).toEqual(namesOf(inputs));
    expect(sorted(Object.keys(spec.properties))).toEqual(namesOf([...inputs, ...outputs]));
    const all = Object.values({ ...spec.inputProperties, ...spec.properties });
    expect([...all, spec].filter(({ description = "" }) => description.length < 4)).toEqual([]);
  });

  test("requires the same inputs as its class", () => {
    const required = inputs.filter((field) => !kind.schema.shape[field.name]?.safeParse(undefined).success);
    expect(sorted(spec.requiredInputs)).toEqual(namesOf(required));
    expect(spec.required).toEqual(expect.arrayContaining(namesOf(required)));
  });

  test("marks exactly its secrets as secret", () => {
    expect(secretsOf(spec.inputProperties)).toEqual(namesOf(inputs.filter(({ secret }) => secret)));
    expect(secretsOf(spec.properties)).toEqual(
      namesOf([...inputs, ...outputs].filter(({ secret }) => secret)),
    );
  });

  test("says exactly which inputs replace the object when they change", () => {
    const told = Object.keys(spec.inputProperties).filter((input) =>
      spec.inputProperties[input]?.description?.endsWith("A change replaces the object."),
    );
    expect(sorted(told)).toEqual(namesOf(inputs.filter((field) => isFixed(kind, field))));
  });

  test.each([fullInputs, secondInputs])("accepts sample inputs of the declared types: %o", (samplesOf) => {
    const inputSpec = { properties: spec.inputProperties, required: spec.requiredInputs };
    expect(objectMisfits(inputSpec, samplesOf(kind, madeUpReferences), name)).toEqual([]);
  });

  test("has the dynamic provider's type as an alias", () => {
    expect(spec.aliases).toEqual([{ type: typeToken(name) }]);
  });

  test("is looked up by its id and its parent", () => {
    const { parent } = kind.endpoints;
    const place = parent === undefined ? [] : [parent.field];
    expect(sorted(Object.keys(spec.stateInputs.properties))).toEqual(sorted(["connection", ...place]));
    expect(spec.listInputs && Object.keys(spec.listInputs.properties)).toEqual(
      isReadable(kind) ? place : undefined,
    );
  });
});

test.each(functions)("$name is in the schema with its arguments and its result", ({ name, spec }) => {
  const told = published.functions[nativeToken(name)] ?? expect.unreachable(`${name} is not in the schema`);
  expect(spec.name).toBe(name);
  expect(sorted(Object.keys(told.inputs.properties))).toEqual(sorted(Object.keys(spec.takes.shape)));
  const required = Object.keys(spec.takes.shape).filter(
    (key) => !spec.takes.shape[key]?.safeParse(undefined).success,
  );
  expect(sorted(told.inputs.required)).toEqual(sorted(required));
  const rows = spec.givesList ? published.types[`${nativeToken(name)}Item`] : told.outputs;
  expect(sorted(Object.keys(rows?.properties ?? {}))).toEqual(sorted(Object.keys(spec.reading.result.shape)));
  if (spec.givesList) {
    expect(told.outputs).toMatchObject({
      properties: { items: { type: "array", items: { $ref: `#/types/${nativeToken(name)}Item` } } },
      required: ["items"],
    });
  }
  const members = [told.inputs, told.outputs, rows].flatMap((part) => Object.values(part?.properties ?? {}));
  expect([...members, told].filter(({ description = "" }) => description.length < 4)).toEqual([]);
});

test("the schema contains exactly the public kinds and functions", () => {
  expect(sorted(Object.keys(published.resources))).toEqual(
    sorted(kinds.map(({ name }) => nativeToken(name))),
  );
  expect(sorted(Object.keys(published.functions))).toEqual(
    sorted(functions.map(({ name }) => nativeToken(name))),
  );
  const readers = Object.keys(everything).filter(
    (name) => /^get[A-Z]/.test(name) && !name.endsWith("Output"),
  );
  expect(sorted(functions.map(({ name }) => name))).toEqual(sorted(readers));
  expect(published).toMatchObject({ name: "workspace-gateway", version: packageVersion() });
});

test("the provider accepts all settings with their types, and credentials are secrets", () => {
  const { inputProperties, requiredInputs } = published.provider;
  expect(sorted(Object.keys(inputProperties))).toEqual(sorted(Object.keys(settingsSchema.shape)));
  expect(secretsOf(inputProperties)).toEqual(sorted(credentialKeys));
  expect(requiredInputs).toEqual(["baseUrl"]);
  expect(inputProperties).toMatchObject({
    allowHttp: { type: "boolean" },
    maxConcurrency: { type: "integer" },
    maxWait: { type: "number" },
    scopes: { type: "string" },
  });
});

test("the config has the provider's settings, and only it has defaults from environment variables", () => {
  const names = Object.keys(published.provider.inputProperties);
  expect(Object.keys(published.config.variables)).toEqual(names);
  for (const name of names) {
    const { defaultInfo, ...rest } = published.config.variables[name] ?? expect.unreachable();
    expect(rest).toEqual(published.provider.inputProperties[name]);
    expect(defaultInfo).toEqual({ environment: [settingNames(name).variable] });
  }
  expect(JSON.stringify(published.provider)).not.toContain("defaultInfo");
});

test("the schema names the publisher, the repository, the plugin download, and the logo", () => {
  const { license, repository } = JSON.parse(
    readFileSync(path.join(paths.root, "provider/package.json"), "utf8"),
  );
  const home = repository.url.replace(/^git\+|\.git$/g, "");
  const place = home.replace("https://github.com/", "");
  const [publisher] = place.split("/");
  expect(published).toMatchObject({ homepage: home, repository: home, license, publisher });
  expect(published.pluginDownloadURL).toBe(`github://api.github.com/${place}`);
  expect(published.keywords).toEqual(expect.arrayContaining(["category/infrastructure", "kind/native"]));
  const [, logo = ""] = published.logoUrl.split(`${place}/main/`);
  expect(readFileSync(path.join(paths.root, logo)).subarray(1, 4).toString()).toBe("PNG");
  expect(published.language.go.importBasePath).toBe(`github.com/${place}/sdk/go/workspacegateway`);
});

test("in C# no kind is named Config, and no property has the name of its class", () => {
  const all = Object.entries(published.resources).map(([token, { language, inputProperties }]) => ({
    name: language?.csharp.name ?? token.split(":").at(-1),
    members: Object.entries(inputProperties).map(
      ([key, { language: own }]) => own?.csharp.name ?? key.replace(/^./, (letter) => letter.toUpperCase()),
    ),
  }));
  expect(all.filter(({ name = "Config", members }) => name === "Config" || members.includes(name))).toEqual(
    [],
  );
  expect(new Set(all.map(({ name }) => name)).size).toBe(kinds.length);
});

test("every allowed value of an enumerated input is in its description", () => {
  const told = kinds.flatMap((kind) =>
    Object.entries(kind.schema.shape).flatMap(([field, type]) =>
      optionsOf(type).map((value) => ({
        place: `${kind.name}.${field}`,
        value,
        text: published.resources[nativeToken(kind.name)]?.inputProperties[field]?.description,
      })),
    ),
  );
  expect(told.length).toBeGreaterThan(20);
  expect(told.filter(({ text, value }) => !text?.includes(`\`${value}\``))).toEqual([]);
});

test("every type and each of its properties has a description", () => {
  const all = Object.values(published.types).flatMap((type) => [type, ...Object.values(type.properties)]);
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ description = "" }) => description.length < 4)).toEqual([]);
});

test("the schema has no enums, unions, replaceOnChanges, or {@link} tags", () => {
  // Enumerations, unions, options that replace, and links of our comments.
  expect(schemaText.match(/"(enum|oneOf|replaceOnChanges)": |\{@link/g)).toBeNull();
});

test("a union of objects becomes one object that requires only the common properties", () => {
  const described = { type: "string", description: expect.any(String) };
  expect(published.types[nativeToken("QuotaMatch")]).toEqual({
    description: expect.any(String),
    type: "object",
    properties: { id: described, name: described },
    required: [],
  });
});

test("every resource and function has an example in each language, in Pulumi's format", () => {
  expect(shown.length).toBe(
    Object.keys(published.resources).length + Object.keys(published.functions).length + 1,
  );
  for (const each of shown) expect([each.name, [...each.in.keys()]]).toEqual([each.name, languages]);
  const tags = ["examples", "example", "/example", "/examples"].map((tag) => `{{% ${tag} %}}`);
  const marks = [...tags, "## Example Usage"];
  for (const mark of marks) expect(schemaText.split(mark)).toHaveLength(shown.length + 1);
});
