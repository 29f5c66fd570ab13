import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

export type Vault = ReturnType<typeof createVault>;

/**
 * Encrypts secrets at rest (the API's section "Provider": `api_key` is stored encrypted). The key is in a
 * file next to the database, or only in memory for `:memory:`.
 */
export function createVault(db: string) {
  const key = db === ":memory:" ? randomBytes(32) : keyFile(`${db}.key`);
  return {
    seal(plain: string) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return [iv, cipher.getAuthTag(), text].map((part) => part.toString("base64")).join(".");
    },
    open(sealed: string) {
      const [iv, tag, text] = sealed.split(".").map((part) => Buffer.from(part, "base64"));
      if (iv === undefined || tag === undefined || text === undefined) throw new Error("not a sealed secret");
      const decipher = createDecipheriv("aes-256-gcm", key, iv).setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
    },
    /** Derives a secret from the key and a label. It is the same for every gateway with this key. */
    derive: (label: string) => createHmac("sha256", key).update(label).digest("base64url"),
  };
}

function keyFile(path: string): Buffer {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32), { mode: 0o600 });
  return readFileSync(path);
}
