// Writes `dist/plugin/schema.json`: SDKs for other languages are generated from it, and YAML programs are checked against it.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import type { FunctionSpec } from "../functions/read/call.ts";
import type { Kind } from "../spec/kind.ts";
import type { BuiltSpecs } from "./bundle.mts";
import { type Declared, readDeclarations } from "./declared.mts";
import { withExamples } from "./schema-examples.mts";

export function schema(specs: BuiltSpecs): void {
  const folder = path.join(import.meta.dirname, "..");
  const declared = readDeclarations(readFileSync(path.join(folder, "dist/index.d.ts"), "utf8"));
  const manifest: Manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const toJSONSchema: Built["toJSONSchema"] = (...asked) =>
    JSON.parse(JSON.stringify(specs.toJSONSchema(...asked)));
  const made = new PackageSchema({ ...specs, toJSONSchema }, declared).make(manifest);
  const whole = withExamples(JSON.parse(JSON.stringify(made)), declared);
  writeFileSync(path.join(folder, "dist/plugin/schema.json"), `${JSON.stringify(whole, null, 2)}\n`);
}

/** What package.json says of the package. */
interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly repository: { readonly url: string };
}

/** What a registry shows of the package, where its plugin is, and what it is called in each language. */
function packageFacts({ version, description, license, keywords, repository }: Manifest) {
  const home = repository.url.replace(/^git\+|\.git$/g, "");
  const { hostname, pathname } = new URL(home);
  return {
    name: "workspace-gateway",
    displayName: "Workspace Gateway",
    version,
    description,
    publisher: "pulumi-workspace-gateway",
    license,
    keywords: [...keywords, "category/infrastructure", "kind/native"],
    homepage: home,
    repository: home,
    // A picture of pixels: what Pulumi makes for .NET takes it for one.
    logoUrl: `https://raw.githubusercontent.com${pathname}/main/docs/images/logo.png`,
    pluginDownloadURL: `github://api.${hostname}${pathname}`,
    meta: { moduleFormat: "(.*)", supportPack: true },
    language: {
      // The package of this repository: what `pulumi import` writes needs no other one.
      nodejs: { packageName: "pulumi-workspace-gateway", respectSchemaVersion: true },
      python: {
        packageName: "pulumi_workspace_gateway",
        pyproject: { enabled: true },
        respectSchemaVersion: true,
      },
      // The name of a package of Go has no hyphen.
      go: {
        importBasePath: `${hostname}${pathname}/sdk/go/workspacegateway`,
        respectSchemaVersion: true,
      },
      csharp: { namespaces: { "workspace-gateway": "WorkspaceGateway" }, respectSchemaVersion: true },
      java: { basePackage: "io.github.pulumiworkspacegateway", buildFiles: "gradle" },
    },
  };
}

/** What the build has made, as far as the schema is made of it. */
interface Built extends Omit<BuiltSpecs, "toJSONSchema"> {
  readonly toJSONSchema: (schema: z.ZodType, options: object) => Json;
}

/** Makes the schema of the package: types out of the specs, and descriptions out of the comments. */
class PackageSchema {
  readonly #built: Built;
  readonly #declared: readonly Declared[];
  readonly #types = new Types();

  constructor(built: Built, declared: readonly Declared[]) {
    this.#built = built;
    this.#declared = declared;
  }

