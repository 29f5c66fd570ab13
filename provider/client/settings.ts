import type { z } from "zod";
import { inOurWords } from "../text/issue-words.js";
import { didYouMean, quoted } from "../text/words.js";
import { LoginStore, SettingsError } from "./logins.js";
import {
  type App,
  configNamespace,
  credentialKeys,
  howToSet,
  Proxies,
  passwordOf,
  proxyProblem,
  type SettingKey,
  settingNames,
  settingsSchema,
} from "./settings-schema.js";

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

/** Where the bearer token comes from (the API's section "Authentication", 1). */
export type Credential =
  | { readonly from: "accessToken"; readonly accessToken: string }
  | {
      readonly from: "service";
      readonly app: App;
      readonly tokenUrl: string;
      readonly scopes: readonly string[];
    }
  | { readonly from: "login"; readonly logins: LoginStore };

type Given = Pick<
  z.output<typeof settingsSchema>,
  "accessToken" | "clientId" | "clientSecret" | "tokenUrl" | "scopes" | "appAuth"
>;

/** A token goes before an app, and an app before a login. Without both, a login is needed. */
export function chooseCredential(given: Given, logins: LoginStore): Credential {
  const { accessToken, clientId, clientSecret, tokenUrl, scopes = [], appAuth } = given;
  if (accessToken !== undefined) {
    return { from: "accessToken", accessToken };
  }
  if (clientId !== undefined && clientSecret !== undefined && tokenUrl !== undefined) {
    return { from: "service", app: { clientId, clientSecret, appAuth }, tokenUrl, scopes };
  }
  return { from: "login", logins };
}

/** The command that makes or renews the login of a connection. */
export function loginLine(connection: string | undefined): string {
  return `workspace-gateway login${connection === undefined ? "" : ` --connection ${connection}`}`;
}

/** Where the credential comes from, in words; never the credential. */
export function credentialOrigin({ credential, named }: Pick<Settings, "credential" | "named">): string {
  switch (credential.from) {
    case "accessToken":
      return `the token in ${named("accessToken")}`;
    case "service":
      return `the app ${credential.app.clientId} (${named("clientId")}), with tokens from ${credential.tokenUrl}`;
    case "login":
      return `the login in ${credential.logins.file}`;
  }
}

interface Known {
  /** The keys that are set. */
  readonly keys: ReadonlySet<string>;
  readonly connection: string | undefined;
  named(key: string): string;
  hasLogin(): boolean;
}

/** What is missing for a sign-in: a part of the app's credentials, or all of the three ways. */
function credentialProblems({ keys, connection, named, hasLogin }: Known): string[] {
  const appKey = ["clientId", "clientSecret", "tokenUrl"].find((key) => keys.has(key));
  const missing = ["clientId", "clientSecret"].filter((key) => !keys.has(key));
  if (appKey !== undefined && missing.length > 0) {
    return missing.map((key) => `set ${named(key)}: ${named(appKey)} has no effect without it`);
  }
  if (keys.has("accessToken") || keys.has("tokenUrl") || hasLogin()) {
    return [];
  }
  return [
    `set ${named("accessToken")}, or the app's ${named("clientId")}, ${named("clientSecret")} and ` +
      `${named("tokenUrl")}, or run \`${loginLine(connection)}\``,
  ];
}

/** Settings of a connection that are probably a mistake, although the gateway may accept them. */
export function settingDoubts({ apiVersion, named }: Settings): string[] {
  // A version is "a string in a date form such as <YYYY-MM-DD>" (the API's section "Versioning", 2).
  const isDate = apiVersion === undefined || /^\d{4}\D?\d{2}\D?\d{2}/.test(apiVersion);
  return isDate ? [] : [`${named("apiVersion")} is no date such as 2026-01-31`];
}

const start = settingNames("").variable;
const known = Object.keys(settingsSchema.shape).map((key) => settingNames(key).variable.slice(start.length));

/** Warnings about unknown variables of the environment with this package's prefix, one line each. */
export function unknownVariables(env: SettingsSource["env"]): string[] {
  const names = Object.keys(env).filter(
    (name) => name.startsWith(start) && env[name] !== "" && env[name] !== undefined,
  );
  const connections = names.flatMap((name) => prefixOf(name.slice(start.length)) ?? []);
  return names
    .map((name) => name.slice(start.length))
    .filter((name) => prefixOf(name) === undefined)
    .map((name) => {
      const connection = connections.find((each) => each !== "" && name.startsWith(each)) ?? "";
      const hint = didYouMean(name.slice(connection.length), known, "The variables", start + connection);
      return `The environment variable ${quoted(start + name)} is not a setting and has no effect.${hint}`;
    });
}

/** What stands before a setting, such as `EU_` of `EU_BASE_URL`. Empty for the default connection; undefined if none ends there. */
function prefixOf(name: string): string | undefined {
  const setting = known.find((each) => name === each || name.endsWith(`_${each}`));
  return setting === undefined ? undefined : name.slice(0, -setting.length);
}
