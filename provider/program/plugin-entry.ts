import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { pluginName } from "../spec/token.js";

/** The name by which the engine looks for the plugin. */
export const pluginExecutable = `pulumi-resource-${pluginName}`;

/** How a Pulumi.yaml names the plugin. */
export interface PluginEntry {
  /** Where its executable is, from the folder of Pulumi.yaml. Absent for a package, which pulumi looks up by itself. */
  readonly path?: string | undefined;
  readonly version?: string | undefined;
}

const text = z.string().optional().catch(undefined);
const entry = z.looseObject({ name: text, path: text, version: text });
const format = z.looseObject({
  plugins: z.looseObject({ providers: z.array(entry).nullish() }).nullish(),
  packages: z.record(z.string(), z.unknown()).nullish(),
});

/** What the content of a Pulumi.yaml says of the plugin; undefined if it names none. */
export function pluginEntry(project: unknown): PluginEntry | undefined {
  const { plugins, packages } = format.safeParse(project).data ?? {};
  const named = plugins?.providers?.find(({ name }) => name === pluginName);
  if (named !== undefined) {
    return { path: named.path, version: named.version };
  }
  return JSON.stringify(packages ?? {}).includes(pluginName) ? {} : undefined;
}

/**
 * The line to add to a Pulumi.yaml.
 *
 * @param root The folder of Pulumi.yaml.
 * @param program The folder of the program, from which Node finds the package.
 */
export function pluginEntryText(root: string, program: string): string {
  return `plugins: { providers: [{ name: ${pluginName}, path: ${pluginPath(root, program)} }] }`;
}

const packageName = "pulumi-workspace-gateway";

/** As a package manager has put it there, and not where a link to it leads: that place may change with the version. */
function pluginPath(root: string, program: string): string {
  const lookUp = createRequire(path.join(program, "index.js"));
  const place = (lookUp.resolve.paths(packageName) ?? [])
    .map((modules) => path.join(modules, packageName, "plugin"))
    .find((folder) => existsSync(path.join(folder, pluginExecutable)));
  return path
    .relative(root, place ?? path.join(root, "node_modules", packageName, "plugin"))
    .replaceAll(path.sep, "/");
}
