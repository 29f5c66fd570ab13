import { RunError } from "#sdk";
import { isCredentialKey } from "../client/settings/setting-names.js";
import { printable } from "../text/printable.js";
import { type ProgramEnv, stackConfig } from "./config-keys.js";

/** Throws a `RunError` if the stack's config has a credential in plain text. The message has the command that encrypts it. */
export function refusePlainCredentials(env: ProgramEnv = process.env): void {
  const { keys, secret } = stackConfig(env);
  const plain = keys.find((key) => isCredentialKey(key) && !secret.has(key));
  if (plain !== undefined) {
    throw new RunError(
      printable(
        `${plain} is a credential in plain text in the stack's config. Encrypt it with ` +
          `\`pulumi config set --secret ${plain}\`, ` +
          "and replace the credential, because it was written to a file.",
      ),
    );
  }
}
