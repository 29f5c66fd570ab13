import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";

const manifest = "pulumi-workspace-gateway/package.json";
const ofPackage = createRequire(__filename);

/** The version of this package. */
export function packageVersion(): string {
  return z.object({ version: z.string() }).parse(ofPackage(manifest)).version;
}

/** Where this package is. */
export function packageFolder(): string {
  return path.dirname(ofPackage.resolve(manifest));
}
