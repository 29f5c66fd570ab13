import { createHash } from "node:crypto";

/** The digest of a text in UTF-8, or of bytes, in hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
