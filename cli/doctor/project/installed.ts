import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { commandVersion } from "../../text/own-version.js";

/** A package as a folder finds it. */
export interface Installed {
  /** Where it really is, with no link in between. */
  readonly folder: string;
  readonly version: string;
}

/** What the provider says about itself that this command works with. */
export interface OwnManifest {
  readonly name: string;
  /** Which versions of the engine's SDK it works with, and of Node. */
  readonly sdk: string;
  readonly node: string;
}

const manifestFormat = z.object({ name: z.string(), version: z.string() });

/** The package that code in a folder would load; undefined if there is none. `exports` may hide its manifest. */
export function installedAt(folder: string, name: string): Installed | undefined {
  for (const modules of createRequire(path.join(folder, "index.js")).resolve.paths(name) ?? []) {
    const found = readManifest(path.join(modules, name));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function readManifest(folder: string): Installed | undefined {
  try {
    const { version } = manifestFormat.parse(
      JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")),
    );
    return { folder: realpathSync(folder), version };
  } catch {
    return undefined; // not here: the next folder is asked
  }
}

const provider = "pulumi-workspace-gateway";

/** What is wrong, and what to do, where a folder has the provider of another version than this command. */
export function versionMismatch(
  folder: string,
  own = commandVersion(),
): { readonly found: string; readonly remedy: string } | undefined {
  const version = installedAt(folder, provider)?.version;
  return version === undefined || version === own
    ? undefined
    : {
        found: `The program uses ${provider} ${version}, and this command is of version ${own}.`,
        remedy: `Run \`npm install --save-dev workspace-gateway@${version}\` in the folder of the program.`,
      };
}
