import { configNamespace } from "../client/settings/setting-names.js";
import { isCredential } from "../client/settings/settings-schema.js";
import { printable } from "../text/printable.js";
import { type ProgramEnv, stackConfig } from "./config-keys.js";

/** Throws if the stack's config has a credential in plain text. The message has the command that encrypts it. */
export function refusePlainCredentials(env: ProgramEnv = process.env): void {
  const { keys, secret } = stackConfig(env);
  const plain = keys.find((key) => isCredentialKey(key) && !secret.has(key));
  if (plain !== undefined) {
    throw new Error(
      printable(
        `${plain} is a credential in plain text in the stack's config. Encrypt it with ` +
          `\`pulumi config set --secret ${plain}\`, ` +
          "and replace the credential, because it was written to a file.",
      ),
    );
  }
}

/** Whether a full key of the stack's config, such as `workspace-gateway:eu.accessToken`, is for a credential. */
export function isCredentialKey(key: string): boolean {
  const [namespace, name = ""] = key.split(":");
  return namespace === configNamespace && isCredential(name.split(".").at(-1) ?? "");
}
