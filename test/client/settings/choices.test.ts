import { expect, test } from "vitest";
import { LoginStore } from "../../../provider/client/logins.js";
import {
  chooseCredential,
  isSecure,
  readSettings,
  SettingsError,
  settingDoubts,
} from "../../../provider/client/settings.js";
import { appSecrets, requireApp } from "../../../provider/client/sign-in.js";
import { testSettings } from "../support/settings.ts";

const logins = new LoginStore(undefined);
const app = { clientId: "app-1", clientSecret: "s3cret-77", tokenUrl: "https://id.test/token" };

/** Every choice of some of the parts. */
function partsOf<T extends object>(all: T): Partial<T>[] {
  return Object.entries(all).reduce<Partial<T>[]>(
    (found, [key, value]) => found.flatMap((part) => [part, { ...part, [key]: value }]),
    [{}],
  );
}

test("an app is signed in with when all of it is set; else the login is asked for", () => {
  for (const given of partsOf(app)) {
    const isWhole = Object.keys(given).length === 3;
    expect(chooseCredential({ ...given, appAuth: "basic" }, logins).from).toBe(isWhole ? "service" : "login");
    expect(chooseCredential({ ...given, appAuth: "basic", accessToken: "t" }, logins).from).toBe(
      "accessToken",
    );
  }
});

test("an app has secrets when it has both an id and a secret, and a call that needs it says what to set", () => {
  const { clientId, clientSecret } = app;
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

test.each(["a:read b:read", "a:read,b:read", " a:read ,, b:read ,", "a:read\n  b:read"])(
  "the list %j has two items",
  (scopes) => {
    const env = {
      WORKSPACE_GATEWAY_BASE_URL: "https://gateway.test/api/v1",
      WORKSPACE_GATEWAY_ACCESS_TOKEN: "token-of-the-tests",
      WORKSPACE_GATEWAY_SCOPES: scopes,
    };
    expect(readSettings({ env, config: () => undefined }).scopes).toEqual(["a:read", "b:read"]);
  },
);

test("an error of the settings is told by its name", () => {
  expect(String(new SettingsError("no"))).toBe("SettingsError: no");
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
    expect.stringMatching(/WORKSPACE_GATEWAY_API_VERSION.* is no date such as 2026-01-31/),
  ]);
});
