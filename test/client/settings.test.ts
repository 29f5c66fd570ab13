import { expect, test } from "vitest";
import { LoginStore } from "../../provider/client/logins.js";
import {
  chooseCredential,
  credentialKeys,
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
  "%s is taken from the environment, from the config where that has none, and for a connection from its names only",
  (key, variable, [given, ofEnv], [inConfig, ofConfig]) => {
    expect(read(allEnv, allConfig)).toMatchObject({ [key]: ofEnv });
    expect(read({}, allConfig)).toMatchObject({ [key]: ofConfig });
    const others = Object.fromEntries(Object.entries(allConfig).map(([name, each]) => [`eu.${name}`, each]));
    const ofConnection = { ...others, [`eu.${key}`]: inConfig };
    expect(read(allEnv, { ...allConfig, ...ofConnection }, "eu")).toMatchObject({ [key]: ofConfig });
    expect(read({ [`EU_${variable}`]: given }, ofConnection, "eu")).toMatchObject({ [key]: ofEnv });
  },
);

test("the variables of the default connection never serve another one", () => {
  expect(refusal(allEnv, allConfig, "eu")).toContain('connection "eu"');
});

const address = { BASE_URL: "https://a.test/api/v1" };
const token = { ACCESS_TOKEN: "token" };
const app = { CLIENT_ID: "app", CLIENT_SECRET: "app-secret" };
const tokenUrl = { TOKEN_URL: "https://a.test/token" };

test("times are in milliseconds, and every setting but the address and the way to sign in has a default", () => {
  expect(read({ ...address, ...token })).toMatchObject({
    adopt: "never",
    deleteScope: "body",
    maxWait: 300_000,
    requestTimeout: 30_000,
    retryBudget: 30_000,
    maxConcurrency: 32,
  });
});

test("an empty variable does not hide the config, and a line break after a token from a file does no harm", () => {
  const settings = read({ BASE_URL: "", ACCESS_TOKEN: "token\n" }, { baseUrl: "https://a.test/api/v1" });
  expect(settings).toMatchObject({ baseUrl: "https://a.test/api/v1", accessToken: "token" });
});

test.each([
  ["BASE_URL", "baseUrl", "http://gateway.test/api/v1"],
  ["TOKEN_URL", "tokenUrl", "http://id.test/token"],
])("%s is refused where credentials would go in the clear, unless that is allowed", (variable, key, url) => {
  const env = { ...address, ...app, ...tokenUrl, [variable]: url };
  const rule = `WORKSPACE_GATEWAY_${variable}.* must be an https URL, or http on loopback; set \`allowHttp\``;
  expect(refusal(env)).toMatch(new RegExp(rule));
  expect(refusal({ ...env, ALLOW_HTTP: "false" })).toContain("https");
  expect(read({ ...env, ALLOW_HTTP: "true" })).toMatchObject({ [key]: url });
});

