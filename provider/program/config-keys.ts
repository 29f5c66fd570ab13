import { configNamespace } from "../client/settings/settings.js";
import { settingsSchema } from "../client/settings/settings-schema.js";
import { likely } from "../text/likely.js";
import { printable } from "../text/printable.js";

/** The environment variables. The language host passes the stack's config in two of them. */
export type ProgramEnv = Readonly<Record<string, string | undefined>>;

/**
 * The full keys of the stack's config, in the form `namespace:key`, and those among them that are secret.
 *
 * Only the program's process has this. The plugin gets single values, already decrypted.
 */
export function stackConfig(env: ProgramEnv): { keys: string[]; secret: ReadonlySet<string> } {
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
  const names = stackConfig(env).keys.flatMap((key) => {
    const [namespace, ...rest] = key.split(":");
    return namespace === configNamespace ? [rest.join(":")] : [];
  });
  const checked = project === configNamespace ? [] : names;
  return checked
    .filter((name) => name !== nativeKey && !known.includes(name.slice(connectionPrefix(name).length)))
    .map((name) => {
      const prefix = connectionPrefix(name);
      const meant = likely(name.slice(prefix.length), prefix === "" ? [...known, nativeKey] : known);
      const advice =
        meant === undefined
          ? `the settings are ${known.join(", ")}`
          : `${configNamespace}:${prefix}${meant} is one`;
      const key = `${configNamespace}:${name}`;
      return printable(`The stack's config has ${key}, which is no setting and has no effect; ${advice}.`);
    });
}

/** The connection's name with its dot: `eu.` for `eu.baseUrl`, empty for the default connection. */
function connectionPrefix(name: string): string {
  return name.slice(0, name.lastIndexOf(".") + 1);
}
