import { readFileSync } from "node:fs";
import path from "node:path";
import { paths } from "../../harness/paths.ts";

export interface TypeSpec {
  readonly type?: "string" | "boolean" | "integer" | "number" | "array" | "object";
  readonly $ref?: string;
  readonly items?: TypeSpec;
  readonly description?: string;
  readonly secret?: boolean;
  readonly defaultInfo?: { readonly environment: readonly string[] };
  readonly language?: { readonly csharp: { readonly name: string } };
}

export interface ObjectSpec {
  readonly description?: string;
  readonly properties: Readonly<Record<string, TypeSpec>>;
  readonly required: readonly string[];
}

interface ResourceSpec extends ObjectSpec {
  readonly inputProperties: ObjectSpec["properties"];
  readonly requiredInputs: readonly string[];
  readonly stateInputs: Omit<ObjectSpec, "required">;
  readonly listInputs?: ObjectSpec;
  readonly aliases: readonly { readonly type: string }[];
  readonly language?: { readonly csharp: { readonly name: string } };
}

interface PackageSpec {
  readonly name: string;
  readonly version: string;
  readonly publisher: string;
  readonly homepage: string;
  readonly repository: string;
  readonly logoUrl: string;
  readonly keywords: readonly string[];
  readonly pluginDownloadURL: string;
  readonly language: {
    readonly go: { readonly importBasePath: string };
    readonly python: { readonly pythonRequires: string };
  };
  readonly config: { readonly variables: ObjectSpec["properties"] };
  readonly provider: Pick<ResourceSpec, "description" | "inputProperties" | "requiredInputs">;
  readonly types: Readonly<Record<string, ObjectSpec>>;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly functions: Readonly<
    Record<
      string,
      { readonly description: string; readonly inputs: ObjectSpec; readonly outputs: ObjectSpec }
    >
  >;
}

export const schemaFile = path.join(paths.root, "provider/dist/plugin/schema.json");

export const schemaText = readFileSync(schemaFile, "utf8");

export const published: PackageSpec = JSON.parse(schemaText);

/** What a value has that its type in the schema does not allow: a sentence for each place. */
function misfits(spec: TypeSpec, value: unknown, place: string): string[] {
  if (spec.$ref === "pulumi.json#/Any") return [];
  const named = published.types[spec.$ref?.replace("#/types/", "") ?? ""];
  if (named !== undefined) return objectMisfits(named, value, place);
  if (spec.type === "array" && spec.items !== undefined && Array.isArray(value)) {
    const { items } = spec;
    return value.flatMap((item, index) => misfits(items, item, `${place}[${index}]`));
  }
  const is = Number.isInteger(value) && spec.type === "integer" ? "integer" : typeof value;
  return is === spec.type && !Array.isArray(value) ? [] : [`${place} is ${is}, not ${spec.type}`];
}

/** The same of an object. What is not required may be null. */
export function objectMisfits({ properties, required }: ObjectSpec, value: unknown, place: string): string[] {
  const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
  const given = new Set(
    entries.filter(([, each]) => each !== undefined && each !== null).map(([key]) => key),
  );
  return [
    ...required.filter((key) => !given.has(key)).map((key) => `${place}.${key} is missing`),
    ...entries.flatMap(([key, each]) => {
      const spec = properties[key];
      if (spec === undefined) return [`${place}.${key} is not in the schema`];
      return given.has(key) ? misfits(spec, each, `${place}.${key}`) : [];
    }),
  ];
}