  make(manifest: Manifest): object {
    const { kinds, functions, settingsSchema, credentialKeys, nativeToken, settingNames } = this.#built;
    const settings = this.#fields(settingsSchema, nativeToken("Provider"), this.#named("ProviderArgs"));
    for (const key of credentialKeys) {
      Object.assign(settings.properties[key] ?? {}, { secret: true });
    }
    // Not those of a provider in the program: no token of the environment goes to another gateway than its own.
    const variables = Object.entries(settings.properties).map(([key, spec]): [string, object] => [
      key,
      { ...spec, defaultInfo: { environment: [settingNames(key).variable] } },
    ]);
    return {
      ...packageFacts(manifest),
      config: { variables: Object.fromEntries(variables) },
      provider: {
        description: descriptionOf(this.#named("Provider")),
        inputProperties: settings.properties,
        requiredInputs: settings.required,
      },
      types: this.#types.named,
      resources: Object.fromEntries(kinds.map((kind) => [nativeToken(kind.name), this.#resource(kind)])),
      functions: Object.fromEntries(
        [...functions].map(([token, spec]) => [token, this.#function(token, spec)]),
      ),
    };
  }

  #resource(kind: Kind): object {
    const { name, endpoints } = kind;
    const token = this.#built.nativeToken(name);
    const inputs = this.#fields(kind.schema, token, this.#named(`${name}Args`), kind);
    const outputs = this.#fields(kind.outputs, token, this.#named(name));
    const only = (...names: readonly unknown[]) => {
      const chosen = Object.entries(inputs.properties).filter(([key]) => names.includes(key));
      return { type: "object", properties: Object.fromEntries(chosen) };
    };
    return {
      description: descriptionOf(this.#named(name)),
      properties: { ...inputs.properties, ...outputs.properties },
      required: [...inputs.required, ...outputs.required],
      inputProperties: inputs.properties,
      requiredInputs: inputs.required,
      stateInputs: only(endpoints.parent?.field, "connection"),
      listInputs: this.#built.isReadable(kind) ? only(endpoints.parent?.field) : undefined,
      aliases: [{ type: this.#built.typeToken(name) }],
      language: name === "Config" ? { csharp: { name: "GatewayConfig" } } : undefined,
    };
  }

  #function(token: string, { name, takes, reading, givesList }: FunctionSpec): object {
    const [, args = "", result = ""] = /\bargs\??: (\w+).*Promise<(\w+)/.exec(this.#named(name).code) ?? [];
    const given = (owner: string) => withTexts(this.#fields(reading.result, owner, this.#named(result)));
    return {
      description: descriptionOf(this.#named(name)),
      inputs: this.#fields(takes, token, this.#named(args)),
      outputs: givesList ? this.#list(given(`${token}Item`), `${token}Item`, result) : given(token),
    };
  }

  /** An object with a list: the result of a function is an object. */
  #list(element: object, token: string, commented: string): object {
    const description = descriptionOf(this.#named(commented));
    const items = this.#types.refer(token, { description, ...element });
    return {
      type: "object",
      properties: { items: { description, type: "array", items } },
      required: ["items"],
    };
  }

  /** `commented`: the declaration whose members have the comments. */
  #fields(schema: z.ZodObject, token: string, commented: Declared, kind?: Kind) {
    const { toJSONSchema, fieldsOf, isFixed } = this.#built;
    const { properties = {} } = toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const fields = fieldsOf(schema);
    const specs = fields.map((field): [string, object] => {
      const json = properties[field.name] ?? {};
      const told = memberDescription(commented, field.name, json);
      const replaces = kind !== undefined && isFixed(kind, field);
      const description = replaces ? `${told} A change replaces the object.` : told;
      const type = this.#types.of(json, token + capital(field.name), told);
      const language = kind && csharpName(capital(field.name), kind.name);
      return [field.name, { ...type, description, secret: field.secret, language }];
    });
    const required = fields
      .filter(({ optional, nullable }) => !optional && !nullable)
      .map(({ name }) => name);
    return { type: "object", properties: Object.fromEntries(specs), required };
  }

  #named(name: string): Declared {
    const found = this.#declared.find((each) => each.name === name);
    if (found === undefined) {
      throw new Error(`${name} is not public, so the schema has no comments for it`);
    }
    return found;
  }
}

/** Python's SDK accepts only a dictionary for a result of any type, so the plugin answers with text. */
function withTexts<T extends { readonly properties: Readonly<Record<string, object>> }>(fields: T): T {
  const properties = Object.entries(fields.properties).map(([name, spec]) => {
    const isUntyped = "$ref" in spec && spec.$ref === anything.$ref;
    return [name, isUntyped ? { ...spec, $ref: undefined, type: "string" } : spec] as const;
  });
  return { ...fields, properties: Object.fromEntries(properties) };
}

/** In C#, a member cannot have the name of its class. */
function csharpName(property: string, kind: string): object | undefined {
  return property === kind ? { csharp: { name: `${property}Value` } } : undefined;
}

/** What is read of the JSON schemas that zod makes. */
interface Json {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Json[];
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
}

const anything = { $ref: "pulumi.json#/Any" };

/** Makes types of JSON schemas, and keeps the objects among them: Pulumi wants these to have names. */
class Types {
  readonly named: Record<string, object> = {};

  /** `token`: of the type, if it is an object with fields, of which the `description` tells. */
  of(json: Json, token: string, description?: string): object {
    const [first = {}, ...others] = partsOf(json);
    const type = [first.type ?? []].flat().find((each) => each !== "null");
    if (first.properties !== undefined) {
      return this.#merged([first, ...others], token, description);
    }
    if (type === "array") {
      return { type, items: this.of(first.items ?? {}, token, description) };
    }
    if (type === "object") {
      return { type, additionalProperties: anything };
    }
    return type === undefined ? anything : { type: isSwitch(first) ? "boolean" : type };
  }

  refer(token: string, type: object): object {
    this.named[token] = type;
    return { $ref: `#/types/${token}` };
  }

  /** A union of objects as one object with the fields of all: most languages have no such unions. */
  #merged(parts: readonly Json[], token: string, description: string | undefined): object {
    const fields = parts.flatMap((part) => Object.entries(part.properties ?? {}));
    const properties = fields.map(([key, json]) => {
      const { description: told } = json;
      return [key, { ...this.of(json, token + capital(key), told), description: told }];
    });
    const required = fields
      .map(([key]) => key)
      .filter((key) => parts.every((part) => part.required?.includes(key)));
    const type = { type: "object", properties: Object.fromEntries(properties), required };
    return this.refer(token, description === undefined ? type : { description, ...type });
  }
}

/** The parts of a union but null, or else the whole. */
function partsOf(json: Json): readonly Json[] {
  return json.anyOf?.filter(({ type }) => type !== "null") ?? [json];
}

/** `true` or `false` as text, as a stack's config has it. */
function isSwitch(json: Json): boolean {
  return json.enum?.join() === "true,false";
}

function capital(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}

/** What a declaration's comment says. */
function descriptionOf({ comment }: Declared): string {
  const bullets = [...comment.bullets].map(([label, text]) => `- **${label}**: ${text}`).join("\n");
  return linkless([comment.text, bullets].filter((part) => part !== "").join("\n\n"));
}

/** What the comment of a member says, and what its type cannot say in other languages. */
function memberDescription({ name, members }: Declared, field: string, json: Json): string {
  const { comment, isChoice } = members.find((member) => member.name === field) ?? {};
  if (comment === undefined || comment.text === "") {
    throw new Error(`${name}.${field} has no comment, so the schema cannot describe it`);
  }
  const values = partsOf(json).flatMap((part) => (isSwitch(part) ? [] : (part.enum ?? [])));
  const choices = members.filter(({ isChoice }) => isChoice).map((member) => member.name);
  const byDefault = name.endsWith("Args") ? comment.byDefault : "";
  return [
    linkless(comment.text),
    ...(values.every((value) => comment.text.includes(code(value)))
      ? []
      : [`One of ${values.map(code).join(", ")}.`]),
    ...(isChoice === true ? [`Give one of ${choices.map(code).join(", ")}.`] : []),
    ...(byDefault === "" ? [] : [`Default: ${byDefault}.`]),
  ].join(" ");
}

function linkless(text: string): string {
  return text.replace(/\{@link (\w+)\}/g, (_, name: string) => code(name));
}

function code(text: string): string {
  return `\`${text}\``;
}
