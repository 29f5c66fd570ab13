import { expect, test } from "vitest";
import { type Login, LoginStore } from "../../../../provider/client/settings/login-store.js";
import { systemIo } from "../../../../provider/io/io.js";
import type { Gateway } from "../../../gateway/index.ts";
import { noApp, openClinic, said } from "./support/clinic.ts";

const token = "WORKSPACE_GATEWAY_ACCESS_TOKEN";

function jwt(ends: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ exp: Math.floor(ends / 1000), sub: "secret-subject" })}.c2ln`;
}

test("a refused token is a problem with the way to repair it, and only the rest of it is not checked", async () => {
  const { visit } = await openClinic({}, { [token]: "wga_no-such-token" });
  const { of, refusal, output } = await visit();
  expect(of("token")).toMatchObject(said("problem", { remedy: token }));
  expect(of("scopes")).toMatchObject({ state: "not checked", found: "The token is refused." });
  expect([of("gateway").state, of("clock").state]).toEqual(["ok", "ok"]);
  expect(refusal).toMatchObject({ exitCode: 1 });
  expect(output).not.toContain("wga_no-such-token");
});

test.each([
  [60_000, "warning", "means", /takes longer/],
  [86_400_000, "ok", "means", /^It ends at \d{4}/],
] as const)(
  "a JWT that ends in %i ms says when, and nothing else of it is shown",
  async (life, state, place, text) => {
    const value = jwt(Date.now() + life);
    const { visit, gateway } = await openClinic({}, { [token]: value });
    gateway.token({ value });
    const { of, output } = await visit();
    expect(of("token")).toMatchObject({ state, [place]: expect.stringMatching(text) });
    expect(of("token").facts?.ends).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(output).not.toContain("secret-subject");
  },
);

test("an expired JWT says that it has ended", async () => {
  const old = jwt(Date.parse("2020-01-02T03:04:05Z"));
  const { visit, gateway } = await openClinic({}, { [token]: old });
  gateway.token({ value: old, expiresInSeconds: -1 });
  expect((await visit()).of("token").found).toContain("2020-01-02T03:04:05");
});

const asApp = ({ tokenUrl }: Gateway) => ({ [token]: undefined, WORKSPACE_GATEWAY_TOKEN_URL: tokenUrl });

test("an app's token is renewed by itself, and the app is told by its id", async () => {
  const { visit, gateway } = await openClinic({}, asApp);
  const { of, output } = await visit();
  expect(of("token")).toMatchObject({ state: "ok", facts: { from: "service", renewed: true } });
  expect(of("token").found).toContain(gateway.app.clientId);
  expect(output).not.toContain(gateway.app.clientSecret);
  const asked = gateway.log.entries().filter(({ path }) => !path.includes("oauth"));
  expect(asked.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("an app that the token endpoint refuses is a problem that names its settings, and not its secret", async () => {
  const wrong = { WORKSPACE_GATEWAY_CLIENT_SECRET: "wrong-app-secret" };
  const { visit } = await openClinic({}, (gateway) => ({ ...asApp(gateway), ...wrong }));
  const { of, output } = await visit();
  expect(of("token")).toMatchObject(said("problem", { remedy: "WORKSPACE_GATEWAY_TOKEN_URL" }));
  expect(of("token").found).not.toContain("WORKSPACE_GATEWAY_TOKEN_URL");
  expect(of("gateway").state).toBe("ok");
  expect(output).not.toContain("wrong-app-secret");
});

test.each([
  [undefined, "warning", false],
  ["a-refresh-token", "ok", true],
] as const)("a login whose refresh token is %s: %s", async (refreshToken, state, renewed) => {
  const { visit, gateway, terminal } = await openClinic({}, { [token]: undefined, ...noApp });
  const scopes = ["profile:read", "workspaces:read", "workspaces:write"];
  const accessToken = gateway.token({ scopes });
  const app = { tokenUrl: gateway.tokenUrl, clientId: gateway.app.clientId, appAuth: "basic" } as const;
  const login: Login = { ...app, scopes, accessToken, refreshAt: Date.now() + 600_000, refreshToken };
  await LoginStore.of(terminal.env).change(gateway.baseUrl, undefined, systemIo, async () => login);
  const { of, output } = await visit();
  expect(of("token")).toMatchObject({ state, facts: { from: "login", renewed } });
  expect(of("scopes").facts).toMatchObject({ has: expect.arrayContaining(scopes) });
  expect(output).not.toContain(accessToken);
});

test.each(["/user", "/workspaces"])(
  "an answer of %s that repeats the token does not show it, cut or whole",
  async (path) => {
    const value = "wga_very-secret-token-value";
    const { visit, gateway } = await openClinic({}, { [token]: value });
    gateway.token({ value });
    const body = { message: `${"x".repeat(280)} ${value} and ${value}` };
    gateway.faults.add({ kind: "status", status: 401, body, path, skip: path === "/user" ? 1 : 0 });
    const { output } = await visit();
    expect(output).toContain("x".repeat(path === "/user" ? 200 : 0));
    expect(output).not.toContain(value.slice(0, 9));
  },
);
