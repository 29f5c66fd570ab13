import { createRequire } from "node:module";
import { z } from "zod";

const manifest = z.object({ version: z.string() });

/** The version of this command. */
export function commandVersion(): string {
  return manifest.parse(createRequire(__filename)("workspace-gateway/package.json")).version;
}
