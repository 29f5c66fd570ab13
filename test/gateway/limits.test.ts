import { expect, test } from "vitest";
import { openGateway } from "./tests/open-gateway.ts";

test("every response carries the limit, the version and the date, errors too", async () => {
  const { call } = await openGateway();
  for (const token of [undefined, "wrong"]) {
    const { headers } = await call("GET", "/user", token === undefined ? {} : { token });
    for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "date"]) {
      expect(headers.get(name)).toEqual(expect.any(String));
    }
    expect(headers.get("service-api-version")).toBe("2026-10-01");
  }
});

test("beyond the limit an account gets 429 with Retry-After until the window ends, others do not", async () => {
  const { call, gateway } = await openGateway({ rateLimit: { limit: 2, windowSeconds: 30 } });
  const seen: (string | null)[] = [];
  for (let i = 0; i < 2; i++) seen.push((await call("GET", "/user")).headers.get("x-ratelimit-remaining"));
  expect(seen).toEqual(["1", "0"]);
  const refused = await call("GET", "/user");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await call("GET", "/user", { token: gateway.token({ user: "admin" }) })).status).toBe(200);
  gateway.rateLimit = { limit: 100, windowSeconds: 30 };
  expect((await call("GET", "/user")).status).toBe(200);
});

test("the reset may be seconds or milliseconds of the epoch or a delta, the wait seconds or a date", async () => {
  const { call, gateway } = await openGateway({ rateLimit: { limit: 0, windowSeconds: 30 } });
  const reset = async () => Number((await call("GET", "/user")).headers.get("x-ratelimit-reset"));
  expect(Math.abs((await reset()) * 1000 - Date.now())).toBeLessThan(60_000);
  gateway.variants.reset = "epoch-ms";
  expect(Math.abs((await reset()) - Date.now())).toBeLessThan(60_000);
  gateway.variants.reset = "delta";
  expect(await reset()).toBeLessThanOrEqual(30);
  gateway.variants.retryAfter = "date";
  const wait = (await call("GET", "/user")).headers.get("retry-after") ?? "";
  expect(Date.parse(wait)).toBeGreaterThan(Date.now());
});

test("a supported version is echoed, another one is 400", async () => {
  const { call, gateway } = await openGateway();
  const ask = (version: string) => call("GET", "/user", { headers: { "Service-Api-Version": version } });
  const old = await ask("2025-10-01");
  expect([old.status, old.headers.get("service-api-version")]).toEqual([200, "2025-10-01"]);
  expect((await ask("1999-01-01")).status).toBe(400);
  gateway.variants.echoHeader = "X-Served-Version";
  expect((await ask("2026-04-01")).headers.get("x-served-version")).toBe("2026-04-01");
  gateway.variants.versions = ["2027-01-01"];
  expect((await ask("2026-04-01")).status).toBe(400);
});

test("more requests at once than the gateway takes get 429", async () => {
  const { call, gateway } = await openGateway({ maxConcurrent: 1 });
  const held = gateway.faults.add({ kind: "latency", ms: 500, count: 1 });
  const slow = call("GET", "/user");
  while (held.hits === 0) await new Promise(setImmediate);
  expect((await call("GET", "/user")).status).toBe(429);
  expect((await slow).status).toBe(200);
});
