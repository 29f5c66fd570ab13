import { z } from "zod";
import { hasUser, hostRule, isReadAsWritten, userRule } from "../text/address.js";
import { inOurWords } from "../text/issue-words.js";
import { isJsonObject } from "../text/json.js";
import {
  didYouMean,
  isPrintableAscii,
  printable,
  quoted,
  withoutEndSlashes,
  withPeriod,
} from "../text/words.js";
import { LoginStore, SettingsError } from "./logins.js";

export { SettingsError };

/** A URL without parts that can hide which server a credential is sent to. */
export const plainUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL", abort: true })
  .refine(isReadAsWritten, { error: ({ input }) => hostRule(String(input)), abort: true })
  .refine((url) => !hasUser(url), userRule)
  .refine((url) => !url.includes("#"), "must not have a fragment (#)");

export function isSecure(url: string): boolean {
  return new URL(url).protocol === "https:" || isOnLoopback(url);
}

function isOnLoopback(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}

const mustBeSecure = "must be an https URL, or http on loopback";

/** A URL that credentials may be sent to. */
export const secureUrl = plainUrl.refine(isSecure, mustBeSecure);

/** The longest timer that Node supports, in milliseconds. Longer timers fire immediately. */
const longestTimer = 2 ** 31 - 1;

/** Converts seconds to whole milliseconds, as timers require. */
const seconds = (fallback: number) =>
  z.coerce
    .number()
    .positive()
    .max(Math.floor(longestTimer / 1000))
    .default(fallback)
    .transform((value) => Math.ceil(value * 1000));

/** Text that an HTTP header can contain. The message names the setting, never its value. */
const ascii = z
  .string()
  .refine(
    isPrintableAscii,
    "must contain only printable ASCII characters (check for a placeholder or an incomplete paste)",
  );

const list = z.string().transform((text) => text.split(/[\s,]+/).filter((item) => item !== ""));

/** An address of the API (API document, section "Versioning"). */
const root = plainUrl
  .refine((url) => !url.includes("?"), "must not have a query (?)")
  .transform(withoutEndSlashes)
  .refine((url) => url.endsWith("/api/v1"), "must end in /api/v1");

const shape = z.object({
  /** Root URL of the management API: http or https, ending in `/api/v1`, without a query. */
  baseUrl: root,
  /**
   * Former address of the gateway, if it has moved. Set this for one `up`, which finds and keeps every object
   * at the new address.
   *
   * @default none: objects that were created at a different address are rejected
   */
  movedFrom: root.optional(),
  /**
   * Whether credentials may be sent to another machine over plain HTTP.
   *
   * @default false
   */
  allowHttp: z
    .enum(["true", "false"])
    .default("false")
    .transform((allowed) => allowed === "true"),
  /**
   * Bearer token, without the word `Bearer`.
   *
   * @default the app's token, or the token of a stored login
   */
  accessToken: ascii
    .refine((token) => !/\s/.test(token), "must be the token alone, without `Bearer` and without spaces")
    .optional(),
  /**
   * Client id of the app that obtains tokens through the OAuth service flow and creates gateway keys.
   *
   * @default no app
   */
  clientId: ascii.optional(),
  /**
   * Client secret of the app.
   *
   * @default no app
   */
  clientSecret: ascii.optional(),
  /**
   * Token endpoint of the OAuth service flow: an http or https URL. The API does not document it.
   *
   * @default no service flow
   */
  tokenUrl: plainUrl.optional(),
  /**
   * Scopes that the app requests. In a stack's config, separate them with spaces or commas.
   *
   * @default none: the token endpoint decides
   */
  scopes: list.optional(),
  /**
   * How the app's credentials are sent: as HTTP Basic authentication (`basic`) or as body fields (`body`).
   * The API does not document this.
   *
   * @default basic
   */
  appAuth: z.enum(["basic", "body"]).default("basic"),
  /**
   * Dated API version to pin, sent as `Service-Api-Version`. The API does not list the versions.
   *
   * @default the gateway's newest version
   */
  apiVersion: ascii.optional(),
  /**
   * Name of the response header that echoes the pinned version. The API does not document it.
   *
   * @default the echo is not checked
   */
  versionEchoHeader: z.string().optional(),
  /**
   * Ids of the accounts that the stack may use. In a stack's config, separate them with spaces or commas.
   *
   * @default any
   */
  allowedAccounts: list.optional(),
  /**
   * Whether a create may take over an object that already exists: `never`, only if it matches the declaration
   * (`identical`), or `always`.
   *
   * @default never
   */
  adopt: z.enum(["never", "identical", "always"]).default("never"),
  /**
   * What happens if the gateway stores a value other than the one sent: the `up` fails (`fail`), or it
   * warns and treats the stored value as declared (`warn`).
   *
   * @default fail
   */
  onAlteredValue: z.enum(["fail", "warn"]).default("fail"),
  /**
   * Where a DELETE request contains its `workspace_id`: in the `body`, the `query` or `both`. The API does
   * not document this. If the object still exists after a 404 or 400, the other location is tried.
   *
   * @default body
   */
  deleteScope: z.enum(["body", "query", "both"]).default("body"),
  /**
   * Maximum wait for a rate limit, in seconds. Waits are added up until a request succeeds.
   *
   * @default 300
   */
  maxWait: seconds(300),
  /**
   * Timeout of one request, in seconds.
   *
   * @default 30
   */
  requestTimeout: seconds(30),
  /**
   * How long to retry a failing idempotent request, in seconds. Waits for a rate limit do not count.
   *
   * @default 30
   */
  retryBudget: seconds(30),
  /**
   * Maximum number of concurrent requests.
   *
   * @default 32
   */
  maxConcurrency: z.coerce.number().int().positive().default(32),
});

