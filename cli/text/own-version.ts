import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { z } from "zod";

const manifest = z.object({ version: z.string(), engines: z.object({ node: z.string() }) });

function own(): z.infer<typeof manifest> {
  return manifest.parse(createRequire(__filename)("workspace-gateway/package.json"));
}

export function commandVersion(): string {
  return own().version;
}

export function neededNode(): string {
  return own().engines.node;
}

/** SHA-256 in hexadecimal. Text is encoded as UTF-8. */
export function sha256(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
