import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";

const manifest = "pulumi-workspace-gateway/package.json";
const ofPackage = createRequire(__filename);

let version: string | undefined;

/** Reads the version once, because every resource of the plugin is registered with it. */
export function packageVersion(): string {
  version ??= z.object({ version: z.string() }).parse(ofPackage(manifest)).version;
  return version;
}

export function packageFolder(): string {
  return path.dirname(ofPackage.resolve(manifest));
}
