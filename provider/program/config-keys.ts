import { RunError } from "#sdk";
import { configNamespace } from "../client/settings.js";
import { plainCredential, settingsSchema } from "../client/settings-schema.js";
import { didYouMean, quoted } from "../text/words.js";

/** The environment variables. The language host passes the stack's config in two of them. */
export type ProgramEnv = Readonly<Record<string, string | undefined>>;

/**
 * The full keys of the stack's config, in the form `namespace:key`, and those among them that are secret.
 *
 * Only the program's process has this. The plugin gets single values, already decrypted.
 */
function stackConfig(env: ProgramEnv): { keys: string[]; secret: ReadonlySet<string> } {
  const config: unknown = JSON.parse(env.PULUMI_CONFIG ?? "{}");
  const secret: unknown = JSON.parse(env.PULUMI_CONFIG_SECRET_KEYS ?? "[]");
  return {
    keys: typeof config === "object" && config !== null ? Object.keys(config).map(normalize) : [],
    secret: new Set(Array.isArray(secret) ? secret.map((key) => normalize(String(key))) : []),
  };
}

/** Turns `namespace:config:key`, as some language hosts pass it, into `namespace:key`. */
function normalize(key: string): string {
  return key.replace(/^([^:]+):config:/, "$1:");
}

/** The key of the stack's config that makes the native plugin serve all resources. */
export const nativeKey = "native";

/**
 * Warnings about unknown keys in this package's namespace of the stack's config, one line each.
 *
 * None for a project of the same name as the namespace, because its own keys are there.
 */
export function unknownConfigKeys(project: string, env: ProgramEnv = process.env): string[] {
  const known = Object.keys(settingsSchema.shape);
  const keys = project === configNamespace ? [] : stackConfig(env).keys;
  return keys.flatMap((key) => {
    const [namespace, ...rest] = key.split(":");
    const name = rest.join(":");
    const prefix = connectionPrefix(name);
    const setting = name.slice(prefix.length);
    const settings = prefix === "" ? [...known, nativeKey] : known;
    if (namespace !== configNamespace || settings.includes(setting)) {
      return [];
    }
    const hint = didYouMean(setting, settings, "The settings", `${configNamespace}:${prefix}`);
    return [`${quoted(key)} in the stack's config is not a setting and has no effect.${hint}`];
  });
}

/** The connection's name with its dot: `eu.` for `eu.baseUrl`, empty for the default connection. */
function connectionPrefix(name: string): string {
  return name.slice(0, name.lastIndexOf(".") + 1);
}

/** Throws a `RunError` if the stack's config has a credential in plain text. The message has the command that encrypts it. */
export function refusePlainCredentials(env: ProgramEnv = process.env): void {
  const { keys, secret } = stackConfig(env);
  const message = plainCredential(keys, (key) => secret.has(key));
  if (message !== undefined) {
    throw new RunError(message);
  }
}
