import { expect, test } from "vitest";
import { remedyOfForbidden, remedyOfUnauthorized } from "../../../provider/client/checked.js";
import { LoginStore } from "../../../provider/client/logins.js";
import type { Credential, Settings } from "../../../provider/client/settings.js";
import { testSettings } from "../support/settings.ts";

const credentials = {
  accessToken: { from: "accessToken", accessToken: "token-of-the-tests" },
  service: {
    from: "service",
    app: { clientId: "app-1", clientSecret: "s", appAuth: "basic" },
    tokenUrl: "https://id.test/token",
    scopes: [],
  },
  login: { from: "login", logins: new LoginStore(undefined) },
} as const satisfies Record<string, Credential>;

const settingsOf = (from: Credential["from"], over: Partial<Settings> = {}) =>
  testSettings({ credential: credentials[from], clientId: "app-1", ...over });
const read = { method: "GET", path: "/models", scope: "models:read" } as const;
const whoAmI = async () => "account a-1";

test.each<[Credential["from"], RegExp]>([
  ["accessToken", /^Set WORKSPACE_GATEWAY_ACCESS_TOKEN .*to a valid token\. `pulumi refresh`/],
  ["service", /^The gateway refuses the tokens of WORKSPACE_GATEWAY_TOKEN_URL.*own token URL\?$/],
  ["login", /^Run `workspace-gateway login` again\.$/],
])("a 401 with the token of %s says what to do about this one", (from, remedy) => {
  expect(remedyOfUnauthorized(read, settingsOf(from))).toMatch(remedy);
});

test("a 401 for the app names its three settings, wherever other tokens come from", () => {
  for (const from of ["accessToken", "service", "login"] as const) {
    expect(remedyOfUnauthorized({ ...read, auth: "app" }, settingsOf(from))).toMatch(
      /^Set WORKSPACE_GATEWAY_CLIENT_ID .*and WORKSPACE_GATEWAY_CLIENT_SECRET .*of the app; WORKSPACE_GATEWAY_APP_AUTH .*says how they are sent\. /,
    );
  }
});

test.each<[Credential["from"], RegExp]>([
  ["accessToken", / Set WORKSPACE_GATEWAY_ACCESS_TOKEN .*to a token that has both\.$/],
  ["service", / Give both to the app app-1; WORKSPACE_GATEWAY_SCOPES .*says which scopes it asks for\.$/],
  ["login", / Run `workspace-gateway login` as someone who has both\.$/],
])("a 403 with the token of %s says what it lacks and who can repair it", async (from, remedy) => {
  const told = await remedyOfForbidden(read, settingsOf(from), whoAmI);
  expect(told).toMatch(remedy);
  expect(told).toContain(
    "This call needs the scope models:read and permission in the workspace; the token belongs to account a-1.",
  );
});

test("a 403 of a call without a scope speaks of none", async () => {
  const { scope: _none, ...unscoped } = read;
  expect(await remedyOfForbidden(unscoped, settingsOf("accessToken"), whoAmI)).toMatch(
    /^This call needs permission in the workspace; the token belongs to account a-1\. /,
  );
});

test("a 403 for the app asks for nobody's account", async () => {
  const told = await remedyOfForbidden({ ...read, auth: "app" }, settingsOf("login"), async () =>
    expect.unreachable("the token's account is not the app's owner"),
  );
  expect(told).toBe("For this call, the owner of the app app-1 needs permission in the workspace.");
});

test("on a connection, the login of this connection is to be renewed", async () => {
  const settings = settingsOf("login", { connection: "eu" });
  expect(remedyOfUnauthorized(read, settings)).toBe("Run `workspace-gateway login --connection eu` again.");
  expect(await remedyOfForbidden(read, settings, whoAmI)).toContain(
    "Run `workspace-gateway login --connection eu` as someone",
  );
});
