import { createHash, createPublicKey, type KeyObject } from "node:crypto";

/** Whose signature counts. */
export interface Signer {
  /** What it is called: a digest of the public key. */
  readonly fingerprint: string;
  readonly key: KeyObject;
}

/** The public keys that a text holds: several, while one takes the place of another. Throws a sentence if it holds anything else. */
export function signersIn(pem: string): Signer[] {
  if (/PRIVATE KEY/.test(pem)) {
    throw new Error(
      "it holds a private key: whoever can read it can sign. Make a new pair, and give the public key here",
    );
  }
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g) ?? [];
  if (blocks.length === 0) {
    throw new Error("it holds no public key (-----BEGIN PUBLIC KEY-----)");
  }
  return blocks.map((block) => {
    const key = publicKeyIn(block);
    if (key?.asymmetricKeyType !== "ed25519") {
      throw new Error(
        `it holds ${key === undefined ? "a damaged key" : `a key of the type ${key.asymmetricKeyType}`}, and only ed25519 counts`,
      );
    }
    return signerOf(key);
  });
}

function publicKeyIn(block: string): KeyObject | undefined {
  try {
    return createPublicKey(block);
  } catch {
    return undefined; // what the library says of a damaged key tells people nothing
  }
}

/** The signer to whom a key belongs. */
export function signerOf(key: KeyObject): Signer {
  const der = key.export({ type: "spki", format: "der" });
  return { fingerprint: `SHA256:${createHash("sha256").update(der).digest("base64url")}`, key };
}
