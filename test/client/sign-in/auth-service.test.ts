import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { Exchange, Reply } from "../../../provider/client/exchange.js";
import { oauthFetch } from "../../../provider/client/sign-in.js";
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

test("ten callers at once make one token request", async () => {
  const { auth, server } = signIn();
  const tokens = await Promise.all(Array.from({ length: 10 }, () => auth.token()));
  expect(new Set(tokens)).toEqual(new Set(["token-1"]));
  expect(server.asked).toHaveLength(1);
});

test("the app shows itself by HTTP Basic, encoded as in a form, at the token URL and nowhere else", async () => {
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

test("the app shows itself in the body where that is set, and asks for the scopes that are set", async () => {
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

test("a token of unknown life serves until it is refused", async () => {
  const { auth, server, io } = signIn();
  server.life = undefined;
  await auth.token();
  await io.sleep(1e9);
  expect(await auth.token()).toBe("token-1");
  expect(await auth.renew("token-1")).toBe(true);
  expect(await auth.token()).toBe("token-2");
});

test("a token that is refused to ten at once is replaced once and stays a secret, and late refusals replace nothing", async () => {
  const { auth, server } = signIn();
  await auth.token();
  await Promise.all(Array.from({ length: 10 }, () => auth.renew("token-1")));
  expect(await auth.renew("token-1")).toBe(true);
  expect(await auth.token()).toBe("token-2");
  expect(server.asked).toHaveLength(2);
  expect(auth.secrets()).toEqual(expect.arrayContaining(["token-1", "token-2"]));
});

test("a refusal says what to check, shows no secret, and is not asked for again", async () => {
  const { auth, server } = signIn();
  const basic = Buffer.from(`app%3A1:${new URLSearchParams({ _: secret }).toString().slice(2)}`).toString(
    "base64",
  );
  const said = { error: "invalid_client", error_description: `wrong: ${secret}, Basic ${basic}` };
  server.instead.push(reply(401, said, { "www-authenticate": 'Basic realm="x"' }));
  await expect(auth.token()).rejects.toMatchObject({
    outcome: "rejected",
    message: expect.stringMatching(
      /^POST \/oauth\/token answered 401: wrong: \[secret\], Basic \[secret\]; invalid_client\..*WORKSPACE_GATEWAY_CLIENT_SECRET/,
    ),
  });
  await expect(auth.token()).rejects.toThrow("answered 401");
  expect(server.asked).toHaveLength(1);
});

test("what may pass by is waited for: a server error, a lost answer, a rate limit", async () => {
  const { auth, server } = signIn();
  const lost = networkError({ method: "POST", path: "/oauth/token" }, "unknown");
  server.instead.push(reply(503), lost, reply(429, {}, { "retry-after": "7" }));
  expect(await auth.token()).toBe("token-1");
  expect(server.asked).toHaveLength(4);
});

test("a call for which there is no token was not sent, and the next one asks again", async () => {
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
])("an answer that is no token is an error that shows nothing of it: %j", async (body) => {
  const { auth, server } = signIn();
  server.instead.push(reply(200, body));
  const error = await auth.token().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: expect.stringContaining("POST /oauth/token answered 200") });
  expect(inspect(error, { depth: 10 })).not.toMatch(/token-x|refresh-x/);
});

const remedy = "Check the app.";
const url = "https://id.test/token?tenant=1";
const body = new URLSearchParams({ grant_type: "x" });
const options = { remedy, secrets: ["s3cret-77"] };

/** What comes of a request whose answer is this, and what was sent for it. */
function asking(answer: Reply | Error, form?: URLSearchParams) {
  const sent: Exchange[] = [];
  const send = async (exchange: Exchange) => {
    sent.push(exchange);
    return answer instanceof Error ? Promise.reject(answer) : answer;
  };
  const method = form === undefined ? "GET" : "POST";
  const answered = oauthFetch(send, options)(url, { method, headers: { accept: "x" }, body: form });
  return { answered, sent };
}

const ask = (answer: Reply | Error) => asking(answer, body).answered;
const common = { path: "/token?tenant=1", headers: { accept: "x" }, secrets: ["s3cret-77"] };

test.each([
  [
    "a form is sent as it is, and may be repeated",
    body,
    { method: "POST", form: "grant_type=x", repeatable: true },
  ],
  ["what has no form is no request that may be repeated like one", undefined, { method: "GET" }],
])("%s; it carries what may not be shown", async (_what, form, expected) => {
  const { answered, sent } = asking(reply(200, {}), form);
  await answered;
  expect(sent).toEqual([{ ...common, ...expected }]);
});

test("an answer is given on without an identity token, and one that is no object as null", async () => {
  const answer = await ask(reply(200, { access_token: "t", id_token: "damaged" }));
  expect(await answer.json()).toEqual({ access_token: "t" });
  expect(await (await ask(reply(200, "text"))).json()).toBeNull();
});

test.each<[number, unknown, string]>([
  [300, undefined, "a redirect, which is not followed"],
  [302, { error: "x" }, "a redirect, which is not followed"],
  [399, undefined, "a redirect, which is not followed"],
  [204, undefined, "no reason given"],
  [400, undefined, "no reason given"],
  [400, { error: "invalid_client", error_description: "s3cret-77 is wrong" }, "[secret] is wrong"],
  [500, { message: "down" }, "down"],
])("%i is told: %j", async (status, answer, said) => {
  const error = await ask(reply(status, answer)).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ status, message: expect.stringContaining(said) });
  expect(error).toMatchObject({ message: expect.stringContaining(remedy) });
  expect(String(error)).not.toContain("s3cret-77");
});

test.each([
  [400, "rejected"],
  [401, "rejected"],
  [499, "rejected"],
  [429, "not-sent"],
  [500, "not-sent"],
  [503, "not-sent"],
])("after %i from the token endpoint the call of the gateway was %s", async (status, outcome) => {
  await expect(ask(reply(status))).rejects.toMatchObject({ outcome });
});

test("a request for a token that failed means that the call was not sent, and keeps its cause", async () => {
  const lost = networkError({ method: "POST", path: "/token?tenant=1" }, "unknown");
  const error = await ask(lost).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ outcome: "not-sent", cause: lost });
  expect(String(error)).toContain("POST /token");
  expect(String(error)).not.toContain("tenant");
  const mistake = new TypeError("x is not a function");
  await expect(ask(mistake)).rejects.toBe(mistake);
});

test("a refused app is told which settings to check, by their names", async () => {
  const { auth, server } = signIn();
  server.instead.push(reply(401, { error: "invalid_client" }));
  const names = ["CLIENT_ID", "CLIENT_SECRET", "TOKEN_URL", "SCOPES"].map(
    (name) => `WORKSPACE_GATEWAY_${name} .*`,
  );
  await expect(auth.token()).rejects.toThrow(new RegExp(`Check ${names.join(", ")}`));
});
