import { expect, test } from "vitest";
import { readFilter } from "../../../../cli/commands/metrics/filter.js";
import { findMetrics } from "../../../../cli/commands/metrics/find.js";
import type { Variants } from "../../../gateway/index.ts";
import type { Desk } from "../support/desk.ts";
import { measured } from "./measured.ts";

const ofKeyA = () => readFilter({ keyId: "key-a" }, Date.now());

function storedIds({ gateway }: Desk, key: string): string[] {
  const rows = gateway.rows("metrics").filter(({ key_id }) => key_id === key);
  return rows.map(({ id }) => String(id)).sort();
}

test.each<[string, Partial<Variants>]>([
  ["as documented", {}],
  ["no total", { total: false }],
  ["pages of at most 7", { maxLimit: 7 }],
  ["pages that are cut", { cut: 30 }],
  ["pages that are cut, without total", { cut: 30, total: false }],
  ["a clock that is an hour behind", { dateSkewMs: -3_600_000 }],
])("all that the filter means is found, and nothing else: %s", async (_name, variants) => {
  const desk = await measured(variants);
  const { rows, missing } = await findMetrics(desk.client, ofKeyA(), () => {});
  expect([[...rows.keys()].sort(), missing]).toEqual([storedIds(desk, "key-a"), []]);
});

test("rows that come in meanwhile move no page and are not found, even if our clock is ahead of the gateway's", async () => {
  const desk = await measured({ maxLimit: 40, dateSkewMs: -3_600_000 });
  const before = storedIds(desk, "key-a");
  const comesIn = () => {
    const created_at = new Date(Date.now() - 3_600_000 + 5000).toISOString();
    desk.gateway.seed.metric({ key_id: "key-a", created_at });
  };
  const { rows } = await findMetrics(desk.client, ofKeyA(), comesIn);
  expect([...rows.keys()].sort()).toEqual(before);
  const pages = desk.gateway.log.entries({ path: "/metrics" }).map(({ query }) => query);
  expect(pages.map(({ page }) => page)).toEqual(["1", "2", "3"]);
  expect(new Set(pages.map(({ end_date }) => end_date)).size).toBe(1);
});

test("before each page, and at the end, the count of what is found is told", async () => {
  const { client } = await measured({ maxLimit: 50 });
  const told: number[] = [];
  await findMetrics(client, ofKeyA(), (found) => told.push(found));
  expect(told).toEqual([0, 50, 100, 120]);
});

test.each<[string, (rows: readonly object[]) => object, string]>([
  [
    "keeps rows back",
    ([row]) => ({ data: [row], total: 120, page: 1, limit: 100, total_pages: 2 }),
    "more rows than the 1 that",
  ],
  ["answers with no list", () => ({ ok: true }), "no list of rows"],
  [
    "sends rows that the filter does not mean",
    (rows) => ({ data: rows, total: 123 }),
    "do not match the filter",
  ],
])("a gateway that %s ends in an error, not in a part", async (_what, bodyOf, reason) => {
  const { client, gateway } = await measured();
  const body = bodyOf(gateway.rows("metrics"));
  gateway.faults.add({ method: "GET", path: "/metrics", kind: "status", status: 200, body });
  await expect(findMetrics(client, ofKeyA(), () => {})).rejects.toThrow(reason);
});

test("a row that does not tell whether it is meant ends in an error: it would be deleted", async () => {
  const { client, gateway } = await measured({ sparse: true });
  expect(gateway.rows("metrics")).toHaveLength(123);
  await expect(findMetrics(client, ofKeyA(), () => {})).rejects.toThrow("do not match the filter");
});

test("by ids, those that do not exist are told apart, and no list is asked for", async () => {
  const desk = await measured();
  const ids = storedIds(desk, "key-b");
  const found = await findMetrics(desk.client, { ids: [...ids, "nothing"] }, () => {});
  expect([[...found.rows.keys()], found.missing]).toEqual([ids, ["nothing"]]);
  expect(desk.gateway.log.entries({ path: /^\/metrics$/ })).toEqual([]);
});
