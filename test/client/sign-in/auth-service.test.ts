import { inspect } from "node:util";
import { expect, test } from "vitest";
import { authFor, oauthFetch } from "../../../provider/client/sign-in.js";
import { deserted } from "../support/loopback.ts";
import { networkError, reply } from "../support/reply.ts";
import { serviceOf } from "../support/token-server.ts";

const secret = "secret&of the=app+-_.~";

const signIn = (env = {}) =>
  serviceOf({
    WORKSPACE_GATEWAY_CLIENT_ID: "app:1",
    WORKSPACE_GATEWAY_CLIENT_SECRET: secret,
    WORKSPACE_GATEWAY_TOKEN_URL: "https://id.test/oauth/token",
    ...env,
  });

test("ten concurrent callers cause one token request", async () => {
  const { auth, server } = signIn();
  const tokens = await Promise.all(Array.from({ length: 10 }, () => auth.token()));
  expect(new Set(tokens)).toEqual(new Set(["token-1"]));
  expect(server.asked).toHaveLength(1);
});

test("the app authenticates with form-encoded HTTP Basic, and only at the token URL", async () => {
  const { auth, server } = signIn();
  await auth.token();
  expect(server.origins).toEqual(["https://id.test"]);
  expect(server.asked[0]).toMatchObject({ method: "POST", path: "/oauth/token" });
  expect(server.form(0)).toEqual({ grant_type: "client_credentials" });
  const [id, password] = Buffer.from(server.asked[0]?.headers?.authorization?.slice(6) ?? "", "base64")
    .toString()
    .split(":")
    .map((text) => new URLSearchParams(`_=${text}`).get("_"));
  expect([id, password]).toEqual(["app:1", secret]);
});

test("the app authenticates in the body if configured, and requests the configured scopes", async () => {
  const { auth, server } = signIn({
    WORKSPACE_GATEWAY_APP_AUTH: "body",
    WORKSPACE_GATEWAY_SCOPES: "models:read,models:write",
  });
  await auth.token();
  expect(server.asked[0]?.headers).not.toHaveProperty("authorization");
  expect(server.form(0)).toEqual({
    grant_type: "client_credentials",
    client_id: "app:1",
    client_secret: secret,
    scope: "models:read models:write",
  });
});

test("a token of unknown lifetime is used until it is rejected", async () => {
  const { auth, server, io } = signIn();
  server.life = undefined;
  await auth.token();
  await io.sleep(1e9);
  expect(await auth.token()).toBe("token-1");
  expect(await auth.renew("token-1")).toBe(true);
  expect(await auth.token()).toBe("token-2");
});

test("a token rejected ten times at once is renewed once and stays secret; late rejections change nothing", async () => {
  const { auth, server } = signIn();
  await auth.token();
  await Promise.all(Array.from({ length: 10 }, () => auth.renew("token-1")));
  expect(await auth.renew("token-1")).toBe(true);
  expect(await auth.token()).toBe("token-2");
  expect(server.asked).toHaveLength(2);
  expect(auth.secrets()).toEqual(expect.arrayContaining(["token-1", "token-2"]));
});

test("a refused sign-in says what to check, shows no secret, and is not repeated", async () => {
  const { auth, server } = signIn();
  const basic = Buffer.from(`app%3A1:${new URLSearchParams({ _: secret }).toString().slice(2)}`).toString(
    "base64",
  );
  const said = { error: "invalid_client", error_description: `wrong: ${secret}, Basic ${basic}` };
  server.instead.push(reply(401, said, { "www-authenticate": 'Basic realm="x"' }));
  await expect(auth.token()).rejects.toMatchObject({
    outcome: "rejected",
    message: expect.stringMatching(
      /^POST \/oauth\/token returned 401: wrong: \[secret\], Basic \[secret\]; invalid_client\. Check WORKSPACE_GATEWAY_CLIENT_ID .*, WORKSPACE_GATEWAY_CLIENT_SECRET .*, WORKSPACE_GATEWAY_TOKEN_URL .*, WORKSPACE_GATEWAY_SCOPES /,
    ),
  });
  await expect(auth.token()).rejects.toThrow("returned 401");
  expect(server.asked).toHaveLength(1);
});

test("a sign-in is retried after a server error, a lost response or a rate limit", async () => {
  const { auth, server } = signIn();
  const lost = networkError({ method: "POST", path: "/oauth/token" }, "unknown");
  server.instead.push(reply(503), lost, reply(429, {}, { "retry-after": "7" }));
  expect(await auth.token()).toBe("token-1");
  expect(server.asked).toHaveLength(4);
});

test.each<[number, unknown, string, string]>([
  [300, undefined, "a redirect, which is not followed", "rejected"],
  [302, { error: "x" }, "a redirect, which is not followed", "rejected"],
  [399, undefined, "a redirect, which is not followed", "rejected"],
  [204, undefined, "no reason given", "rejected"],
  [499, undefined, "no reason given", "rejected"],
  [429, { error: "slow down" }, "the rate limit requires a wait", "not-sent"],
  [500, { message: `down: ${secret}` }, "returned 500: down: [secret]", "not-sent"],
])("%i from the token endpoint (%j) is reported: %s; the gateway call has the outcome %s", async (...row) => {
  const [status, body, said, outcome] = row;
  const { auth, server } = signIn({ WORKSPACE_GATEWAY_RETRY_BUDGET: "0.001" });
  server.instead.push(reply(status, body, status === 429 ? { "retry-after": "900" } : {}));
  const error = await auth.token().catch((failure: unknown) => failure);
  expect(error).toMatchObject({ outcome, message: expect.stringContaining(said) });
  expect(String(error)).toMatch(/(Check|increase) WORKSPACE_GATEWAY_/);
});

test("an unreachable token endpoint is reported with the setting of its URL", async () => {
  const { settings, io } = signIn({ WORKSPACE_GATEWAY_TOKEN_URL: await deserted() });
  await expect(authFor(settings, io).token()).rejects.toThrow(/ECONNREFUSED.*WORKSPACE_GATEWAY_TOKEN_URL/);
});

test("a request to an OAuth server without a body is not sent as a form", async () => {
  const fetch = oauthFetch(async (exchange) => reply(200, exchange), { remedy: "Ask.", secrets: [] });
  const response = await fetch("https://id.test/keys?a=1", { method: "GET", headers: {} });
  expect(await response.json()).toEqual({ method: "GET", path: "/keys?a=1", headers: {}, secrets: [] });
});

test("a call without a token has the outcome not-sent, and the next one requests a token again", async () => {
  const { auth, server } = signIn({ WORKSPACE_GATEWAY_RETRY_BUDGET: "0.001" });
  for (const answer of [reply(503), networkError({ method: "POST", path: "/oauth/token" }, "unknown")]) {
    server.instead.push(answer);
    await expect(auth.token()).rejects.toMatchObject({ outcome: "not-sent" });
  }
  expect(await auth.token()).toBe("token-1");
});

test.each([
  [{ access_token: "token-x" }],
  [{ token_type: "Bearer", refresh_token: "refresh-x" }],
  [{ access_token: "token-x", token_type: "mac" }],
  ["token-x"],
])("a response without a valid token is an error that does not show the response: %j", async (body) => {
  const { auth, server } = signIn();
  server.instead.push(reply(200, body));
  const error = await auth.token().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: expect.stringContaining("POST /oauth/token returned 200") });
  expect(inspect(error, { depth: 10 })).not.toMatch(/token-x|refresh-x/);
});
