import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";

const manifest = "pulumi-workspace-gateway/package.json";
const ofPackage = createRequire(__filename);

let version: string | undefined;

/** The version of this package. Every resource of the plugin is registered with it: it is read once. */
export function packageVersion(): string {
  version ??= z.object({ version: z.string() }).parse(ofPackage(manifest)).version;
  return version;
}

export function packageFolder(): string {
  return path.dirname(ofPackage.resolve(manifest));
}
