import { expect, test, vi } from "vitest";
import { Client } from "../../../provider/client/client.js";
import { type Exchange, isAnswer, type Reply } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { asApp, staticToken } from "../../../provider/client/sign-in.js";
import { networkError, reply, testSettings } from "../support/reply.ts";
import { serviceOf } from "../support/token-server.ts";
import { VirtualIo } from "../support/virtual-io.ts";

test("a configured token is a secret and cannot be renewed", async () => {
  const auth = staticToken("tok-77");
  expect([await auth.token(), auth.secrets(), await auth.renew("tok-77")]).toEqual([
    "tok-77",
    ["tok-77"],
    false,
  ]);
});

const keyCall: Exchange = { method: "POST", path: "/workspaces/w/gate-token", auth: "app", body: {} };

const app = { clientId: "app 1", clientSecret: "s:cret" };

const basic = `Basic ${Buffer.from("app+1:s%3Acret").toString("base64")}`;
const inBody = { body: { client_id: "app 1", client_secret: "s:cret" } };

test.each<[string, Exchange, Partial<Settings>, Partial<Exchange>]>([
  ["by HTTP Basic, encoded as in a form", keyCall, {}, { headers: { authorization: basic } }],
  ["in the body where that is set", keyCall, { appAuth: "body" }, inBody],
  ["not at all in other calls", { method: "GET", path: "/models" }, {}, {}],
])("an app authenticates %s", async (_how, exchange, over, shown) => {
  const send = vi.fn(async () => reply(200, {}));
  await asApp(send, testSettings({ ...app, ...over }))(exchange);
  expect(send.mock.calls).toEqual([[{ ...exchange, ...shown }]]);
});

test("a call as the app sends no bearer token and shows no app credentials if refused", async () => {
  const seen: Exchange[] = [];
  const settings = { ...testSettings(app), secrets: ["s:cret"] };
  const client = new Client(settings, new VirtualIo(), async (exchange) => {
    seen.push(exchange);
    return reply(401, { message: `no: s:cret ${basic}` });
  });
  await expect(client.send(keyCall)).rejects.toThrow(
    /no: \[secret\] Basic \[secret\].*WORKSPACE_GATEWAY_CLIENT_SECRET/,
  );
  expect(seen.map(({ headers }) => headers?.authorization)).toEqual([basic]);
});

/** A client of an app, with a gateway that takes the tokens of `accepts`. */
function world(answer: (exchange: Exchange, token: string) => Reply) {
  const { io, server, settings, auth } = serviceOf();
  const sent: string[] = [];
  const wire = async (exchange: Exchange) => {
    const token = exchange.headers?.authorization?.slice("Bearer ".length) ?? "";
    sent.push(`${exchange.method} ${exchange.path} ${token}`);
    await new Promise(setImmediate);
    return answer(exchange, token);
  };
  return { client: new Client(settings, io, wire, auth), io, server, sent };
}

test("a rejected token is renewed once, and each call is repeated once", async () => {
  const accepted = ["token-1"];
  const { client, server, sent } = world((_exchange, token) => reply(accepted.includes(token) ? 200 : 401));
  await client.send({ method: "GET", path: "/models" }); // until an answer, only one request runs
  accepted.splice(0, 1, "token-2");
  sent.length = 0;
  const paths = Array.from({ length: 10 }, (_, index) => `/models/${index}`);
  await Promise.all(paths.map((path) => client.send({ method: "POST", path, body: {} })));
  expect(server.asked).toHaveLength(2);
  expect(sent.toSorted()).toEqual(paths.flatMap((path) => [`POST ${path} token-1`, `POST ${path} token-2`]));
});

test.each([
  [401, ["token-1", "token-2"]],
  [403, ["token-1"]],
])("after a %i, a request is sent with the tokens %j and not again", async (status, tokens) => {
  const { client, sent } = world(() => reply(status));
  await expect(client.send({ method: "PATCH", path: "/models" })).rejects.toMatchObject({ status });
  expect(sent.filter((line) => line.startsWith("PATCH"))).toEqual(tokens.map((of) => `PATCH /models ${of}`));
});

