// Writes `dist/plugin/schema.json`, for generating other SDKs and checking YAML programs.
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
  const made = packageSchema(specs, declared, manifest);
  const whole = withExamples(JSON.parse(JSON.stringify(made)), declared);
  writeFileSync(path.join(folder, "dist/plugin/schema.json"), `${JSON.stringify(whole, null, 2)}\n`);
}

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly repository: { readonly url: string };
}

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
    // A PNG, because Pulumi's SDK generator for .NET expects one.
    logoUrl: `https://raw.githubusercontent.com${pathname}/main/docs/images/logo.png`,
    pluginDownloadURL: `github://api.${hostname}${pathname}`,
    meta: { moduleFormat: "(.*)", supportPack: true },
    language: {
      // This repository's package, so that code from `pulumi import` needs no other package.
      nodejs: { packageName: "pulumi-workspace-gateway", respectSchemaVersion: true },
      python: {
        packageName: "pulumi_workspace_gateway",
        pyproject: { enabled: true },
        pythonRequires: ">=3.10",
        respectSchemaVersion: true,
      },
      // A Go package name cannot contain hyphens.
      go: {
        importBasePath: `${hostname}${pathname}/sdk/go/workspacegateway`,
        respectSchemaVersion: true,
      },
      csharp: { namespaces: { "workspace-gateway": "WorkspaceGateway" }, respectSchemaVersion: true },
      java: { basePackage: "io.github.pulumiworkspacegateway", buildFiles: "gradle" },
    },
  };
}

function packageSchema(specs: BuiltSpecs, declared: readonly Declared[], manifest: Manifest): object {
  const { kinds, functions, settingsSchema, credentialKeys, nativeToken, settingNames } = specs;
  const types = new Types();
  const settings = fieldsIn(settingsSchema, nativeToken("Provider"), named("ProviderArgs"));
  for (const key of credentialKeys) {
    Object.assign(settings.properties[key] ?? {}, { secret: true });
  }
  // Applies only to the config, so that a provider in the program never sends a token from the environment
  // to its gateway.
  const variables = Object.entries(settings.properties).map(([key, spec]): [string, object] => [
    key,
    { ...spec, defaultInfo: { environment: [settingNames(key).variable] } },
  ]);
  return {
    ...packageFacts(manifest),
    config: { variables: Object.fromEntries(variables) },
    provider: {
      description: descriptionOf(named("Provider")),
      inputProperties: settings.properties,
      requiredInputs: settings.required,
    },
    types: types.named,
    resources: Object.fromEntries(kinds.map((kind) => [nativeToken(kind.name), resource(kind)])),
    functions: Object.fromEntries([...functions].map(([token, spec]) => [token, functionOf(token, spec)])),
  };

  function resource(kind: Kind): object {
    const { name, endpoints } = kind;
    const token = nativeToken(name);
    const inputs = fieldsIn(kind.schema, token, named(`${name}Args`), kind);
    const outputs = fieldsIn(kind.outputs, token, named(name));
    const only = (...names: readonly unknown[]) => {
      const chosen = Object.entries(inputs.properties).filter(([key]) => names.includes(key));
      return { type: "object", properties: Object.fromEntries(chosen) };
    };
    return {
      description: descriptionOf(named(name)),
      properties: { ...inputs.properties, ...outputs.properties },
      required: [...inputs.required, ...outputs.required],
      inputProperties: inputs.properties,
      requiredInputs: inputs.required,
      stateInputs: only(endpoints.parent?.field, "connection"),
      listInputs: specs.isReadable(kind) ? only(endpoints.parent?.field) : undefined,
      aliases: [{ type: specs.typeToken(name) }],
      language: name === "Config" ? { csharp: { name: "GatewayConfig" } } : undefined,
    };
  }

  function functionOf(token: string, { name, takes, reading, givesList }: FunctionSpec): object {
    const [, args = "", result = ""] = /\bargs\??: (\w+).*Promise<(\w+)/.exec(named(name).code) ?? [];
    const given = (owner: string) => withTexts(fieldsIn(reading.result, owner, named(result)));
    return {
      description: descriptionOf(named(name)),
      inputs: fieldsIn(takes, token, named(args)),
      outputs: givesList ? list(given(`${token}Item`), `${token}Item`, result) : given(token),
    };
  }

  /** Wraps the list, because a function's result must be an object. */
  function list(element: object, token: string, commented: string): object {
    const description = descriptionOf(named(commented));
    const items = types.refer(token, { description, ...element });
    return {
      type: "object",
      properties: { items: { description, type: "array", items } },
      required: ["items"],
    };
  }

  /** `commented` is the declaration with the members' comments. */
  function fieldsIn(schema: z.ZodObject, token: string, commented: Declared, kind?: Kind) {
    const json = specs.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const { properties = {} }: Json = JSON.parse(JSON.stringify(json));
    const fields = specs.fieldsOf(schema);
    const described = fields.map((field): [string, object] => {
      const json = properties[field.name] ?? {};
      const comment = memberDescription(commented, field.name, json);
      const replaces = kind !== undefined && specs.isFixed(kind, field);
      const description = replaces ? `${comment} A change replaces the object.` : comment;
      const type = types.of(json, token + capital(field.name), comment);
      // In C#, a member cannot have its class's name.
      const language =
        capital(field.name) === kind?.name ? { csharp: { name: `${kind.name}Value` } } : undefined;
      return [field.name, { ...type, description, secret: field.secret, language }];
    });
    const required = fields
      .filter(({ optional, nullable }) => !optional && !nullable)
      .map(({ name }) => name);
    return { type: "object", properties: Object.fromEntries(described), required };
  }

  function named(name: string): Declared {
    const found = declared.find((each) => each.name === name);
    if (found === undefined) {
      throw new Error(`${name} is not public, so the schema has no comments for it`);
    }
    return found;
  }
}

