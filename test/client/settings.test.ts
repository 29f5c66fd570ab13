import { expect, test } from "vitest";
import { LoginStore } from "../../provider/client/logins.js";
import {
  chooseCredential,
  credentialKeys,
  credentialOrigin,
  isCredentialKey,
  isSecure,
  readSettings,
  SettingsError,
  settingDoubts,
  settingNames,
  settingsSchema,
  unknownVariables,
} from "../../provider/client/settings.js";
import { appSecrets, requireApp } from "../../provider/client/sign-in.js";
import { withPeriod } from "../../provider/text/words.js";
import { testSettings } from "./support/reply.ts";

/** Every key: two values that it takes, and how the settings hold each. */
const keys: readonly (readonly [key: string, variable: string, env: Sample, config: Sample])[] = [
  ["baseUrl", "BASE_URL", same("https://a.test/api/v1"), same("https://b.test/api/v1")],
  ["allowHttp", "ALLOW_HTTP", ["true", true], ["false", false]],
  ["accessToken", "ACCESS_TOKEN", same("token-a"), same("token-b")],
  ["clientId", "CLIENT_ID", same("app-a"), same("app-b")],
  ["clientSecret", "CLIENT_SECRET", same("secret-a"), same("secret-b")],
  ["tokenUrl", "TOKEN_URL", same("https://a.test/token"), same("http://127.0.0.1:8080/token")],
  ["scopes", "SCOPES", ["a:read b:read", ["a:read", "b:read"]], ["c:read,d:read", ["c:read", "d:read"]]],
  ["appAuth", "APP_AUTH", same("body"), same("basic")],
  ["apiVersion", "API_VERSION", same("2026-01-01"), same("2026-02-02")],
  ["versionEchoHeader", "VERSION_ECHO_HEADER", same("x-a"), same("x-b")],
  ["allowedAccounts", "ALLOWED_ACCOUNTS", ["a, b", ["a", "b"]], ["c", ["c"]]],
  ["adopt", "ADOPT", same("always"), same("identical")],
  ["deleteScope", "DELETE_SCOPE", same("both"), same("query")],
  ["maxWait", "MAX_WAIT", ["1.5", 1500], ["20", 20_000]],
  ["requestTimeout", "REQUEST_TIMEOUT", ["1", 1000], ["2", 2000]],
  ["retryBudget", "RETRY_BUDGET", ["3", 3000], ["4", 4000]],
  ["maxConcurrency", "MAX_CONCURRENCY", ["5", 5], ["6", 6]],
];

type Sample = readonly [given: string, held: unknown];

function same(value: string): Sample {
  return [value, value];
}

type Values = Readonly<Record<string, string>>;

/** The settings by variables and keys of the config, both without what all their names begin with. */
function read(variables: Values, config: Values = {}, connection?: string) {
  const env = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [`WORKSPACE_GATEWAY_${name}`, value]),
  );
  return readSettings({ env, config: (key) => config[key.replace(/^workspace-gateway:/, "")] }, connection);
}

function refusal(...given: Parameters<typeof read>): string {
  try {
    read(...given);
  } catch (error) {
    expect(String(error)).toMatch(/^SettingsError: /);
    return error instanceof SettingsError ? error.message : expect.unreachable();
  }
  return expect.unreachable("the settings were taken");
}

const allEnv = Object.fromEntries(keys.map(([, name, [env]]) => [name, env]));
const allConfig = Object.fromEntries(keys.map(([key, , , [config]]) => [key, config]));

test.each(keys)(
  "%s comes from the environment, then from the config, and for a connection only from its own names",
  (key, variable, [given, ofEnv], [inConfig, ofConfig]) => {
    expect(read(allEnv, allConfig)).toMatchObject({ [key]: ofEnv });
    expect(read({}, allConfig)).toMatchObject({ [key]: ofConfig });
    const others = Object.fromEntries(Object.entries(allConfig).map(([name, each]) => [`eu.${name}`, each]));
    const ofConnection = { ...others, [`eu.${key}`]: inConfig };
    expect(read(allEnv, { ...allConfig, ...ofConnection }, "eu")).toMatchObject({ [key]: ofConfig });
    expect(read({ [`EU_${variable}`]: given }, ofConnection, "eu")).toMatchObject({ [key]: ofEnv });
  },
);

test("the variables of the default connection are never used for another connection", () => {
  expect(refusal(allEnv, allConfig, "eu")).toContain('connection "eu"');
});

const address = { BASE_URL: "https://a.test/api/v1" };
const token = { ACCESS_TOKEN: "token" };
const app = { CLIENT_ID: "app", CLIENT_SECRET: "app-secret" };
const tokenUrl = { TOKEN_URL: "https://a.test/token" };

