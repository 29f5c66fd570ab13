import { expect, test } from "vitest";
import { clientOf } from "./support/client-of.ts";
import { reply } from "./support/reply.ts";

const ada = reply(200, { data: { id: "a-1", email: "ada@example.com" } });

test("every request carries the bearer token and the pinned version, the repeated ones too", async () => {
  const { client, sent } = clientOf(
    { "/models": ["lost", reply(503), reply(200, [])] },
    { apiVersion: "2026-01-01" },
  );
  await client.send({ method: "GET", path: "/models" });
  expect(sent.map(({ headers }) => headers)).toEqual(
    Array.from({ length: 3 }, () => ({
      authorization: "Bearer token-of-the-tests",
      "service-api-version": "2026-01-01",
    })),
  );
});

test("a list is read with its total", async () => {
  const { client } = clientOf({ "/models": reply(200, { data: [{ id: "1" }], total: 2 }) });
  const list = await client.rows({ method: "GET", path: "/models" });
  expect(list).toMatchObject({ rows: [{ id: "1" }], complete: false });
});

test.each([{}, { name: "gpt" }, { id: "" }, { id: null }, { id: {} }, { id: Number.POSITIVE_INFINITY }])(
  "a list with an object without an id is refused by the name of the list, with what to do: %j",
  async (row) => {
    const { client } = clientOf({ "/models": reply(200, { data: [{ id: "m-1" }, row] }) });
    await expect(client.rows({ method: "GET", path: "/models" })).rejects.toThrow(
      /GET \/models answered 200: the answer is a list with an object that has no id.*no other can be called gone.*ask those who run it/,
    );
  },
);

test("an object is read wrapped or bare", async () => {
  const { client } = clientOf({ "/a": reply(200, { data: { id: "1" } }), "/b": reply(200, { id: "1" }) });
  expect(await client.item({ method: "GET", path: "/a" })).toEqual({ id: "1" });
  expect(await client.item({ method: "GET", path: "/b" })).toEqual({ id: "1" });
});

test("the account is asked for once, however many ask", async () => {
  const { client, sent } = clientOf({ "/user": [ada] });
  await Promise.all([client.account(), client.account()]);
  expect(await client.account()).toMatchObject({ id: "a-1" });
  expect(sent).toHaveLength(1);
});

test("a refusal to tell the account is asked for once too", async () => {
  const { client, sent } = clientOf({ "/user": [reply(403), ada] });
  await expect(client.account()).rejects.toThrow("403");
  await expect(client.account()).rejects.toThrow("403");
  expect(sent).toHaveLength(1);
});

test("a lost answer about the account is not kept", async () => {
  const { client } = clientOf({ "/user": ["lost", ada] }, { retryBudget: 1 });
  await expect(client.account()).rejects.toThrow("no answer");
  expect(await client.account()).toMatchObject({ id: "a-1" });
});

test("the server's time is known from its last answer, by its own clock", async () => {
  const { client, io } = clientOf({ "/user": reply(200, {}, { date: "Thu, 01 Jan 2026 01:00:00 GMT" }) });
  expect(client.serverTime(io.now())).toBe(io.now());
  await client.account();
  expect(client.serverTime(io.now())).toBe(Date.UTC(2026, 0, 1, 1));
});

test("an answer without a date, as of a proxy, does not change what is known of the server's time", async () => {
  const { client } = clientOf({
    "/user": reply(200, {}, { date: "Thu, 01 Jan 2026 01:00:00 GMT" }),
    "/models": [reply(200, []), reply(200, [], { date: "soon" })],
  });
  await client.account();
  const skew = client.serverTime(0);
  expect(skew).toBeGreaterThan(0);
  for (const _answer of ["none", "no date"]) {
    await client.send({ method: "GET", path: "/models" });
    expect(client.serverTime(0)).toBe(skew);
  }
});

test("a 429 between failures costs neither the request nor a second one", async () => {
  const limited = reply(429, {}, { "retry-after": "2" });
  const { client, sent } = clientOf({ "/models": [limited, limited, reply(201, { id: "1" })] });
  expect((await client.send({ method: "POST", path: "/models", body: {} })).status).toBe(201);
  expect(sent).toHaveLength(3);
});

test("no error of the client shows the token", async () => {
  const token = "token-of-the-tests";
  const { client } = clientOf({
    "/a": reply(400, { message: `bad ${token}` }),
    "/b": reply(500, token),
    [`/${token}`]: reply(404),
  });
  for (const path of ["/a", "/b", `/${token}`]) {
    const shown = await client.send({ method: "POST", path }).then(() => "", String);
    expect(shown).toContain("GatewayError");
    expect(shown).not.toContain(token);
  }
});

test("a secret that becomes known in a run is covered from then on, in lines, bodies and errors", async () => {
  const { client } = clientOf({ "/keys": reply(400, { message: "sk-issued-1 is in use" }) });
  expect(client.cover("sk-issued-1")).toBe("sk-issued-1");
  client.keepSecret("sk-issued-1");
  expect(client.cover("it is sk-issued-1.")).toBe("it is [secret].");
  expect(client.describe({ message: "sk-issued-1 is in use" })).toBe("[secret] is in use");
  await expect(client.send({ method: "POST", path: "/keys" })).rejects.toThrow(
    "answered 400: [secret] is in use",
  );
});
