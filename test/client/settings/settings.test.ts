import { expect, test } from "vitest";
import {
  credentialKeys,
  readSettings,
  SettingsError,
  type SettingsSource,
} from "../../../provider/client/settings/settings.js";

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

function source(env: Record<string, string>, config: Record<string, string> = {}): SettingsSource {
  return { env, config: (key) => config[key] };
}

function failure(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return error instanceof Error ? error.message : "";
  }
  return expect.unreachable("the settings were taken");
}

const allEnv = Object.fromEntries(keys.map(([, name, [env]]) => [`WORKSPACE_GATEWAY_${name}`, env]));
const allConfig = Object.fromEntries(keys.map(([key, , , [config]]) => [`workspace-gateway:${key}`, config]));

test.each(keys)("%s is taken from the environment before the config", (key, _variable, [, held]) => {
  expect(readSettings(source(allEnv, allConfig))).toMatchObject({ [key]: held });
});

test.each(keys)(
  "%s is taken from the config where the environment has none",
  (key, _variable, _env, [, held]) => {
    expect(readSettings(source({}, allConfig))).toMatchObject({ [key]: held });
  },
);

test.each(keys)(
  "%s of a connection comes from that connection's names only",
  (key, variable, env, [, held]) => {
    const ofConnection = Object.fromEntries(
      keys.map(([name, , , [config]]) => [`workspace-gateway:eu.${name}`, config]),
    );
    expect(readSettings(source(allEnv, { ...allConfig, ...ofConnection }), "eu")).toMatchObject({
      [key]: held,
    });
    const byVariable = source({ [`WORKSPACE_GATEWAY_EU_${variable}`]: env[0] }, ofConnection);
    expect(readSettings(byVariable, "eu")).toMatchObject({ [key]: env[1] });
  },
);

test("the variables of the default connection never serve another one", () => {
  expect(failure(() => readSettings(source(allEnv, allConfig), "eu"))).toContain('connection "eu"');
});

test("times are in milliseconds, and every setting but the address and the way to sign in has a default", () => {
  const {
    baseUrl: _url,
    accessToken: _token,
    ...rest
  } = readSettings(
    source({
      WORKSPACE_GATEWAY_BASE_URL: "https://a.test/api/v1",
      WORKSPACE_GATEWAY_ACCESS_TOKEN: "token",
    }),
  );
  expect(rest).toMatchObject({
    adopt: "never",
    deleteScope: "body",
    maxWait: 300_000,
    requestTimeout: 30_000,
    retryBudget: 30_000,
    maxConcurrency: 32,
  });
});

test("all problems are told at once, each with its variable and its config key", () => {
  const message = failure(() =>
    readSettings(source({ WORKSPACE_GATEWAY_ADOPT: "perhaps", WORKSPACE_GATEWAY_MAX_WAIT: "soon" })),
  );
  for (const [key, variable] of keys.filter(([key]) =>
    ["baseUrl", "accessToken", "adopt", "maxWait"].includes(key),
  )) {
    expect(message).toContain(`WORKSPACE_GATEWAY_${variable}`);
    expect(message).toContain(`workspace-gateway:${key}`);
  }
});

test.each(["soon", "-1", "0", "1.5", "1e99", "a b", "ä"])(
  "whatever a setting has, what it must be is told in our words: %s",
  (value) => {
    for (const [, variable] of keys) {
      const name = `WORKSPACE_GATEWAY_${variable}`;
      try {
        readSettings(source({ ...allEnv, [name]: value }));
      } catch (error) {
        const { message } = error as SettingsError;
        expect(message).toMatch(new RegExp(`not configured: ${name} .*must `));
        expect(message).not.toMatch(/Invalid|expected|received|NaN|Too (big|small)/);
      }
    }
  },
);

test.each([
  ["MAX_WAIT", "soon", "must be a number"],
  ["MAX_WAIT", "0", "must be above 0"],
  ["MAX_WAIT", "1e99", "must be at most 2147483"],
  ["MAX_CONCURRENCY", "1.5", "must be a whole number"],
  ["ALLOW_HTTP", "yes", 'must be one of "true", "false"'],
])("%s with %s %s", (variable, value, rule) => {
  const env = { ...allEnv, [`WORKSPACE_GATEWAY_${variable}`]: value };
  expect(failure(() => readSettings(source(env)))).toMatch(new RegExp(`${rule}$`));
});

test("what is missing in a connection is named with that connection's names", () => {
  const message = failure(() => readSettings(source({}), "eu"));
  expect(message).toContain("WORKSPACE_GATEWAY_EU_ACCESS_TOKEN");
  expect(message).toContain("pulumi config set --secret workspace-gateway:eu.accessToken");
});

test.each(["ftp://a.test/api/v1", "a.test/api/v1", "https://a.test", "https://a.test/api/v2"])(
  "%s is refused as the address of a management API",
  (baseUrl) => {
    const env = { ...allEnv, WORKSPACE_GATEWAY_BASE_URL: baseUrl };
    expect(failure(() => readSettings(source(env)))).toMatch(/WORKSPACE_GATEWAY_BASE_URL.* must /);
  },
);