/** Python's SDK accepts only a dictionary for a result of type `Any`, so the plugin returns text. */
function withTexts<T extends { readonly properties: Readonly<Record<string, object>> }>(fields: T): T {
  const properties = Object.entries(fields.properties).map(([name, spec]) => {
    const isUntyped = "$ref" in spec && spec.$ref === anything.$ref;
    return [name, isUntyped ? { ...spec, $ref: undefined, type: "string" } : spec] as const;
  });
  return { ...fields, properties: Object.fromEntries(properties) };
}

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

/** Pulumi requires names for object types. */
class Types {
  readonly named: Record<string, object> = {};

  /** `token` and `description` are used if the type is an object with fields. */
  of(json: Json, token: string, description?: string): object {
    const parts = partsOf(json);
    const [first = {}] = parts;
    const type = [first.type ?? []].flat().find((each) => each !== "null");
    if (first.properties !== undefined) {
      return this.#merged(parts, token, description);
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

  /** Merges a union of objects into one object with all fields, because most languages lack such unions. */
  #merged(parts: readonly Json[], token: string, description: string | undefined): object {
    const fields = parts.flatMap((part) => Object.entries(part.properties ?? {}));
    const properties = fields.map(([key, json]) => [
      key,
      { ...this.of(json, token + capital(key), json.description), description: json.description },
    ]);
    const keys = fields.map(([key]) => key);
    const required = keys.filter((key) => parts.every((part) => part.required?.includes(key)));
    return this.refer(token, {
      description,
      type: "object",
      properties: Object.fromEntries(properties),
      required,
    });
  }
}

function partsOf(json: Json): readonly Json[] {
  return json.anyOf?.filter(({ type }) => type !== "null") ?? [json];
}

/** A stack's config stores `true` and `false` as text. */
function isSwitch(json: Json): boolean {
  return json.enum?.join() === "true,false";
}

function capital(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}

function descriptionOf({ comment }: Declared): string {
  const bullets = [...comment.bullets].map(([label, text]) => `- **${label}**: ${text}`).join("\n");
  return linkless([comment.text, bullets].filter((part) => part !== "").join("\n\n"));
}

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
    ...(isChoice === true ? [`Set one of ${choices.map(code).join(", ")}.`] : []),
    ...(byDefault === "" ? [] : [`Default: ${byDefault}.`]),
  ].join(" ");
}

function linkless(text: string): string {
  return text.replace(/\{@link (\w+)\}/g, (_, name: string) => code(name));
}

function code(text: string): string {
  return `\`${text}\``;
}