/** With `when`, zod checks this rule even if other settings are invalid, to report all problems together. */
const encrypted = (key: "baseUrl" | "tokenUrl") => ({
  path: [key],
  message: `${mustBeSecure}; set \`allowHttp\` to true to allow unencrypted credentials`,
  when: ({ value }: { value: unknown }) =>
    isJsonObject(value) && typeof value[key] === "string" && URL.canParse(value[key]),
});

export const settingsSchema = shape
  .refine(({ baseUrl, allowHttp }) => allowHttp === true || isSecure(baseUrl), encrypted("baseUrl"))
  .refine(
    ({ tokenUrl, allowHttp }) => allowHttp === true || tokenUrl === undefined || isSecure(tokenUrl),
    encrypted("tokenUrl"),
  );

export type SettingKey = keyof typeof shape.shape;

/** Keys whose values are credentials. They are never read from plain-text config and never printed. */
export const credentialKeys: readonly SettingKey[] = ["accessToken", "clientSecret"];

export function isCredential(key: string): boolean {
  return credentialKeys.some((credential) => credential === key);
}

export const configNamespace = "workspace-gateway";

export function settingNames(key: string, connection?: string): { variable: string; config: string } {
  const [prefix, dotted] = connection === undefined ? ["", ""] : [`${connection}_`, `${connection}.`];
  const words = key.replace(/[A-Z]/g, (letter) => `_${letter}`);
  return {
    variable: `WORKSPACE_GATEWAY_${prefix}${words}`.replace(/\W/g, "_").toUpperCase(),
    config: `${configNamespace}:${dotted}${key}`,
  };
}

function howToSet(key: string, connection?: string): string {
  const { variable, config } = settingNames(key, connection);
  const flag = isCredential(key) ? " --secret" : "";
  return `${variable} (or \`pulumi config set${flag} ${config}\`)`;
}

/** Whether a full config key, such as `workspace-gateway:eu.accessToken`, is for a credential. */
export function isCredentialKey(key: string): boolean {
  const [namespace, name = ""] = key.split(":");
  return namespace === configNamespace && isCredential(name.split(".").at(-1) ?? "");
}

/** `keys` are full keys of the stack's config or of a provider's arguments. */
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
      ? `${key} is a plain-text credential in the stack's config. Encrypt it with \`pulumi config set --secret ${key}\``
      : `${key.slice(configNamespace.length + 1)} of the provider "${provider}" is a plain-text credential. ` +
        "Pass a secret, for example from the stack's config";
  return printable(`${words}, and replace the credential, because it was written to a file.`);
}

/** The proxies that the environment sets. As in Pulumi, requests to this machine never use a proxy. */
function proxiesOf(env: SettingsSource["env"]) {
  const read = (variable: string) => (env[variable.toLowerCase()] ?? env[variable] ?? "").trim();
  return {
    except: read("NO_PROXY"),
    /** The proxy for a URL, possibly with a password. undici decides whether `except` excludes the URL. */
    for(url: string): { readonly variable: string; readonly url: string } | undefined {
      const variable = new URL(url).protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
      const value = read(variable);
      return value === "" || isOnLoopback(url)
        ? undefined
        : { variable, url: /^\w+:\/\//.test(value) ? value : `http://${value}` };
    },
  };
}

/** Empty if the proxy's address has no password; undefined if `url` is not a proxy address. */
function proxyPassword({ url }: { readonly url: string }): string | undefined {
  try {
    const { protocol, username, password } = new URL(url);
    decodeURIComponent(username);
    return /^(https?|socks5?):$/.test(protocol) ? decodeURIComponent(password) : undefined;
  } catch {
    return undefined;
  }
}

/** The credentials of an app (API document, section "Authentication", item 5), and how requests send them. */
export interface App {
  readonly clientId: string;
  /** Absent for a public client, which cannot keep a secret. */
  readonly clientSecret?: string | undefined;
  readonly appAuth: "basic" | "body";
}

/** All settings of a connection. Times are in milliseconds. */
export interface Settings extends z.output<typeof settingsSchema> {
  /** The name of the connection; undefined for the default connection. */
  readonly connection: string | undefined;
  readonly credential: Credential;
  named(key: SettingKey): string;
  readonly proxies: ReturnType<typeof proxiesOf>;
  /** The credentials in these settings. Messages must never show them. */
  readonly secrets: readonly string[];
}

export interface SettingsSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads a value of the stack's config by its full key. Secrets are already decrypted. */
  config(key: string): string | undefined;
  /** How the user sets a key, if this source is not the environment or the stack's config. */
  named?(key: string, connection: string | undefined): string;
}

