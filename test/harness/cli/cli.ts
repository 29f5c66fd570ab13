import type { Kit } from "./kit.ts";

/** A Pulumi CLI with the two plugins that a dynamic provider in TypeScript needs. */
export interface Cli {
  /** The folder with the three files. It goes onto PATH. */
  directory: string;
  version: string;
  source: "PATH" | "cache" | "installer" | "Go";
}

/** The version that is installed or built: the newest whose modules build with Go. */
export const cliVersion = "v3.259.0";

/** Since this version of the SDK, `read` of a dynamic provider can return inputs. The oldest that is tried. */
export const oldestVersion = "v3.216.0";

export const cliFiles = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"] as const;

export function cliKit(version: string): Kit {
  return { title: "Pulumi CLI", version, folder: `pulumi-${version}`, files: cliFiles, prints: version };
}

export function isAtLeast(version: string, least: string): boolean {
  const [found, wanted] = [numbers(version), numbers(least)];
  const different = wanted.findIndex((number, index) => number !== found[index]);
  return different === -1 || (found[different] ?? 0) > (wanted[different] ?? 0);
}

function numbers(version: string): number[] {
  return (/\d+\.\d+\.\d+/.exec(version)?.[0] ?? "0").split(".").map(Number);
}