test("times are in milliseconds, and all settings except the base URL and credentials have defaults", () => {
  expect(read({ ...address, ...token })).toMatchObject({
    adopt: "never",
    deleteScope: "body",
    maxWait: 300_000,
    requestTimeout: 30_000,
    retryBudget: 30_000,
    maxConcurrency: 32,
  });
});

test("an empty variable does not hide the config, and a line break after a token is removed", () => {
  const settings = read({ BASE_URL: "", ACCESS_TOKEN: "token\n" }, { baseUrl: "https://a.test/api/v1" });
  expect(settings).toMatchObject({ baseUrl: "https://a.test/api/v1", accessToken: "token" });
});

test.each([
  ["BASE_URL", "baseUrl", "http://gateway.test/api/v1"],
  ["TOKEN_URL", "tokenUrl", "http://id.test/token"],
])("%s is rejected if credentials would be unencrypted, unless that is allowed", (variable, key, url) => {
  const env = { ...address, ...app, ...tokenUrl, [variable]: url };
  const rule = `WORKSPACE_GATEWAY_${variable}.* must be an https URL, or http on loopback; set WORKSPACE_GATEWAY_ALLOW_HTTP`;
  expect(refusal(env)).toMatch(new RegExp(rule));
  expect(refusal({ ...env, ALLOW_HTTP: "false" })).toContain("https");
  expect(read({ ...env, ALLOW_HTTP: "true" })).toMatchObject({ [key]: url });
});

test("trailing slashes of the base URL are ignored, and a token takes precedence over an app", () => {
  const origin = "http://127.19.20.21:1";
  const env = { ...app, BASE_URL: `${origin}/api/v1//`, TOKEN_URL: `${origin}/token` };
  expect(read(env)).toMatchObject({
    baseUrl: `${origin}/api/v1`,
    credential: { from: "service", tokenUrl: `${origin}/token` },
  });
  expect(read({ ...env, ...token }).credential.from).toBe("accessToken");
});

const anHttpUrl = "must be an http(s) URL";
const encrypted =
  "must be an https URL, or http on loopback; set WORKSPACE_GATEWAY_ALLOW_HTTP to true to allow unencrypted credentials";
const plainText =
  "must contain only printable ASCII characters (check for a placeholder or an incomplete paste)";

