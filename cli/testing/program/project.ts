import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";

/** A program, and what its `Pulumi.yaml` says of how it runs. */
export interface Project {
  readonly name: string;
  /** The folder of `Pulumi.yaml`; that of the program if there is none. */
  readonly root: string;
  /** The folder that the program runs in. */
  readonly directory: string;
  /** The file to run. */
  readonly entry: string;
  /** Whether Pulumi's SDK compiles TypeScript for it. */
  readonly compiles: boolean;
  readonly tsconfig: string | undefined;
  /** What `Pulumi.yaml` and the stack's file set, as they stand there. */
  readonly config: Readonly<Record<string, unknown>>;
}

const values = z.record(z.string(), z.unknown()).nullish();

const projectFormat = z.looseObject({
  name: z.string(),
  main: z.string().nullish(),
  runtime: z.union([
    z.string(),
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
    throw new Error(`there is no program ${entry}: deploy() takes its file, from the current folder.`);
  }
  const folder = statSync(entry).isDirectory() ? entry : path.dirname(entry);
  const file = nearest(folder, ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"]);
  if (file === undefined) {
    return { name: path.basename(folder), root: folder, directory: folder, entry, ...unsaid };
  }
  const root = path.dirname(file);
  const { name, main, runtime, config } = read(file, projectFormat);
  const { typescript, tsconfig } = (typeof runtime === "string" ? undefined : runtime.options) ?? {};
  return {
    name,
    root,
    directory: workingFolder(root, main ?? ".", folder),
    entry,
    compiles: typescript ?? true,
    tsconfig: tsconfig ?? undefined,
    config: { ...declared(config ?? {}), ...stackConfig(root, stack) },
  };
}

const unsaid = { compiles: true, tsconfig: undefined, config: {} };

function workingFolder(root: string, main: string, folder: string): string {
  const place = path.join(root, main);
  const named = existsSync(place) && statSync(place).isDirectory() ? place : path.dirname(place);
  return !path.relative(named, folder).startsWith("..") ? named : folder;
}

/** A key of `Pulumi.yaml` may have its value alone, or beside a type and a description. */
function declared(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(config).map(([key, value]) => {
    const { value: given, default: usual } = Object(value);
    const isSchema =
      typeof value === "object" &&
      value !== null &&
      ("value" in value || "default" in value || "type" in value);
    return [key, isSchema ? (given ?? usual) : value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Secrets of the file are only encrypted there: a test gives others. */
function stackConfig(root: string, stack: string): Record<string, unknown> {
  const file = path.join(root, `Pulumi.${stack}.yaml`);
  const { config } = (existsSync(file) ? read(file, stackFormat) : undefined) ?? {};
  return Object.fromEntries(Object.entries(config ?? {}).filter(([, value]) => !isEncrypted(value)));
}

function isEncrypted(value: unknown): boolean {
  return typeof value === "object" && value !== null && "secure" in value;
}

function read<T>(file: string, format: z.ZodType<T>): T {
  const { success, data, error } = format.safeParse(parse(readFileSync(file, "utf8")));
  if (!success) {
    throw new Error(`${file} is not as Pulumi reads it: ${error.issues[0]?.message}`);
  }
  return data;
}

function nearest(folder: string, names: readonly string[]): string | undefined {
  const found = names.map((name) => path.join(folder, name)).find((file) => existsSync(file));
  const parent = path.dirname(folder);
  return found ?? (parent === folder ? undefined : nearest(parent, names));
}
