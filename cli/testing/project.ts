import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import { Secret } from "./api.js";

/** A program, and how its `Pulumi.yaml` runs it. */
export interface Project {
  readonly name: string;
  /** The folder of `Pulumi.yaml`; that of the program if there is none. */
  readonly root: string;
  readonly directory: string;
  readonly entry: string;
  /** Whether Pulumi's SDK compiles TypeScript for it. */
  readonly compiles: boolean;
  readonly tsconfig: string | undefined;
  /** Plain values of `Pulumi.yaml` and the stack's file. */
  readonly config: Readonly<Record<string, unknown>>;
}

const values = z.record(z.string(), z.unknown()).nullish();

const projectFormat = z.looseObject({
  name: z.string(),
  main: z.string().nullish(),
  runtime: z.union([
    z.string().transform(() => ({ options: undefined })),
    z.looseObject({
      options: z.looseObject({ typescript: z.boolean().nullish(), tsconfig: z.string().nullish() }).nullish(),
    }),
  ]),
  config: values,
});

const stackFormat = z.looseObject({ config: values }).nullish();

/** Finds the project of a program: the nearest `Pulumi.yaml` above it. */
export function projectOf(program: string | URL, stack: string): Project {
  const entry = path.resolve(program instanceof URL ? fileURLToPath(program) : program);
  if (!existsSync(entry)) {
    throw new Error(
      `there is no program ${entry}. deploy() takes its file or folder, from the current folder.`,
    );
  }
  const folder = isFolder(entry) ? entry : path.dirname(entry);
  const file = projectFileAbove(folder);
  if (file === undefined) {
    const name = path.basename(folder);
    return { name, root: folder, directory: folder, entry, compiles: true, tsconfig: undefined, config: {} };
  }
  const root = path.dirname(file);
  const { name, main, runtime, config } = read(file, projectFormat);
  const stackFile = path.join(root, `Pulumi.${stack}.yaml`);
  const stackConfig = existsSync(stackFile) ? read(stackFile, stackFormat)?.config : {};
  const place = path.join(root, main ?? ".");
  const directory = isFolder(place) ? place : path.dirname(place);
  return {
    name,
    root,
    directory: path.relative(directory, folder).startsWith("..") ? folder : directory,
    entry,
    compiles: runtime.options?.typescript ?? true,
    tsconfig: runtime.options?.tsconfig ?? undefined,
    config: { ...withoutSchemas(config ?? {}), ...withoutSecrets(stackConfig ?? {}) },
  };
}

function isFolder(place: string): boolean {
  return existsSync(place) && statSync(place).isDirectory();
}

function projectFileAbove(folder: string): string | undefined {
  const names = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];
  const found = names.map((name) => path.join(folder, name)).find((file) => existsSync(file));
  const parent = path.dirname(folder);
  return found ?? (parent === folder ? undefined : projectFileAbove(parent));
}

function read<T>(file: string, format: z.ZodType<T>): T {
  const { success, data, error } = format.safeParse(parse(readFileSync(file, "utf8")));
  if (!success) {
    throw new Error(`${file} is not a valid Pulumi file: ${error.issues[0]?.message}`);
  }
  return data;
}

/** A key of `Pulumi.yaml` has its value alone, or beside a type and a description. */
function withoutSchemas(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(config).map(([key, value]) => {
    const schema: Readonly<Record<string, unknown>> = Object(value);
    const isSchema = ["value", "default", "type"].some((name) => name in schema);
    return [key, isSchema ? (schema.value ?? schema.default) : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Secrets of the file are encrypted: a test gives others. */
function withoutSecrets(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => !("secure" in Object(value))));
}

/** The config of a stack: all values as texts, by full keys. */
export interface StackConfig {
  readonly values: Readonly<Record<string, string>>;
  readonly secretKeys: readonly string[];
  /** All secret texts, so that no message shows them. */
  readonly secretTexts: readonly string[];
}

/** The config of the project's files, and of the test. A key without a namespace belongs to the project. */
export function configOf({ name, config }: Project, given: Readonly<Record<string, unknown>>): StackConfig {
  const entries = Object.entries({ ...config, ...given }).map(([key, value]) => ({
    key: key.includes(":") ? key : `${name}:${key}`,
    value,
    secrets: secretTextsIn(value),
  }));
  return {
    values: Object.fromEntries(entries.map(({ key, value }) => [key, textOf(value)])),
    secretKeys: entries.filter(({ secrets }) => secrets.length > 0).map(({ key }) => key),
    secretTexts: entries.flatMap(({ secrets }) => secrets),
  };
}

/** A structured value is JSON, as pulumi hands it to programs. */
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
