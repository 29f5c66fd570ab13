import { expect, onTestFinished, test, vi } from "vitest";
import { createClock } from "./clock.ts";
import { openGateway } from "./tests/open-gateway.ts";
import { defaultVariants } from "./variants.ts";

test("quotas of another account are not found", async () => {
  const { call, gateway } = await openGateway();
  const { id } = gateway.seed.quota();
  expect((await call("GET", "/quotas", { user: "admin" })).list).toEqual([]);
  expect((await call("GET", `/quotas/${id}`, { user: "admin" })).status).toBe(404);
});

test("metrics are sorted newest first, and limited to the requested number", async () => {
  const { call, gateway } = await openGateway();
  gateway.seed.metrics(23);
  const dates = (await call("GET", "/metrics")).list.map((row) => row.created_at);
  expect(dates).toEqual(dates.toSorted().reverse());
  expect((await call("GET", "/metrics?limit=50")).list).toHaveLength(23);
});

test.each([
  ["lowered", 200, { limit: 20, total_pages: 3 }, [20, 20, 10]],
  ["silent", 200, { limit: 50, total_pages: 1 }, [20, 20, 10]],
  ["refused", 400, {}, [0, 0, 0]],
] as const)("a limit above the maximum is %s", async (aboveMaxLimit, status, counts, sizes) => {
  const { call, gateway } = await openGateway({ variants: { maxLimit: 20, aboveMaxLimit } });
  gateway.seed.metrics(50);
  const pages = await Promise.all([1, 2, 3].map((page) => call("GET", `/metrics?limit=50&page=${page}`)));
  expect(pages.map(({ list }) => list.length)).toEqual(sizes);
  expect(new Set(pages.flatMap(({ list }) => list.map(({ id }) => id))).size).toBe(status === 200 ? 50 : 0);
  expect(pages.map((page) => page.status)).toEqual([status, status, status]);
  expect(pages[0]?.body).toMatchObject(counts);
  expect((await call("GET", "/metrics?limit=20")).list).toHaveLength(20);
});

test("pages of metrics can omit their counts", async () => {
  const { call, gateway } = await openGateway({ variants: { pageCounts: false, total: false } });
  gateway.seed.metrics(3);
  const { body } = await call("GET", "/metrics?limit=2&page=2");
  expect(body).toEqual({ data: [expect.objectContaining({ id: expect.any(String) })] });
});

test.each(["page=0", "page=x", "limit=-1", "start_date=soon"])(
  "metrics with %s return 400",
  async (query) => {
    const { call } = await openGateway();
    expect((await call("GET", `/metrics?${query}`)).status).toBe(400);
  },
);

test("workflows of workspaces that the account is not a member of are omitted", async () => {
  const { call, gateway, workspace } = await openGateway();
  gateway.seed.workflow(await workspace());
  expect((await call("GET", "/workflows", { user: "stranger" })).list).toEqual([]);
});

test("a response to an invalid token has the limit, version and date headers, too", async () => {
  const { headers } = await (await openGateway()).call("GET", "/user", { token: "wrong" });
  expect(Object.fromEntries(headers)).toMatchObject({
    "x-ratelimit-limit": expect.any(String),
    date: expect.any(String),
    "service-api-version": "2026-10-01",
  });
});

test("an account above its limit gets 429 with Retry-After, and other accounts do not", async () => {
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

test("the reset can be epoch seconds, epoch milliseconds or a delta, and Retry-After can be a date", async () => {
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

test("a supported version is echoed, and an unsupported version returns 400", async () => {
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

test("requests above the concurrency limit get 429", async () => {
  const { call, gateway } = await openGateway({ maxConcurrent: 1 });
  const held = gateway.faults.add({ kind: "latency", ms: 500, count: 1 });
  const slow = call("GET", "/user");
  while (held.hits === 0) await new Promise(setImmediate);
  expect((await call("GET", "/user")).status).toBe(429);
  expect((await slow).status).toBe(200);
});

test("timestamps of the same moment differ, and the clock is never behind the last timestamp", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = createClock(defaultVariants());
  const stamps = Array.from({ length: 5 }, () => clock.stamp());
  expect(new Set(stamps).size).toBe(5);
  expect(new Date(clock.now()).toISOString()).toBe(stamps.at(-1));
});
