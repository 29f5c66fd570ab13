import { createRequire } from "node:module";
import { z } from "zod";

/** The version of this package. */
export function packageVersion(): string {
  const manifest: unknown = createRequire(__filename)("pulumi-workspace-gateway/package.json");
  return z.object({ version: z.string() }).parse(manifest).version;
}
