import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { canonical } from "pulumi-workspace-gateway/tools";
import { type PromptResult, type PromptResults, resultsFormat } from "./prompt-results.js";
import { type Signer, signerOf } from "./signers.js";

/** Signs results. Throws a sentence if the key is no private key of ed25519. */
export function signedResults(results: readonly PromptResult[], privateKey: string): PromptResults {
  const key = privateKeyIn(privateKey);
  const value = sign(null, signedBytes(results), key).toString("base64");
  const { fingerprint } = signerOf(createPublicKey(key));
  return { format: resultsFormat, results: [...results], signature: { signer: fingerprint, value } };
}

function privateKeyIn(pem: string): KeyObject {
  const key = readKey(pem);
  if (key?.asymmetricKeyType !== "ed25519") {
    throw new Error(
      "it is no private key of ed25519 in PEM: make one with `openssl genpkey -algorithm ed25519`",
    );
  }
  return key;
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined; // the library's words may hold a part of the key
  }
}

/** Whether the results are what a signer has signed. */
export function isSignedBy({ key }: Signer, { results, signature }: PromptResults): boolean {
  const value = Buffer.from(signature?.value ?? "", "base64");
  return verify(null, signedBytes(results), key, value);
}

/** What this package signs, and nothing else that a key may have signed. */
const context = `workspace-gateway prompt results ${resultsFormat}\n`;

/** The same bytes for the same results: spaces, the order of keys, of results and of models do not count. */
function signedBytes(results: readonly PromptResult[]): Buffer {
  const texts = results.map(({ models, ...result }) => canonical({ ...result, models: models.toSorted() }));
  return Buffer.from(`${context}[${texts.toSorted().join(",")}]`);
}
