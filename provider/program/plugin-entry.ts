import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { pluginName } from "../spec/token.js";

/** The name, without an extension, of the executable that the engine looks for. */
export const pluginExecutable = `pulumi-resource-${pluginName}`;

export interface PluginEntry {
  /** Relative to the folder of Pulumi.yaml. Undefined for a package, which pulumi finds by itself. */
  readonly path?: string | undefined;
  readonly version?: string | undefined;
}

const text = z.string().optional().catch(undefined);
const entry = z.looseObject({ name: text, path: text, version: text });
const packageFormat = z
  .union([z.string(), z.looseObject({ source: text })])
  .optional()
  .catch(undefined);
const format = z.looseObject({
  plugins: z.looseObject({ providers: z.array(entry).nullish() }).nullish(),
  packages: z.record(z.string(), packageFormat).nullish(),
});

/** Undefined if there is no entry, or if the content is not a project. */
export function pluginEntry(project: unknown): PluginEntry | undefined {
  const { plugins, packages } = format.safeParse(project).data ?? {};
  const named = plugins?.providers?.find(({ name }) => name === pluginName);
  if (named !== undefined) {
    return { path: named.path, version: named.version };
  }
  return Object.entries(packages ?? {}).some(isOurs) ? {} : undefined;
}

/** Matches the key, or a part of the source, such as `workspace-gateway@0.1.0`. */
function isOurs([key, value]: [string, z.infer<typeof packageFormat>]): boolean {
  const source = typeof value === "string" ? value : value?.source;
  return [key, ...(source ?? "").split(/[/\\@]/)].some((part) =>
    [pluginName, packageName, pluginExecutable].includes(part),
  );
}

/** `root`: the folder of Pulumi.yaml. `program`: the folder from which Node finds the package. */
export function pluginEntryText(root: string, program: string): string {
  return `plugins: { providers: [{ name: ${pluginName}, path: ${pluginPath(root, program)} }] }`;
}

const packageName = "pulumi-workspace-gateway";

/** Links are not resolved, because their targets may change with the version. */
function pluginPath(root: string, program: string): string {
  const lookUp = createRequire(path.join(program, "index.js"));
  const place = (lookUp.resolve.paths(packageName) ?? [])
    .map((modules) => path.join(modules, packageName, "plugin"))
    .find((folder) => existsSync(path.join(folder, pluginExecutable)));
  return path
    .relative(root, place ?? path.join(root, "node_modules", packageName, "plugin"))
    .replaceAll(path.sep, "/");
}
