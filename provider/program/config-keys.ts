import { configNamespace } from "../client/settings/settings.js";
import { settingsSchema } from "../client/settings/settings-schema.js";
import { likely } from "../text/likely.js";
import { printable } from "../text/printable.js";

/** The environment variables. In two of them the language host gives a program the stack's config. */
export type ProgramEnv = Readonly<Record<string, string | undefined>>;

/**
 * The full keys in the stack's config, as people write them, and which of them are secret.
 *
 * Only the program's process can know this: the plugin gets values decrypted,
 * and only those that it asks for.
 */
export function stackConfig(env: ProgramEnv): { keys: string[]; secret: ReadonlySet<string> } {
  const config: unknown = JSON.parse(env.PULUMI_CONFIG ?? "{}");
  const secret: unknown = JSON.parse(env.PULUMI_CONFIG_SECRET_KEYS ?? "[]");
  return {
    keys: typeof config === "object" && config !== null ? Object.keys(config).map(asWritten) : [],
    secret: new Set(Array.isArray(secret) ? secret.map((key) => asWritten(String(key))) : []),
  };
}

/** Some language hosts write `namespace:config:key` where people write `namespace:key`. */
function asWritten(key: string): string {
  return key.replace(/^([^:]+):config:/, "$1:");
}

/** The key of the stack's config that turns the plugin on, for all resources. */
export const nativeKey = "native";

/**
 * A line for every key in the stack's config that looks like a setting of this package and is none.
 *
 * A project with the name of the namespace has its own keys there, so there is no line for them.
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

/** The connection's name with its dot, such as `eu.` of `eu.baseUrl`. Empty for the default connection. */
function connectionPrefix(name: string): string {
  return name.slice(0, name.lastIndexOf(".") + 1);
}
