import { expect, test } from "vitest";
import { getMetric, getMetrics, type MetricsArgs } from "../../provider/index.js";
import { defined } from "../../provider/text/json.js";
import type { Variants } from "../contract/support/variants.ts";
import { type Readers, readers } from "./support/readers.ts";

const variants: Record<string, Variants> = {
  "as documented": {},
  "no total": { total: false },
  "numbers as strings": { numbers: "string" },
  "pages of at most four, larger ones are refused": { maxLimit: 4, aboveMaxLimit: "refused" },
  "pages of four, silently": { maxLimit: 4, aboveMaxLimit: "silent", total: false, pageCounts: false },
  "pages that are cut": { cut: 3 },
  "a clock that is an hour ahead": { dateSkewMs: 3_600_000 },
};

function storedIds({ gateway }: Readers): unknown[] {
  return gateway
    .rows("metrics")
    .map(({ id }) => id)
    .sort();
}

test.each(Object.entries(variants))("every metric is returned once: %s", async (_name, variant) => {
  await using world = await readers(variant);
  world.gateway.seed.metrics(20);
  const rows = await getMetrics({ connection: world.connection, limit: 10 });
  expect(rows.map(({ id }) => id).sort()).toEqual(storedIds(world));
  expect(rows[0]).toMatchObject({ statusCode: 200, durationMs: 840, cost: 0.0123, keyId: "key-1" });
});

test("a connection remembers the page size that its gateway accepts", async () => {
  await using world = await readers({ maxLimit: 30, aboveMaxLimit: "refused" });
  const { connection } = world;
  const limits = async (limit?: number) => {
    world.gateway.log.clear();
    expect(await getMetrics({ connection, ...defined({ limit }) })).toHaveLength(3);
    return world.gateway.log.entries({ path: "/metrics" }).map(({ query }) => query.limit);
  };
  expect(await limits()).toEqual(["100", "50", "25"]);
  expect(await limits()).toEqual(["25"]);
  expect(await limits(40)).toEqual(["25"]);
  expect(await limits(10)).toEqual(["10"]);

  world.gateway.faults.add({ method: "GET", path: "/metrics", kind: "status", status: 400, count: 5 });
  await expect(getMetrics({ connection, keyId: "wrong" })).rejects.toThrow("returned 400");
  expect(await limits()).toEqual(["25"]);
});

test("all pages have the same end date, by the gateway's clock", async () => {
  await using world = await readers({ dateSkewMs: 3_600_000 });
  const start = Date.now() + 3_600_000;
  await getMetrics({ connection: world.connection, limit: 1 });
  const pages = world.gateway.log.entries({ path: "/metrics" }).map(({ query }) => query);
  expect(pages.map(({ page }) => page)).toEqual(["1", "2", "3"]);
  const [end, ...others] = new Set(pages.map(({ end_date }) => end_date));
  expect(others).toEqual([]);
  expect(Date.parse(end ?? "")).toBeGreaterThanOrEqual(start);
});

test.each([
  [{ startDate: "2026-01-01", endDate: "2026-01-02T00:00:00Z" }, "2026-01-02T00:00:00Z", true],
  [{ endDate: "2999-01-01T00:00:00Z" }, "2999-01-01T00:00:00Z", false],
])("an end date is kept only if it is in the past: %j", async (args, endDate, stands) => {
  await using world = await readers();
  await getMetrics({ connection: world.connection, ...args });
  const [entry] = world.gateway.log.entries({ path: "/metrics" });
  expect(entry?.query.end_date === endDate).toBe(stands);
});

test.each<[string, MetricsArgs, string[]]>([
  ["key", { keyId: "a" }, ["first", "third"]],
  ["start", { startDate: "2026-03-02T00:00:00Z" }, ["second", "third"]],
  ["end", { endDate: "2026-03-02T00:00:00Z", startDate: "2026-01-01" }, ["first", "second"]],
  ["all", { keyId: "a", startDate: "2026-03-02", endDate: "2026-03-04" }, ["third"]],
])("metrics are filtered by %s", async (_name, filter, expected) => {
  await using world = await readers();
  world.gateway.db.exec("DELETE FROM metrics");
  world.gateway.seed.metric({ endpoint: "first", key_id: "a", created_at: "2026-03-01T00:00:00.000Z" });
  world.gateway.seed.metric({ endpoint: "second", key_id: "b", created_at: "2026-03-02T00:00:00.000Z" });
  world.gateway.seed.metric({ endpoint: "third", key_id: "a", created_at: "2026-03-03T00:00:00.000Z" });
  const rows = await getMetrics({ connection: world.connection, ...filter });
  expect(rows.map(({ endpoint }) => endpoint).sort()).toEqual(expected);
});

test("a token that cannot read its account can read metrics", async () => {
  await using world = await readers({}, ["usage:read"]);
  expect(await getMetrics({ connection: world.connection })).toHaveLength(3);
});

test("a single metric is read without the list", async () => {
  await using world = await readers({ ids: "odd" });
  const [id] = storedIds(world);
  expect(await getMetric({ connection: world.connection, id: String(id) })).toMatchObject({ id });
  expect(world.asked()).toEqual([`/metrics/${encodeURIComponent(String(id))}`]);
});
