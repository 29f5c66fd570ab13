import { expect, test } from "vitest";
import { openGateway } from "./tests/open-gateway.ts";

test("quotas of another account are not found", async () => {
  const { call, gateway } = await openGateway();
  const { id } = gateway.seed.quota();
  expect((await call("GET", "/quotas", { user: "admin" })).list).toEqual([]);
  expect((await call("GET", `/quotas/${id}`, { user: "admin" })).status).toBe(404);
});

test("metrics come the newest first, and no page has more than the variant allows", async () => {
  const { call, gateway } = await openGateway();
  gateway.seed.metrics(23);
  const dates = (await call("GET", "/metrics")).list.map((row) => row.created_at);
  expect(dates).toEqual(dates.toSorted().reverse());
  expect((await call("GET", "/metrics?limit=50")).list).toHaveLength(23);
  gateway.variants.maxLimit = 20;
  expect((await call("GET", "/metrics?limit=50")).body).toMatchObject({ limit: 20, total_pages: 2 });
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

test("pages of metrics may come without what they say of themselves", async () => {
  const { call, gateway } = await openGateway({ variants: { pageCounts: false, total: false } });
  gateway.seed.metrics(3);
  const { body } = await call("GET", "/metrics?limit=2&page=2");
  expect(body).toEqual({ data: [expect.objectContaining({ id: expect.any(String) })] });
});

test.each(["page=0", "page=x", "limit=-1", "start_date=soon"])("metrics with %s are 400", async (query) => {
  const { call } = await openGateway();
  expect((await call("GET", `/metrics?${query}`)).status).toBe(400);
});

test("workflows of workspaces that the account is no member of are left out", async () => {
  const { call, gateway, workspace } = await openGateway();
  gateway.seed.workflow(await workspace());
  expect((await call("GET", "/workflows", { user: "stranger" })).list).toEqual([]);
});
