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
