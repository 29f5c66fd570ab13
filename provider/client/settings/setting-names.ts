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