/** The environment takes precedence, because `refresh` and `destroy` use the config of the last `up`. */
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
  const invalid = parsed.error?.issues.map(({ path: [key], message }) =>
    keys.has(String(key))
      ? `${named(String(key))} ${message.replace("`allowHttp`", () => named("allowHttp"))}`
      : `set ${named(String(key))}`,
  );
  const noCredential = to === "call" ? credentialProblems() : [];
  const proxies = proxiesOf(source.env);
  const { baseUrl, tokenUrl } = parsed.data ?? {};
  const used = [baseUrl, tokenUrl].flatMap((url) => (url === undefined ? [] : (proxies.for(url) ?? [])));
  const wrong = used.filter((proxy) => proxyPassword(proxy) === undefined).map(({ variable }) => variable);
  // The message names the variable, never its value.
  const noWay = [...new Set(wrong)].map((name) => `${name} must be an http, https or socks5 address`);
  const problems = [...(invalid ?? []), ...noCredential, ...noWay];
  if (!parsed.success || problems.length > 0) {
    const which = connection === undefined ? "the gateway" : `the gateway connection "${connection}"`;
    throw new SettingsError(`${which} is not configured: ${withPeriod(problems.join("; "))}`);
  }
  const credential = chooseCredential(parsed.data, logins);
  const secrets = [...credentialKeys.map((key) => parsed.data[key]), ...used.map(proxyPassword)];
  return {
    ...parsed.data,
    connection,
    credential,
    named,
    proxies,
    secrets: secrets.filter((value) => typeof value === "string").filter((value) => value !== ""),
  };

  function credentialProblems(): string[] {
    const appKey = ["clientId", "clientSecret", "tokenUrl"].find((key) => keys.has(key));
    const missing = ["clientId", "clientSecret"].filter((key) => !keys.has(key));
    if (appKey !== undefined && missing.length > 0) {
      return missing.map((key) => `set ${named(key)}: ${named(appKey)} has no effect without it`);
    }
    const hasLogin = () => parsed.success && logins.find(parsed.data.baseUrl, connection) !== undefined;
    if (keys.has("accessToken") || keys.has("tokenUrl") || hasLogin()) {
      return [];
    }
    return [
      `set ${named("accessToken")}, or the app's ${named("clientId")}, ${named("clientSecret")} and ` +
        `${named("tokenUrl")}, or run \`${loginLine(connection)}\``,
    ];
  }
}

/** Where the bearer token comes from (API document, section "Authentication", item 1). */
export type Credential =
  | { readonly from: "accessToken"; readonly accessToken: string }
  | {
      readonly from: "service";
      readonly app: App;
      readonly tokenUrl: string;
      readonly scopes: readonly string[];
    }
  | { readonly from: "login"; readonly logins: LoginStore };

export function chooseCredential(
  {
    accessToken,
    clientId,
    clientSecret,
    tokenUrl,
    scopes = [],
    appAuth,
  }: Partial<z.output<typeof settingsSchema>> & Pick<App, "appAuth">,
  logins: LoginStore,
): Credential {
  if (accessToken !== undefined) {
    return { from: "accessToken", accessToken };
  }
  if (clientId !== undefined && clientSecret !== undefined && tokenUrl !== undefined) {
    return { from: "service", app: { clientId, clientSecret, appAuth }, tokenUrl, scopes };
  }
  return { from: "login", logins };
}

export function loginLine(connection: string | undefined): string {
  return `workspace-gateway login${connection === undefined ? "" : ` --connection ${connection}`}`;
}

/** Describes where the credential comes from, without the credential itself. */
export function credentialOrigin({ credential, named }: Pick<Settings, "credential" | "named">): string {
  switch (credential.from) {
    case "accessToken":
      return `the token in ${named("accessToken")}`;
    case "service":
      return `the app ${credential.app.clientId} (${named("clientId")}, tokens from ${credential.tokenUrl})`;
    case "login":
      return `the login in ${credential.logins.file}`;
  }
}

/** Settings of a connection that are probably mistakes, although the gateway may accept them. */
export function settingDoubts({ apiVersion, named }: Settings): string[] {
  // A version is "a string in a date form such as <YYYY-MM-DD>" (API document, section "Versioning", item 2).
  const isDate = apiVersion === undefined || /^\d{4}\D?\d{2}\D?\d{2}/.test(apiVersion);
  return isDate ? [] : [`${named("apiVersion")} is not a date such as 2026-01-31`];
}

const start = settingNames("").variable;
const known = Object.keys(settingsSchema.shape).map((key) => settingNames(key).variable.slice(start.length));

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

/** `EU_` in `EU_BASE_URL`; empty for the default connection; undefined if the name has no setting. */
function prefixOf(name: string): string | undefined {
  const setting = known.find((each) => name === each || name.endsWith(`_${each}`));
  return setting === undefined ? undefined : name.slice(0, -setting.length);
}
