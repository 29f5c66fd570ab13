import { RunError } from "#sdk";
import { plainCredential } from "../client/settings/setting-names.js";
import { type ProgramEnv, stackConfig } from "./config-keys.js";

/** Throws a `RunError` if the stack's config has a credential in plain text. The message has the command that encrypts it. */
export function refusePlainCredentials(env: ProgramEnv = process.env): void {
  const { keys, secret } = stackConfig(env);
  const message = plainCredential(keys, (key) => secret.has(key));
  if (message !== undefined) {
    throw new RunError(message);
  }
}