test("slashes at the end of the address do not count, and a token that is set goes before an app", () => {
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
  "must be an https URL, or http on loopback; set `allowHttp` to true to allow unencrypted credentials";
const plainText =
  "must have only printable ASCII characters: is it a placeholder, or was it pasted incompletely?";

test.each<readonly [variable: string, value: string, rule: string]>([
  ["MAX_WAIT", "soon", "must be a number"],
  ["MAX_WAIT", "Infinity", "must be a number"],
  ["MAX_WAIT", "0", "must be above 0"],
  ["MAX_WAIT", "-1", "must be above 0"],
  ["MAX_WAIT", "1e99", "must be at most 2147483"],
  ["MAX_WAIT", "1e9", "must be at most 2147483"],
  ["REQUEST_TIMEOUT", "1e9", "must be at most 2147483"],
  ["RETRY_BUDGET", "1e9", "must be at most 2147483"],
  ["MAX_CONCURRENCY", "1.5", "must be a whole number"],
  ["ALLOW_HTTP", "yes", 'must be one of "true", "false"'],
  ["BASE_URL", "ftp://a.test/api/v1", anHttpUrl],
  ["BASE_URL", "a.test/api/v1", anHttpUrl],
  ["BASE_URL", "https://a.test", "must end in /api/v1"],
  ["BASE_URL", "https://a.test/api/v2", "must end in /api/v1"],
  ["BASE_URL", "https://gateway.test/#/api/v1", "must not have a fragment (#)"],
  ["BASE_URL", "https://gateway.test/api/v1#/api/v1", "must not have a fragment (#)"],
  ["BASE_URL", "https://gateway.test/?x=/api/v1", "must not have a query (?)"],
  ["BASE_URL", "https://ada:pass-77@gateway.test/api/v1", "must not have a user name or password"],
  ["BASE_URL", "https://ada-77@gateway.test/api/v1", "must not have a user name or password"],
  ["TOKEN_URL", "https://ada:pass-77@id.test/token", "must not have a user name or password"],
  ["TOKEN_URL", "http://a.test/token", encrypted],
  ["TOKEN_URL", "ftp://localhost/token", anHttpUrl],
  ["TOKEN_URL", "token", anHttpUrl],
  ["ACCESS_TOKEN", "Bearer tok-77", "must be the token alone, without `Bearer` and without spaces"],
  ...["ACCESS_TOKEN", "CLIENT_ID", "CLIENT_SECRET", "API_VERSION"].flatMap((variable) =>
    ["…", "tok\nen-77", "tok\u0000en-77", "schlüssel-77"].map(
      (value) => [variable, value, plainText] as const,
    ),
  ),
])("%s with %j %s, and nothing that may be secret is shown of it", (variable, value, rule) => {
  const message = refusal({ ...address, ...token, ...app, ...tokenUrl, [variable]: value });
  const [problem] = message.split("; WORKSPACE_GATEWAY_");
  expect(problem?.replace(/ \(or `[^`]*`\)/, "")).toBe(
    `the gateway is not configured: WORKSPACE_GATEWAY_${variable} ${withPeriod(rule)}`,
  );
  expect(message).not.toMatch(/…|77/);
});

test.each(["soon", "-1", "0", "1.5", "1e99", "a b", "ä"])(
  "whatever a setting has, what it must be is told in our words: %s",
  (value) => {
    for (const [, variable] of keys) {
      try {
        read({ ...allEnv, [variable]: value });
      } catch (error) {
        const { message } = error as SettingsError;
        expect(message).toMatch(new RegExp(`not configured: WORKSPACE_GATEWAY_${variable} .*must `));
        expect(message).not.toMatch(/Invalid|expected|received|NaN|Too (big|small)/);
      }
    }
  },
);

test.each<[Values, string[]]>([
  [{ ADOPT: "perhaps" }, ["set BASE_URL", "ADOPT", "MAX_WAIT", "set ACCESS_TOKEN"]],
  [{ BASE_URL: "https://a.test" }, ["BASE_URL", "MAX_WAIT", "set ACCESS_TOKEN"]],
  [{ BASE_URL: "http://a.test/api/v1" }, ["MAX_WAIT", "BASE_URL", "set ACCESS_TOKEN"]],
])("all problems are told at once, each with its variable and its config key: %j", (env, told) => {
  const problems = told.map((problem) => {
    const [key] = keys.find(([, variable]) => problem.endsWith(variable)) ?? [];
    return `${problem.replace(/(?=\w+$)/, "WORKSPACE_GATEWAY_")} \\(or [^)]*workspace-gateway:${key}\`\\).*`;
  });
  expect(refusal({ ...env, MAX_WAIT: "soon" })).toMatch(
    new RegExp(`^the gateway is not configured: ${problems.join("; ")}`),
  );
});

test("what is missing in a connection is named with that connection's names", () => {
  const message = refusal({}, {}, "eu");
  expect(message).toMatch(
    /^the gateway connection "eu" is not configured: set WORKSPACE_GATEWAY_EU_BASE_URL/,
  );
  expect(message).toContain("WORKSPACE_GATEWAY_EU_ACCESS_TOKEN");
  expect(message).toContain("pulumi config set --secret workspace-gateway:eu.accessToken");
  expect(message).toContain("`workspace-gateway login --connection eu`");
});

test("no message holds a credential, and every credential is among the secrets", () => {
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

test("the command that sets a credential encrypts it, and only that one", () => {
  const { named } = read(allEnv);
  expect(named("accessToken")).toContain("pulumi config set --secret workspace-gateway:accessToken");
  expect(named("baseUrl")).toContain("pulumi config set workspace-gateway:baseUrl");
});

test.each([address, { ...address, ...app }])("without a way to sign in, all three are told: %j", (env) => {
  const message = refusal(env);
  for (const key of ["ACCESS_TOKEN", "CLIENT_ID", "CLIENT_SECRET", "TOKEN_URL"]) {
    expect(message).toContain(`WORKSPACE_GATEWAY_${key} (or`);
  }
  expect(message).toContain("`workspace-gateway login`");
});

test.each([
  [{ CLIENT_ID: "app" }, ["CLIENT_SECRET"]],
  [{ CLIENT_SECRET: "app-secret" }, ["CLIENT_ID"]],
  [tokenUrl, ["CLIENT_ID", "CLIENT_SECRET"]],
])("half an app is refused, also beside a token: %j", (half, missing) => {
  const message = refusal({ ...address, ...half, ...token });
  for (const key of missing) {
    expect(message).toContain(`set WORKSPACE_GATEWAY_${key} (or`);
  }
  expect(message).not.toContain("app-secret");
});

test.each([
  ["maxWait", "MAX_WAIT"],
  ["requestTimeout", "REQUEST_TIMEOUT"],
  ["retryBudget", "RETRY_BUDGET"],
])("%s is whole milliseconds that a timer can take", (key, variable) => {
  expect(read({ ...allEnv, [variable]: "1.0049" })).toMatchObject({ [key]: 1005 });
  expect(read({ ...allEnv, [variable]: "0.0001" })).toMatchObject({ [key]: 1 });
});

const logins = new LoginStore(undefined);

const parts = { clientId: "app-1", clientSecret: "s3cret-77", tokenUrl: "https://id.test/token" };

/** Every choice of some of the parts. */
function partsOf<T extends object>(all: T): Partial<T>[] {
  return Object.entries(all).reduce<Partial<T>[]>(
    (found, [key, value]) => found.flatMap((part) => [part, { ...part, [key]: value }]),
    [{}],
  );
}

test("an app is signed in with when all of it is set; else the login is asked for", () => {
  for (const given of partsOf(parts)) {
    const isWhole = Object.keys(given).length === 3;
    expect(chooseCredential({ ...given, appAuth: "basic" }, logins).from).toBe(isWhole ? "service" : "login");
    expect(chooseCredential({ ...given, appAuth: "basic", accessToken: "t" }, logins).from).toBe(
      "accessToken",
    );
  }
});

test("an app has secrets when it has both an id and a secret, and a call that needs it says what to set", () => {
  const { clientId, clientSecret } = parts;
  for (const given of partsOf({ clientId, clientSecret })) {
    const isWhole = Object.keys(given).length === 2;
    expect(appSecrets(given)).toEqual(
      isWhole ? [clientSecret, Buffer.from(`${clientId}:${clientSecret}`).toString("base64")] : [],
    );
    const require = () => requireApp(testSettings(given));
    if (isWhole) {
      expect(require()).toEqual({ id: clientId, secret: clientSecret });
    } else {
      expect(require).toThrow(SettingsError);
      expect(require).toThrow(
        /needs the credentials of an app: set WORKSPACE_GATEWAY_CLIENT_ID .*and WORKSPACE_GATEWAY_CLIENT_SECRET/,
      );
    }
  }
});

test.each(["a:read b:read", "a:read,b:read", " a:read ,, b:read ,", "a:read\n  b:read"])(
  "the list %j has two items",
  (scopes) => {
    expect(read({ ...address, ...token, SCOPES: scopes }).scopes).toEqual(["a:read", "b:read"]);
  },
);

test.each([
  ["https://gateway.test", true],
  ["http://localhost:8080/x", true],
  ["http://127.0.0.1", true],
  ["http://127.12.34.56", true],
  ["http://[::1]:8080", true],
  ["http://gateway.test", false],
  ["http://notlocalhost", false],
  ["http://localhost.gateway.test", false],
  ["http://127.0.0.1.gateway.test", false],
  ["http://128.0.0.1", false],
  ["http://a.localhost", false],
])("what is sent to %s stays where nobody else reads it: %s", (url, secure) => {
  expect(isSecure(url)).toBe(secure);
});

test.each([undefined, "2026-01-31", "20260131", "2026-01-31T10:00:00Z", "2026/01/31"])(
  "%s is a version as the API has them, or none",
  (apiVersion) => {
    expect(settingDoubts(testSettings({ apiVersion }))).toEqual([]);
  },
);

test.each([
  ...["v1", "v2026-01-31", "2026", "2026-1-31", "2026-01-3", "latest"],
  ...["x2026-01-31", "202601x", "2026013"],
])("%s is doubted as a version, by the name of its setting", (apiVersion) => {
  expect(settingDoubts(testSettings({ apiVersion }))).toEqual([
    expect.stringMatching(/WORKSPACE_GATEWAY_API_VERSION.* is not a date such as 2026-01-31/),
  ]);
});

function told(...names: readonly string[]): string[] {
  return unknownVariables(Object.fromEntries(names.map((name) => [name, "value-of-it"])));
}

test.each([undefined, "eu", "eu.west", "eu-west-1", "access"])("settings of %s are known", (connection) => {
  expect(
    told(...Object.keys(settingsSchema.shape).map((key) => settingNames(key, connection).variable)),
  ).toEqual([]);
});

test.each([
  ["WORKSPACE_GATEWAY_TOKEN", "Did you mean `WORKSPACE_GATEWAY_ACCESS_TOKEN`?"],
  ["WORKSPACE_GATEWAY_BASEURL", "Did you mean `WORKSPACE_GATEWAY_BASE_URL`?"],
  ["WORKSPACE_GATEWAY_base_url", "Did you mean `WORKSPACE_GATEWAY_BASE_URL`?"],
  ["WORKSPACE_GATEWAY_", "The variables are WORKSPACE_GATEWAY_BASE_URL, "],
  ["WORKSPACE_GATEWAY_EU_ZEBRA", "The variables are WORKSPACE_GATEWAY_BASE_URL, "],
])("%s is told with the variable that was probably meant, and without its value", (name, right) => {
  const [line = "", ...more] = told(name, "WORKSPACE_GATEWAY_MAX_WAIT");
  expect(line).toContain(`The environment variable \`${name}\` is not a setting and has no effect. ${right}`);
  expect([line, ...more]).toHaveLength(1);
  expect(line).not.toContain("value-of-it");
});

test("of a connection that has other variables, the one of that connection was meant", () => {
  expect(told("WORKSPACE_GATEWAY_EU_BASE_URL", "WORKSPACE_GATEWAY_EU_TOKEN")).toEqual([
    expect.stringContaining("Did you mean `WORKSPACE_GATEWAY_EU_ACCESS_TOKEN`?"),
  ]);
});

test("a variable of somebody else, and one without a value, is not told", () => {
  expect(told("GATEWAY_TOKEN", "MY_WORKSPACE_GATEWAY_TOKEN", "PULUMI_CONFIG")).toEqual([]);
  expect(unknownVariables({ WORKSPACE_GATEWAY_TOKEN: "", WORKSPACE_GATEWAY_URL: undefined })).toEqual([]);
});

test("a credential is known by its full key, of any connection, and by no other", () => {
  const keys = [
    "accessToken",
    "eu.accessToken",
    "eu.west.clientSecret",
    "baseUrl",
    "eu.baseUrl",
    "accessToken.eu",
    "",
  ];
  const namespaces = ["workspace-gateway", "other", "accessToken"];
  const full = namespaces.flatMap((namespace) => keys.map((key) => `${namespace}:${key}`));
  expect([...full, "accessToken", "workspace-gateway"].filter(isCredentialKey)).toEqual([
    "workspace-gateway:accessToken",
    "workspace-gateway:eu.accessToken",
    "workspace-gateway:eu.west.clientSecret",
  ]);
});

test("a variable is compared with those of its own connection, of several", () => {
  const of = (connection: string) => [
    `WORKSPACE_GATEWAY_${connection}_BASE_URL`,
    `WORKSPACE_GATEWAY_${connection}_TOKEN`,
  ];
  expect(told("WORKSPACE_GATEWAY_BASE_URL", ...of("EU"), ...of("US"))).toEqual(
    ["EU", "US"].map((name) =>
      expect.stringContaining(`Did you mean \`WORKSPACE_GATEWAY_${name}_ACCESS_TOKEN\`?`),
    ),
  );
});
