import type { z } from "zod";
import { inOurWords } from "../../text/schema/issue-words.js";
import { type Credential, chooseCredential, credentialProblems } from "./credential.js";
import { LoginStore } from "./login-store.js";
import { Proxies, passwordOf, proxyProblem } from "./proxies.js";
import { configNamespace, howToSet, settingNames } from "./setting-names.js";
import { SettingsError } from "./settings-error.js";
import { credentialKeys, type SettingKey, settingsSchema } from "./settings-schema.js";

export { configNamespace, credentialKeys, SettingsError };

/** Everything that can be set for one connection; times in milliseconds. */
export interface Settings extends z.output<typeof settingsSchema> {
  /** The name of the connection; undefined for the default one. */
  readonly connection: string | undefined;
  readonly credential: Credential;
  /** How the user sets a key: its environment variable and its config key. */
  named(key: SettingKey): string;
  readonly proxies: Proxies;
  /** The credentials among the values. No message may show them. */
  readonly secrets: readonly string[];
}

export interface SettingsSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads the stack's config by its full key. Secrets are already decrypted. */
  config(key: string): string | undefined;
  /** How the user sets a key, if this source is not the environment or the stack's config. */
  named?(key: string, connection: string | undefined): string;
}

/**
 * Reads the settings of a connection. The environment goes first, because `refresh` and `destroy` see the
 * config of the last `up`.
 *
 * If `to` is "sign in", the connection needs no credential yet.
 */
export function readSettings(
  source: SettingsSource,
  connection?: string,
  to: "call" | "sign in" = "call",
): Settings {
  const named = (key: string) => (source.named ?? howToSet)(key, connection);
  const given = Object.keys(settingsSchema.shape).flatMap((key) => {
    const names = settingNames(key, connection);
    const candidates = [source.env[names.variable], source.config(names.config)];
    const value = candidates.map((text) => text?.trim()).find((text) => text !== undefined && text !== "");
    return value === undefined ? [] : [[key, value] as const];
  });
  const parsed = settingsSchema.safeParse(Object.fromEntries(given), inOurWords);
  const keys = new Set(given.map(([key]) => key));
  const logins = LoginStore.of(source.env);
  const hasLogin = () => parsed.success && logins.find(parsed.data.baseUrl, connection) !== undefined;
  const invalid = parsed.error?.issues.map(({ path: [key], message }) =>
    keys.has(String(key)) ? `${named(String(key))} ${message}` : `set ${named(String(key))}`,
  );
  const noCredential = to === "call" ? credentialProblems({ keys, connection, named, hasLogin }) : [];
  const proxies = new Proxies(source.env);
  const { baseUrl, tokenUrl } = parsed.data ?? {};
  const used = [baseUrl, tokenUrl].flatMap((url) => (url === undefined ? [] : (proxies.for(url) ?? [])));
  const noWay = new Set(used.flatMap((proxy) => proxyProblem(proxy) ?? []));
  const problems = [...(invalid ?? []), ...noCredential, ...noWay];
  if (!parsed.success || problems.length > 0) {
    const which = connection === undefined ? "the gateway" : `the gateway connection "${connection}"`;
    throw new SettingsError(`${which} is not configured: ${problems.join("; ")}`);
  }
  const credential = chooseCredential(parsed.data, logins);
  const secrets = [...credentialKeys.map((key) => parsed.data[key]), ...used.map(passwordOf)];
  return {
    ...parsed.data,
    connection,
    credential,
    named,
    proxies,
    secrets: secrets.filter((value) => typeof value === "string"),
  };
}