test("a slash at the end of the address does not matter", () => {
  const env = { ...allEnv, WORKSPACE_GATEWAY_BASE_URL: "https://a.test/api/v1//" };
  expect(readSettings(source(env)).baseUrl).toBe("https://a.test/api/v1");
});

test.each(["0", "-1", "soon", "Infinity"])("%s is no time to wait", (value) => {
  expect(failure(() => readSettings(source({ ...allEnv, WORKSPACE_GATEWAY_MAX_WAIT: value })))).toContain(
    "WORKSPACE_GATEWAY_MAX_WAIT",
  );
});

test("no message holds a credential, and every credential is among the secrets", () => {
  const credential = "credential-7c1f";
  const credentials = Object.fromEntries(
    keys
      .filter(([key]) => credentialKeys.some((name) => name === key))
      .map(([, variable]) => [`WORKSPACE_GATEWAY_${variable}`, credential]),
  );
  expect(Object.keys(credentials)).toHaveLength(credentialKeys.length);
  const wrong = { ...credentials, WORKSPACE_GATEWAY_BASE_URL: "nowhere", WORKSPACE_GATEWAY_ADOPT: "no" };
  expect(failure(() => readSettings(source(wrong)))).not.toContain(credential);
  const settings = readSettings(source({ ...allEnv, ...credentials }));
  expect(settings.secrets).toEqual(credentialKeys.map(() => credential));
});

test("the command that sets a credential encrypts it, and only that one", () => {
  const { named } = readSettings(source(allEnv));
  expect(named("accessToken")).toContain("pulumi config set --secret workspace-gateway:accessToken");
  expect(named("baseUrl")).toContain("pulumi config set workspace-gateway:baseUrl");
});

const app = {
  WORKSPACE_GATEWAY_CLIENT_ID: "app",
  WORKSPACE_GATEWAY_CLIENT_SECRET: "app-secret",
};
const address = { WORKSPACE_GATEWAY_BASE_URL: "https://a.test/api/v1" };
const tokenUrl = { WORKSPACE_GATEWAY_TOKEN_URL: "https://a.test/token" };

test("without a way to sign in, all three ways are told in one sentence", () => {
  for (const env of [address, { ...address, ...app }]) {
    const message = failure(() => readSettings(source(env)));
    for (const key of ["ACCESS_TOKEN", "CLIENT_ID", "CLIENT_SECRET", "TOKEN_URL"]) {
      expect(message).toContain(`WORKSPACE_GATEWAY_${key} (or`);
    }
    expect(message).toContain("`workspace-gateway login`");
  }
  expect(failure(() => readSettings(source({}), "eu"))).toContain(
    "`workspace-gateway login --connection eu`",
  );
});

test.each([
  [{ WORKSPACE_GATEWAY_CLIENT_ID: "app" }, ["CLIENT_SECRET"]],
  [{ WORKSPACE_GATEWAY_CLIENT_SECRET: "app-secret" }, ["CLIENT_ID"]],
  [tokenUrl, ["CLIENT_ID", "CLIENT_SECRET"]],
])("half an app is refused, also beside a token: %j", (half, missing) => {
  const env = { ...address, ...half, WORKSPACE_GATEWAY_ACCESS_TOKEN: "token" };
  const message = failure(() => readSettings(source(env)));
  for (const key of missing) {
    expect(message).toContain(`set WORKSPACE_GATEWAY_${key} (or`);
  }
  expect(message).not.toContain("app-secret");
});

test("a token that is set goes before an app that could get one", () => {
  const env = { ...address, ...app, ...tokenUrl };
  expect(readSettings(source(env)).credential.from).toBe("service");
  expect(readSettings(source({ ...env, WORKSPACE_GATEWAY_ACCESS_TOKEN: "token" })).credential.from).toBe(
    "accessToken",
  );
});

test.each([
  "http://a.test/token",
  "http://127.0.0.1.test/token",
  "http://notlocalhost/token",
  "ftp://localhost/token",
  "token",
])("%s is refused as the address that credentials go to", (url) => {
  const env = { ...address, ...app, WORKSPACE_GATEWAY_TOKEN_URL: url };
  expect(failure(() => readSettings(source(env)))).toMatch(/WORKSPACE_GATEWAY_TOKEN_URL.* must be /);
});

test.each(["https://a.test/token", "http://localhost:1/t", "http://127.0.0.1:1/t", "http://[::1]:1/t"])(
  "%s is taken as the address that credentials go to",
  (url) => {
    const env = { ...address, ...app, WORKSPACE_GATEWAY_TOKEN_URL: url };
    expect(readSettings(source(env)).credential).toMatchObject({ from: "service", tokenUrl: url });
  },
);

test.each(["accessToken", "clientId", "clientSecret", "apiVersion"])(
  "a %s with a character that no header carries is refused by its name, and not shown",
  (key) => {
    const [, variable = ""] = keys.find(([name]) => name === key) ?? [];
    for (const value of ["…", "tok\nen-77", "tok\u0000en-77", "schlüssel-77"]) {
      const env = {
        ...address,
        WORKSPACE_GATEWAY_ACCESS_TOKEN: "token",
        ...app,
        [`WORKSPACE_GATEWAY_${variable}`]: value,
      };
      const message = failure(() => readSettings(source(env)));
      expect(message).toContain(`WORKSPACE_GATEWAY_${variable} (or`);
      expect(message).toContain("must have only printable ASCII characters");
      expect(message).not.toMatch(/…|77/);
    }
  },
);