test("a request that waits longer than a token lives is sent with a new token after each wait", async () => {
  const waits = ["25", "25", "25"];
  const met = new Map<string, number>(); // the gateway counts the life of tokens by itself
  const { client, io, server } = world((_exchange, token) => {
    const since = met.get(token) ?? io.now();
    met.set(token, since);
    if (io.now() >= since + 20_000) return reply(401);
    const wait = waits.shift();
    return wait === undefined ? reply(200) : reply(429, undefined, { "retry-after": wait });
  });
  server.life = 20;
  expect(await client.send({ method: "POST", path: "/models" })).toMatchObject({ status: 200 });
  expect(server.asked).toHaveLength(4);
});

test("a token that is rejected after each wait is renewed each time", async () => {
  const answers = [429, 401, 429, 401, 429, 401, 200];
  const { client, sent } = world(() => reply(answers.shift() ?? 500, undefined, { "retry-after": "1" }));
  expect(await client.send({ method: "POST", path: "/models" })).toMatchObject({ status: 200 });
  expect(sent.map((line) => line.split(" ").at(-1))).toEqual([1, 1, 2, 2, 3, 3, 4].map((n) => `token-${n}`));
});

test("a token endpoint error does not cause retries of the request that needs the token", async () => {
  const { client, server, sent } = world(() => reply(200));
  server.instead.push(...Array.from({ length: 500 }, () => reply(503)));
  const error = await client.send({ method: "GET", path: "/models" }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ outcome: "not-sent", failure: { status: 503, signIn: true } });
  expect(isAnswer(error)).toBe(false);
  const tries = server.asked.length;
  await expect(client.send({ method: "GET", path: "/models" })).rejects.toThrow("/token returned 503");
  expect(server.asked.length).toBeLessThan(3 * tries);
  expect(sent).toEqual([]);
});

test("the error of a call without a token keeps the network error as its cause", async () => {
  const { client, server } = world(() => reply(200));
  const lost = networkError({ method: "POST", path: "/token" }, "unknown");
  server.instead.push(...Array.from({ length: 500 }, () => lost));
  await expect(client.send({ method: "GET", path: "/models" })).rejects.toMatchObject({ cause: lost });
});

test("errors do not show a token obtained at run time, not even in a long rate limit message", async () => {
  const long = reply(429, { message: `${"x".repeat(297)}token-1` }, { "retry-after": "1000000" });
  for (const [answer, said] of [
    [reply(400, { message: "bad token-1" }), "bad [secret]"],
    [long, "the rate limit requires a wait"],
  ] as const) {
    const shown = await world(() => answer)
      .client.send({ method: "GET", path: "/models" })
      .then(() => "", String);
    expect(shown).toContain(said);
    expect(shown).not.toContain("xtok");
  }
});

const account: Exchange = { method: "GET", path: "/user" };

test.each<[string, Reply, Exchange | false, RegExp]>([
  [
    "the gateway has taken no token so far",
    reply(401),
    false,
    /Check that this is the gateway's own token URL\./,
  ],
  ["it has taken one before", reply(401), account, /has expired.*Run the command again.*clocks/],
  [
    "it says so",
    reply(401, { message: "The token has expired" }),
    false,
    /has expired.*Run the command again.*clocks/,
  ],
  [
    "its header says so",
    reply(
      401,
      {},
      { "www-authenticate": 'Bearer error="invalid_token", error_description="The token expired"' },
    ),
    false,
    /has expired.*Run the command again.*clocks/,
  ],
  ["it has taken only the app's own credentials", reply(401), keyCall, /own token URL/],
  ["it names all causes", reply(401, { message: "invalid or expired token" }), false, /own token URL/],
])("a 401 distinguishes an expired token from a foreign one: %s", async (_what, refusal, before, advice) => {
  const { client } = world(({ path }) => (path === "/models" ? refusal : reply(200, {})));
  if (before) await client.send(before);
  await expect(client.send({ method: "GET", path: "/models" })).rejects.toThrow(advice);
});
