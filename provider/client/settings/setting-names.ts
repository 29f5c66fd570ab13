import { printable } from "../../text/printable.js";
import { isCredential } from "./settings-schema.js";

export const configNamespace = "workspace-gateway";

/** The environment variable and the config key that set `key` for a connection. */
export function settingNames(key: string, connection?: string): { variable: string; config: string } {
  return { variable: variableName(key, connection), config: configKey(key, connection) };
}

/** How the user sets a key: its environment variable and the command for its config key. */
export function howToSet(key: string, connection?: string): string {
  const { variable, config } = settingNames(key, connection);
  const flag = isCredential(key) ? " --secret" : "";
  return `${variable} (or \`pulumi config set${flag} ${config}\`)`;
}

/** Whether a full key of the stack's config, such as `workspace-gateway:eu.accessToken`, is for a credential. */
export function isCredentialKey(key: string): boolean {
  const [namespace, name = ""] = key.split(":");
  return namespace === configNamespace && isCredential(name.split(".").at(-1) ?? "");
}

/**
 * The message about a credential in plain text among full keys of the stack's config, or of a provider's arguments.
 * Undefined if there is none.
 */
export function plainCredential(
  keys: readonly string[],
  isSecret: (key: string) => boolean,
  provider?: string,
): string | undefined {
  const key = keys.find((each) => isCredentialKey(each) && !isSecret(each));
  if (key === undefined) {
    return undefined;
  }
  const words =
    provider === undefined
      ? `${key} is a credential in plain text in the stack's config. Encrypt it with \`pulumi config set --secret ${key}\``
      : `${key.slice(configNamespace.length + 1)} of the provider "${provider}" is a credential in plain text. ` +
        "Pass a secret, such as one of the stack's config";
  return printable(`${words}, and replace the credential, because it was written to a file.`);
}

function configKey(key: string, connection?: string): string {
  return `${configNamespace}:${connection === undefined ? "" : `${connection}.`}${key}`;
}

function variableName(key: string, connection?: string): string {
  const words = [
    ...(connection === undefined ? [] : [connection]),
    key.replace(/[A-Z]/g, (letter) => `_${letter}`),
  ];
  return ["WORKSPACE_GATEWAY", ...words].join("_").replace(/\W/g, "_").toUpperCase();
}