test.each<readonly [variable: string, value: string, rule: string]>([
  ["MAX_WAIT", "soon", "must be a number"],
  ["MAX_WAIT", "0", "must be greater than 0"],
  ["MAX_WAIT", "1e9", "must be at most 2147483"],
  ["REQUEST_TIMEOUT", "1e9", "must be at most 2147483"],
  ["RETRY_BUDGET", "1e9", "must be at most 2147483"],
  ["MAX_CONCURRENCY", "1.5", "must be a whole number"],
  ["ALLOW_HTTP", "yes", 'must be one of "true", "false"'],
  ["BASE_URL", "ftp://a.test/api/v1", anHttpUrl],
  ["BASE_URL", "https://a.test", "must end in /api/v1"],
  ["BASE_URL", "https://gateway.test/api/v1#/api/v1", "must not have a fragment (#)"],
  ["BASE_URL", "https://gateway.test/?x=/api/v1", "must not have a query (?)"],
  ["BASE_URL", "https://ada:pass-77@gateway.test/api/v1", "must not have a user name or password"],
  ["TOKEN_URL", "https://ada:pass-77@id.test/token", "must not have a user name or password"],
  ["TOKEN_URL", "http://a.test/token", encrypted],
  ["TOKEN_URL", "ftp://localhost/token", anHttpUrl],
  ["ACCESS_TOKEN", "Bearer tok-77", "must be the token alone, without `Bearer` and without spaces"],
  ["ACCESS_TOKEN", "…", plainText],
  ["CLIENT_ID", "tok\nen-77", plainText],
  ["CLIENT_SECRET", "tok\u0000en-77", plainText],
  ["API_VERSION", "schlüssel-77", plainText],
])("%s with %j %s, and the error shows nothing that may be secret", (variable, value, rule) => {
  const message = refusal({ ...address, ...token, ...app, ...tokenUrl, [variable]: value });
  const [problem] = message.split("; WORKSPACE_GATEWAY_");
  expect(problem?.replaceAll(/ \(or `[^`]*`\)/g, "")).toBe(
    `the gateway is not configured: WORKSPACE_GATEWAY_${variable} ${withPeriod(rule)}`,
  );
  expect(message).not.toMatch(/…|77/);
});

test.each<[Values, string[]]>([
  [{ ADOPT: "perhaps" }, ["set baseUrl", "adopt", "maxWait", "set accessToken"]],
  [{ BASE_URL: "https://a.test" }, ["baseUrl", "maxWait", "set accessToken"]],
  [{ BASE_URL: "http://a.test/api/v1" }, ["maxWait", "baseUrl", "set allowHttp", "set accessToken"]],
])("all problems are reported at once, each with its variable and config key: %j", (env, told) => {
  const setting = /(set )?WORKSPACE_GATEWAY_\w+ \(or `[^`]* workspace-gateway:(\w+)`\)/g;
  const problems = refusal({ ...env, MAX_WAIT: "soon" }).matchAll(setting);
  const named = [...problems].map(([, set = "", key]) => set + key);
  expect(named.slice(0, told.length)).toEqual(told);
});

test("missing settings of a connection are reported with that connection's names", () => {
  const message = refusal({}, {}, "eu");
  expect(message).toMatch(
    /^the gateway connection "eu" is not configured: set WORKSPACE_GATEWAY_EU_BASE_URL/,
  );
  expect(message).toContain("WORKSPACE_GATEWAY_EU_ACCESS_TOKEN");
  expect(message).toContain("`pulumi config set workspace-gateway:eu.baseUrl`");
  expect(message).toContain("pulumi config set --secret workspace-gateway:eu.accessToken");
  expect(message).toContain("`workspace-gateway login --connection eu`");
  expect(refusal({}, {}, "eu-west")).toContain("set WORKSPACE_GATEWAY_EU_WEST_BASE_URL ");
});

test("errors contain no credential, and every credential is among the secrets", () => {
  const credential = "credential-7c1f";
  const credentials = Object.fromEntries(
    keys
      .filter(([key]) => credentialKeys.some((name) => name === key))
      .map(([, variable]) => [variable, credential]),
  );
  expect(Object.keys(credentials)).toHaveLength(credentialKeys.length);
  expect(refusal({ ...credentials, BASE_URL: "nowhere", ADOPT: "no" })).not.toContain(credential);
  expect(read({ ...allEnv, ...credentials }).secrets).toEqual(credentialKeys.map(() => credential));
});

test("a proxy address without a password adds nothing to the secrets", () => {
  const env = {
    WORKSPACE_GATEWAY_BASE_URL: address.BASE_URL,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: "token",
    HTTPS_PROXY: "http://proxy.test",
  };
  expect(readSettings({ env, config: () => undefined }).secrets).toEqual(["token"]);
});

test.each([address, { ...address, ...app }])(
  "missing credentials are reported with all ways to sign in: %j",
  (env) => {
    const message = refusal(env);
    for (const key of ["ACCESS_TOKEN", "CLIENT_ID", "CLIENT_SECRET", "TOKEN_URL"]) {
      expect(message).toContain(`WORKSPACE_GATEWAY_${key} (or`);
    }
    expect(message).toContain("`workspace-gateway login`");
  },
);

test.each([
  [{ CLIENT_ID: "app" }, ["CLIENT_SECRET"]],
  [{ CLIENT_SECRET: "app-secret" }, ["CLIENT_ID"]],
  [tokenUrl, ["CLIENT_ID", "CLIENT_SECRET"]],
])("incomplete app credentials are rejected, even with a token: %j", (half, missing) => {
  const message = refusal({ ...address, ...half, ...token });
  for (const key of missing) {
    expect(message).toContain(`set WORKSPACE_GATEWAY_${key} (or`);
  }
  expect(message).not.toContain("app-secret");
});

test("a time becomes a whole number of milliseconds, at least one", () => {
  expect(read({ ...allEnv, MAX_WAIT: "1.0049", RETRY_BUDGET: "0.0001" })).toMatchObject({
    maxWait: 1005,
    retryBudget: 1,
  });
});

const logins = new LoginStore(undefined);

test.each(["clientId", "clientSecret", "tokenUrl"])(
  "an app is used if all its settings are set, and the login is used without %s",
  (part) => {
    const whole = { clientId: "app-1", clientSecret: "s", tokenUrl: "https://id.test/token" };
    expect(chooseCredential({ ...whole, appAuth: "basic" }, logins).from).toBe("service");
    const rest = { ...whole, appAuth: "basic", [part]: undefined } as const;
    expect(chooseCredential(rest, logins).from).toBe("login");
  },
);

test.each<[Partial<Parameters<typeof chooseCredential>[0]>, string]>([
  [{ accessToken: "t0ken-77" }, "the token in WORKSPACE_GATEWAY_ACCESS_TOKEN"],
  [
    { clientId: "app-1", clientSecret: "s3cret-77", tokenUrl: "https://id.test/token" },
    "the app app-1 (WORKSPACE_GATEWAY_CLIENT_ID, tokens from https://id.test/token)",
  ],
  [{}, "the login in /home/ada/credentials.json"],
])("the origin of a credential names its place and never the credential: %j", (given, origin) => {
  const credential = chooseCredential(
    { appAuth: "basic", ...given },
    new LoginStore("/home/ada/credentials.json"),
  );
  const named = (key: string) => settingNames(key).variable;
  expect(credentialOrigin({ credential, named })).toBe(origin);
});

test.each([{ clientId: "app-1" }, { clientSecret: "s3cret-77" }])(
  "an app has secrets only with id and secret; a call that needs them says what to set: %j",
  (half) => {
    const whole = { clientId: "app-1", clientSecret: "s3cret-77" };
    expect(appSecrets(whole)).toEqual(["s3cret-77", btoa("app-1:s3cret-77")]);
    expect(requireApp(testSettings(whole))).toEqual({ id: "app-1", secret: "s3cret-77" });
    expect(appSecrets(half)).toEqual([]);
    expect(() => requireApp(testSettings(half))).toThrow(
      /needs app credentials: set WORKSPACE_GATEWAY_CLIENT_ID .*and WORKSPACE_GATEWAY_CLIENT_SECRET/,
    );
  },
);

test.each(["a:read b:read", "a:read,b:read", " a:read ,, b:read ,", "a:read\n  b:read"])(
  "the list %j is split into two scopes",
  (scopes) => {
    expect(read({ ...address, ...token, SCOPES: scopes }).scopes).toEqual(["a:read", "b:read"]);
  },
);

test.each([
  ["https://gateway.test", true],
  ["http://localhost:8080/x", true],
  ["http://127.12.34.56", true],
  ["http://[::1]:8080", true],
  ["http://gateway.test", false],
  ["http://localhost.gateway.test", false],
  ["http://127.0.0.1.gateway.test", false],
])("a connection to %s is considered secure: %s", (url, secure) => {
  expect(isSecure(url)).toBe(secure);
});

const doubted = /WORKSPACE_GATEWAY_API_VERSION.* is not a date such as 2026-01-31/;

test.each<[string | undefined, object[]]>([
  [undefined, []],
  ["20260131", []],
  ["2026-01-31T10:00:00Z", []],
  ["v2026-01-31", [expect.stringMatching(doubted)]],
  ["2026-1-31", [expect.stringMatching(doubted)]],
  ["2026-01-3", [expect.stringMatching(doubted)]],
  ["2026013", [expect.stringMatching(doubted)]],
  ["202601x", [expect.stringMatching(doubted)]],
])("%s is accepted as an API version, or causes a warning with its setting name", (apiVersion, doubts) => {
  expect(settingDoubts(testSettings({ apiVersion }))).toEqual(doubts);
});

function told(...names: readonly string[]): string[] {
  return unknownVariables(Object.fromEntries(names.map((name) => [name, "value-of-it"])));
}

test.each([undefined, "eu-west-1"])("all variables of the connection %s are recognized", (connection) => {
  expect(
    told(...Object.keys(settingsSchema.shape).map((key) => settingNames(key, connection).variable)),
  ).toEqual([]);
});

test.each([
  ["WORKSPACE_GATEWAY_TOKEN", "Did you mean `WORKSPACE_GATEWAY_ACCESS_TOKEN`?"],
  ["WORKSPACE_GATEWAY_BASEURL", "Did you mean `WORKSPACE_GATEWAY_BASE_URL`?"],
  ["WORKSPACE_GATEWAY_EU_ZEBRA", "The variables are WORKSPACE_GATEWAY_BASE_URL, "],
])("%s is reported with a suggestion and without its value", (name, right) => {
  const [line = "", ...more] = told(name, "WORKSPACE_GATEWAY_MAX_WAIT");
  expect(line).toContain(`The environment variable \`${name}\` is not a setting and has no effect. ${right}`);
  expect([line, ...more]).toHaveLength(1);
  expect(line).not.toContain("value-of-it");
});

test("an unknown variable of a configured connection suggests a variable of that connection", () => {
  const names = ["BASE_URL", "US_BASE_URL", "EU_BASE_URL", "EU_TOKEN"].map(
    (name) => `WORKSPACE_GATEWAY_${name}`,
  );
  expect(told(...names)).toEqual([
    expect.stringContaining("Did you mean `WORKSPACE_GATEWAY_EU_ACCESS_TOKEN`?"),
  ]);
});

test("unrelated variables and variables without a value are not reported", () => {
  expect(told("GATEWAY_TOKEN", "MY_WORKSPACE_GATEWAY_TOKEN", "PULUMI_CONFIG")).toEqual([]);
  expect(unknownVariables({ WORKSPACE_GATEWAY_TOKEN: "", WORKSPACE_GATEWAY_URL: undefined })).toEqual([]);
});

test("a credential is recognized only by its full config key, for any connection", () => {
  const names = ["accessToken", "eu.accessToken", "eu.west.clientSecret", "baseUrl", "accessToken.eu", ""];
  const full = ["workspace-gateway", "other"].flatMap((of) => names.map((name) => `${of}:${name}`));
  expect([...full, "accessToken"].filter(isCredentialKey)).toEqual(full.slice(0, 3));
});
