import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { findsPlugin } from "../../program/finds-plugin.js";
import { type PluginEntry, pluginEntryText, pluginExecutable } from "../../program/plugin-entry.js";
import { isInRange } from "../../text/version-range.js";
import { about, type Diagnosis } from "../diagnosis.js";
import type { Machine } from "../machine.js";
import { installedAt } from "./installed.js";
import type { OwnManifest } from "./packages.js";
import type { PulumiProject } from "./pulumi-project.js";

const check = about("plugin");

/**
 * Judges whether the engine will find the plugin of this package, of the version that the program uses. Nothing is said of a
 * stack that needs no plugin and a project that names none.
 *
 * @param needs - whether the stack's config or its state asks for the plugin
 */
export function checkPlugin(
  project: PulumiProject,
  needs: boolean,
  own: OwnManifest,
  env: Machine["env"],
): readonly Diagnosis[] {
  const { file, folder, packages, plugin } = project;
  if (plugin?.path !== undefined) {
    return [checkEntry(project, { ...plugin, path: plugin.path }, own)];
  }
  if (!needs) {
    return [];
  }
  if (plugin !== undefined || findsPlugin(env)) {
    return [check.ok({ found: "The stack uses the plugin, and pulumi finds it." })];
  }
  return [
    check.problem({
      found: `The stack uses the plugin, and ${file} does not name it.`,
      means: "The program refuses to run, and a refresh or a destroy cannot find the plugin.",
      remedy: `Add to ${file}: ${pluginEntryText(folder, packages)}`,
    }),
  ];
}

function checkEntry(
  { file, folder, packages }: PulumiProject,
  entry: PluginEntry & { readonly path: string },
  { name, version }: OwnManifest,
): Diagnosis {
  const used = installedAt(packages, name)?.version ?? version;
  const place = path.resolve(folder, entry.path);
  const found = versionAt(place);
  const facts = { path: place, plugin: found, package: used, entry: entry.version };
  const remedy = `Let the entry in ${file} be: ${pluginEntryText(folder, packages)}`;
  if (!existsSync(path.join(place, pluginExecutable))) {
    return check.problem({
      found: `${file} names the plugin in ${place}, where it is not.`,
      means: "Pulumi cannot start it.",
      remedy: `Run \`npm install\` in the folder of the program. ${remedy}`,
      facts,
    });
  }
  if (entry.version !== undefined && entry.version !== used) {
    return check.problem({
      found: `${file} names the plugin with the version ${entry.version}, and the program uses ${name} ${used}.`,
      means: "Pulumi takes the entry for another plugin's.",
      remedy,
      facts,
    });
  }
  if (found !== undefined && found !== used) {
    const said = {
      found: `The plugin in ${place} is of version ${found}, and the program uses ${name} ${used}.`,
      remedy,
      facts,
    };
    return isInRange(found, `>=${used}`)
      ? check.warning({ ...said, means: "What the program declares may mean something else to the plugin." })
      : check.problem({
          ...said,
          means: "An older plugin refuses the program, which may declare what it does not know.",
        });
  }
  return check.ok({
    found: `The plugin is in ${place}${found === undefined ? "" : `, of version ${found}`}.`,
    facts,
  });
}

/** The version of the package that a plugin's folder is in. */
function versionAt(place: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(place, "..", "package.json"), "utf8"));
    return z.object({ version: z.string() }).parse(manifest).version;
  } catch {
    return undefined; // it stands alone: it is of any version
  }
}
