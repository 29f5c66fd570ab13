import { expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import type { Exchange, Reply } from "../../../provider/client/exchange.js";
import { readSettings } from "../../../provider/client/settings.js";
import { authFor } from "../../../provider/client/sign-in.js";
import { reply } from "../support/reply.ts";
import { TokenServer } from "../support/token-server.ts";
import { VirtualIo } from "../support/virtual-io.ts";

/** A client of an app, with a gateway that takes the tokens of `accepts`. */
function world(answer: (exchange: Exchange, token: string) => Reply) {
  const io = new VirtualIo();
  const server = new TokenServer();
  const settings = readSettings({
    env: {
      WORKSPACE_GATEWAY_BASE_URL: "https://gateway.test/api/v1",
      WORKSPACE_GATEWAY_CLIENT_ID: "app",
      WORKSPACE_GATEWAY_CLIENT_SECRET: "app-secret",
      WORKSPACE_GATEWAY_TOKEN_URL: "https://id.test/token",
    },
    config: () => undefined,
  });
  const sent: string[] = [];
  const wire = async (exchange: Exchange) => {
    const token = exchange.headers?.authorization?.slice("Bearer ".length) ?? "";
    sent.push(`${exchange.method} ${exchange.path} ${token}`);
    await new Promise(setImmediate);
    return answer(exchange, token);
  };
  return { client: new Client(settings, io, wire, authFor(settings, io, server.wire)), io, server, sent };
}

test.each([1, 10])("a token that is refused is replaced once, and each call replayed once", async (calls) => {
  const accepted = ["token-1"];
  const { client, server, sent } = world((_exchange, token) => reply(accepted.includes(token) ? 200 : 401));
  await client.send({ method: "GET", path: "/models" }); // until an answer, only one request runs
  accepted.splice(0, 1, "token-2");
  sent.length = 0;
  const paths = Array.from({ length: calls }, (_, index) => `/models/${index}`);
  await Promise.all(paths.map((path) => client.send({ method: "POST", path, body: {} })));
  expect(server.asked).toHaveLength(2);
  expect(sent.toSorted()).toEqual(paths.flatMap((path) => [`POST ${path} token-1`, `POST ${path} token-2`]));
});

test("a gateway that takes no token of the app is not asked for ever", async () => {
  const { client, sent } = world(() => reply(401));
  await expect(client.send({ method: "GET", path: "/models" })).rejects.toThrow(
    "WORKSPACE_GATEWAY_TOKEN_URL",
  );
  expect(sent).toHaveLength(2);
});

/** A gateway that counts the life of tokens by itself, and refuses older ones. */
function ageing(life: number, io: () => VirtualIo) {
  const met = new Map<string, number>();
  return (token: string) => {
    const now = io().now();
    met.set(token, met.get(token) ?? now);
    return now < (met.get(token) ?? now) + life * 1000;
  };
}

test("a request that waits longer than a token lives leaves with a fresh one, after each wait", async () => {
  const waits = ["25", "25", "25"];
  const isFresh = ageing(20, () => io);
  const { client, io, server } = world((_exchange, token) => {
    if (!isFresh(token)) return reply(401);
    const wait = waits.shift();
    return wait === undefined ? reply(200) : reply(429, undefined, { "retry-after": wait });
  });
  server.life = 20;
  expect(await client.send({ method: "POST", path: "/models" })).toMatchObject({ status: 200 });
  expect(server.asked).toHaveLength(4);
});

test("a token that is refused after each wait is renewed each time", async () => {
  const answers = [429, 401, 429, 401, 429, 401, 200];
  const { client, sent } = world(() => reply(answers.shift() ?? 500, undefined, { "retry-after": "1" }));
  expect(await client.send({ method: "POST", path: "/models" })).toMatchObject({ status: 200 });
  expect(sent.map((line) => line.split(" ").at(-1))).toEqual([1, 1, 2, 2, 3, 3, 4].map((n) => `token-${n}`));
});

test("an error of the token endpoint is not repeated with the request that needs the token", async () => {
  const { client, server, sent } = world(() => reply(200));
  server.instead.push(...Array.from({ length: 500 }, () => reply(503)));
  await expect(client.send({ method: "GET", path: "/models" })).rejects.toMatchObject({
    outcome: "not-sent",
  });
  const tries = server.asked.length;
  await expect(client.send({ method: "GET", path: "/models" })).rejects.toThrow("/token answered 503");
  expect(server.asked.length).toBeLessThan(3 * tries);
  expect(sent).toEqual([]);
});

test("the message of a long rate limit shows no token, not even one that was got for this request", async () => {
  const refusal = reply(429, { message: `${"x".repeat(297)}token-1` }, { "retry-after": "1000000" });
  const { client } = world(() => refusal);
  const shown = await client.send({ method: "GET", path: "/models" }).then(() => "", String);
  expect(shown).toContain("the rate limit requires a wait");
  expect(shown).not.toContain("xtok");
});

test.each<[string, Reply, boolean, RegExp]>([
  ["the gateway has taken no token so far", reply(401), false, /Is this the gateway's own token URL\?/],
  ["it has taken one before", reply(401), true, /has expired.*Run again.*clocks/],
  ["it says so", reply(401, { message: "The token has expired" }), false, /has expired.*Run again.*clocks/],
  [
    "its header says so",
    reply(
      401,
      {},
      { "www-authenticate": 'Bearer error="invalid_token", error_description="The token expired"' },
    ),
    false,
    /has expired.*Run again.*clocks/,
  ],
  ["it names all causes", reply(401, { message: "invalid or expired token" }), false, /own token URL/],
])("a 401 tells a token that has expired from a foreign one: %s", async (_what, refusal, isKnown, advice) => {
  const { client } = world(({ path }) => (path === "/user" ? reply(200, { data: { id: "a" } }) : refusal));
  if (isKnown) await client.account();
  await expect(client.send({ method: "GET", path: "/models" })).rejects.toThrow(advice);
});

test("no error shows a token that was got at run time", async () => {
  const { client } = world((_exchange, token) => reply(400, { message: `bad ${token}` }));
  const shown = await client.send({ method: "GET", path: "/models" }).then(() => "", String);
  expect(shown).toContain("bad [secret]");
});

test("a 403 names the account behind the app's token", async () => {
  const ada = reply(200, { data: { id: "a-1", email: "ada@example.com" } });
  const { client } = world(({ path }) => (path === "/user" ? ada : reply(403)));
  await expect(client.send({ method: "GET", path: "/models", scope: "models:read" })).rejects.toThrow(
    /models:read.*account a-1 \(ada@example\.com\).*the app app.*WORKSPACE_GATEWAY_SCOPES/,
  );
});
