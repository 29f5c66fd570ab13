import { isJsonObject } from "../client/json.js";
import { configNamespace, credentialKeys } from "../client/settings.js";

/**
 * Refuses credentials that stand in the stack's config in plain text.
 *
 * Only the program's process can tell: the language host hands it the config and the names of the secret keys in
 * these two variables. The plugin sees every value decrypted.
 */
export function refusePlainCredentials(
  env: Readonly<Record<string, string | undefined>> = process.env,
): void {
  const config: unknown = JSON.parse(env.PULUMI_CONFIG ?? "{}");
  const secret: unknown = JSON.parse(env.PULUMI_CONFIG_SECRET_KEYS ?? "[]");
  const secretKeys = new Set(Array.isArray(secret) ? secret.map((key) => asTyped(String(key))) : []);
  const given = isJsonObject(config) ? Object.keys(config).map(asTyped) : [];
  const plain = given.find((key) => isCredential(key) && !secretKeys.has(key));
  if (plain !== undefined) {
    throw new Error(
      `${plain} is a credential in plain text in the stack's config. Encrypt it with ` +
        `\`pulumi config set --secret ${plain}\`, and replace the credential, since it has been written to a file.`,
    );
  }
}

/** Some language hosts write `namespace:config:key` where people write `namespace:key`. */
function asTyped(key: string): string {
  return key.replace(/^([^:]+):config:/, "$1:");
}

function isCredential(key: string): boolean {
  const [namespace, name = ""] = key.split(":");
  return (
    namespace === configNamespace &&
    credentialKeys.some((credential) => credential === name.split(".").at(-1))
  );
}
