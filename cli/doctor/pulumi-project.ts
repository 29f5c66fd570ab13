import { readFileSync, realpathSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { defined, messageOf, type PluginEntry, pluginEntry } from "pulumi-workspace-gateway/tools";
import { parse, YAMLParseError } from "yaml";
import { z } from "zod";
import { commandVersion } from "../text/own-version.js";

/** The parts of `Pulumi.yaml` that checks need. */
export interface PulumiProject {
  readonly file: string;
  readonly folder: string;
  readonly name: string;
  /** Where the engine's plugin and the program find their packages. */
  readonly packages: string;
  readonly runtime: string;
  /** The keys for which the project itself has a value, for all stacks. */
  readonly configKeys: readonly string[];
  /** The address of the backend of its stacks, if the project names one. */
  readonly backend?: string;
  /** How it names the plugin of this package, if it does. */
  readonly plugin?: PluginEntry;
}

const format = z.looseObject({
  name: z.string(),
  main: z.string().optional(),
  runtime: z.union([z.string(), z.looseObject({ name: z.string() })]),
  config: z.record(z.string(), z.unknown()).nullish(),
  backend: z.looseObject({ url: z.string().optional() }).nullish(),
});

/** The project of a folder: pulumi looks into the folder and those above it. Undefined if there is none. */
export async function findProject(folder: string): Promise<PulumiProject | undefined> {
  for (const name of ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"]) {
    const file = path.join(folder, name);
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text !== undefined) {
      return projectOf(file, text);
    }
  }
  const above = path.dirname(folder);
  return above === folder ? undefined : findProject(above);
}

async function projectOf(file: string, text: string): Promise<PulumiProject> {
  const folder = path.dirname(file);
  const wrong = (what: string) => new Error(`${file} is no project of Pulumi: ${what}`);
  const content = readYaml(text, wrong);
  const parsed = format.safeParse(content);
  if (!parsed.success) {
    const key = parsed.error.issues[0]?.path.join(".");
    throw wrong(key ? `its \`${key}\` is missing or wrong` : "it has no keys");
  }
  const { name, main, runtime, config, backend } = parsed.data;
  return {
    file,
    folder,
    name,
    packages: main === undefined ? folder : await folderOf(path.join(folder, main)),
    runtime: typeof runtime === "string" ? runtime : runtime.name,
    configKeys: Object.keys(config ?? {}),
    ...defined({ backend: backend?.url, plugin: pluginEntry(content) }),
  };
}

/** No error quotes the text, which may contain a credential. */
function readYaml(text: string, wrong: (what: string) => Error): unknown {
  try {
    return parse(text);
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    throw wrong(line === undefined ? "it is no YAML" : `it is no YAML, as its line ${line} shows`);
  }
}

async function folderOf(main: string): Promise<string> {
  const isFolder = await stat(main).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? main : path.dirname(main);
}

/** Whether the project of a folder names the plugin: then imports use its types. */
export async function hasPlugin(folder: string): Promise<boolean> {
  const project = await findProject(folder).catch(() => undefined); // pulumi will say what is wrong with it
  return project?.plugin !== undefined;
}

/** The project of a folder, or why it cannot be read. Undefined if there is none. */
export async function lookForProject(
  folder: string,
): Promise<PulumiProject | { readonly wrong: string } | undefined> {
  return findProject(folder).catch((error: unknown) => ({ wrong: messageOf(error) }));
}

const manifestFormat = z.object({ version: z.string() });

/** The version of a package that code in a folder would load; undefined if there is none. `exports` may hide its manifest. */
export function installedVersion(folder: string, name: string): string | undefined {
  for (const modules of createRequire(path.join(folder, "index.js")).resolve.paths(name) ?? []) {
    try {
      const manifest = path.join(realpathSync(path.join(modules, name)), "package.json");
      return manifestFormat.parse(JSON.parse(readFileSync(manifest, "utf8"))).version;
    } catch {
      // not here: the next folder is asked
    }
  }
  return undefined;
}

const provider = "pulumi-workspace-gateway";

/** The finding and the remedy if a folder has the provider of another version than this command. */
export function versionMismatch(folder: string): { found: string; remedy: string } | undefined {
  const version = installedVersion(folder, provider);
  const own = commandVersion();
  return version === undefined || version === own
    ? undefined
    : {
        found: `The program uses ${provider} ${version}, and this command is of version ${own}.`,
        remedy: `Run \`npm install --save-dev workspace-gateway@${version}\` in the folder of the program.`,
      };
}
