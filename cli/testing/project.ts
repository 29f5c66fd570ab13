import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import { findProject } from "../doctor/pulumi.js";
import { Secret } from "./api.js";

export type Project = Readonly<Awaited<ReturnType<typeof projectOf>>>;

const stackFormat = z.looseObject({ config: z.record(z.string(), z.unknown()).nullish() }).nullish();

/** Uses the nearest `Pulumi.yaml` above the program. */
export async function projectOf(program: string | URL, stack: string) {
  const entry = path.resolve(program instanceof URL ? fileURLToPath(program) : program);
  if (!existsSync(entry)) {
    throw new Error(
      `the program ${entry} does not exist. deploy() takes a file or folder, relative to the current folder.`,
    );
  }
  const folder = statSync(entry).isDirectory() ? entry : path.dirname(entry);
  const found = await findProject(folder);
  const root = found?.folder ?? folder;
  const { packages = folder, options } = found ?? {};
  return {
    ...{ name: found?.name ?? path.basename(folder), root, entry },
    directory: path.relative(packages, folder).startsWith("..") ? folder : packages,
    /** Whether Pulumi's SDK compiles TypeScript. */
    compiles: options?.typescript ?? true,
    tsconfig: options?.tsconfig ?? undefined,
    /** Plain values from `Pulumi.yaml` and the stack's file. */
    config: found && {
      ...withoutSchemas(found.config),
      ...configIn(path.join(root, `Pulumi.${stack}.yaml`)),
    },
  };
}

/** Excludes secrets, because they are encrypted. Tests provide their own values. */
function configIn(file: string): Record<string, unknown> {
  const { data, error } = stackFormat.safeParse(existsSync(file) ? parse(readFileSync(file, "utf8")) : null);
  if (error !== undefined) {
    throw new Error(`${file} is not a valid Pulumi file: ${error.issues[0]?.message}`);
  }
  return Object.fromEntries(
    Object.entries(data?.config ?? {}).filter(([, value]) => !("secure" in Object(value))),
  );
}

/** A config key in `Pulumi.yaml` has a plain value, or a value with a type and a description. */
function withoutSchemas(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(config).map(([key, value]) => {
    const schema: Readonly<Record<string, unknown>> = Object(value);
    const isSchema = ["value", "default", "type"].some((name) => name in schema);
    return [key, isSchema ? (schema.value ?? schema.default) : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

export type StackConfig = ReturnType<typeof configOf>;

/** Values are strings, keyed by full config key. A key without a namespace belongs to the project. */
export function configOf({ name, config }: Project, given: Readonly<Record<string, unknown>>) {
  const entries = Object.entries({ ...config, ...given }).map(([key, value]) => ({
    key: key.includes(":") ? key : `${name}:${key}`,
    value,
    secrets: secretTextsIn(value),
  }));
  return {
    values: Object.fromEntries(entries.map(({ key, value }) => [key, textOf(value)] as const)),
    secretKeys: entries.filter(({ secrets }) => secrets.length > 0).map(({ key }) => key),
    secretTexts: entries.flatMap(({ secrets }) => secrets),
  };
}

/** Pulumi passes structured values to programs as JSON. */
function textOf(value: unknown): string {
  const plain = value instanceof Secret ? value.value : value;
  return typeof plain === "object" && plain !== null
    ? JSON.stringify(plain, (_key, inside: unknown) => (inside instanceof Secret ? inside.value : inside))
    : String(plain);
}

function secretTextsIn(value: unknown, isSecret = false): string[] {
  if (value instanceof Secret) {
    return secretTextsIn(value.value, true);
  }
  if (typeof value === "object" && value !== null) {
    return Object.values(value).flatMap((inside) => secretTextsIn(inside, isSecret));
  }
  return isSecret ? [String(value)] : [];
}