const elsewhere = [
  "http://gateway.test/api/v1",
  "http://10.0.0.1/api/v1",
  "http://127.0.0.1.test/api/v1",
  "http://notlocalhost/api/v1",
];

test.each(elsewhere)(
  "%s is refused as an address that a token would go to in the clear, unless that is allowed",
  (baseUrl) => {
    const env = { WORKSPACE_GATEWAY_BASE_URL: baseUrl, WORKSPACE_GATEWAY_ACCESS_TOKEN: "token" };
    expect(failure(() => readSettings(source(env)))).toMatch(
      /WORKSPACE_GATEWAY_BASE_URL.* must be an https URL, or http on loopback; `allowHttp`/,
    );
    expect(failure(() => readSettings(source({ ...env, WORKSPACE_GATEWAY_ALLOW_HTTP: "false" })))).toContain(
      "https",
    );
    expect(readSettings(source({ ...env, WORKSPACE_GATEWAY_ALLOW_HTTP: "true" })).baseUrl).toBe(baseUrl);
  },
);

test.each(["http://localhost:1/api/v1", "http://127.19.20.21:1/api/v1", "http://[::1]:1/api/v1"])(
  "%s stays on this machine, and is taken",
  (baseUrl) => {
    const env = { WORKSPACE_GATEWAY_BASE_URL: baseUrl, WORKSPACE_GATEWAY_ACCESS_TOKEN: "token" };
    expect(readSettings(source(env)).baseUrl).toBe(baseUrl);
  },
);

test("the address of the tokens is held to the same rule, and allowed with it", () => {
  const env = { ...address, ...app, WORKSPACE_GATEWAY_TOKEN_URL: "http://id.test/token" };
  expect(failure(() => readSettings(source(env)))).toMatch(
    /WORKSPACE_GATEWAY_TOKEN_URL.* must be an https URL/,
  );
  expect(readSettings(source({ ...env, WORKSPACE_GATEWAY_ALLOW_HTTP: "true" })).tokenUrl).toBe(
    "http://id.test/token",
  );
});

test("an address in the clear is told with whatever else is wrong", () => {
  const env = { WORKSPACE_GATEWAY_BASE_URL: elsewhere[0] ?? "", WORKSPACE_GATEWAY_MAX_WAIT: "soon" };
  const message = failure(() => readSettings(source(env)));
  for (const name of ["BASE_URL", "MAX_WAIT", "ACCESS_TOKEN"]) {
    expect(message).toContain(`WORKSPACE_GATEWAY_${name} (or`);
  }
});

test.each([
  ["https://gateway.test/#/api/v1", "fragment"],
  ["https://gateway.test/api/v1#/api/v1", "fragment"],
  ["https://gateway.test/?x=/api/v1", "query"],
  ["https://ada:pass-77@gateway.test/api/v1", "password"],
  ["https://ada-77@gateway.test/api/v1", "user name"],
])("%s is refused, since credentials would not go where it seems, and is not shown", (baseUrl, what) => {
  const message = failure(() => readSettings(source({ ...allEnv, WORKSPACE_GATEWAY_BASE_URL: baseUrl })));
  expect(message).toMatch(new RegExp(`WORKSPACE_GATEWAY_BASE_URL.* must be without .*${what}`));
  expect(message).not.toContain("77");
});

test("neither is a login of the address of the tokens shown", () => {
  const env = { ...address, ...app, WORKSPACE_GATEWAY_TOKEN_URL: "https://ada:pass-77@id.test/token" };
  const message = failure(() => readSettings(source(env)));
  expect(message).toMatch(/WORKSPACE_GATEWAY_TOKEN_URL.* must be without a user name/);
  expect(message).not.toContain("pass-77");
});

test("a token is refused with the word before it, since only the token itself is known and covered", () => {
  const env = { ...address, WORKSPACE_GATEWAY_ACCESS_TOKEN: "Bearer tok-canary-77" };
  const message = failure(() => readSettings(source(env)));
  expect(message).toMatch(/WORKSPACE_GATEWAY_ACCESS_TOKEN.* must be the token alone, without `Bearer`/);
  expect(message).not.toContain("canary");
});

test.each([
  ["maxWait", "MAX_WAIT"],
  ["requestTimeout", "REQUEST_TIMEOUT"],
  ["retryBudget", "RETRY_BUDGET"],
] as const)("%s is whole milliseconds that a timer can take", (key, variable) => {
  const given = (value: string) =>
    readSettings(source({ ...allEnv, [`WORKSPACE_GATEWAY_${variable}`]: value }));
  expect(given("1.0049")[key]).toBe(1005);
  expect(given("0.0001")[key]).toBe(1);
  expect(failure(() => given("1e9"))).toContain(`WORKSPACE_GATEWAY_${variable} `);
});
