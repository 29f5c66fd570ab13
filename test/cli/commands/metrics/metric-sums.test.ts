import fc from "fast-check";
import { expect, test } from "vitest";
import { MetricSums, type Part } from "../../../../cli/commands/metrics/metric-sums.js";
import type { Values } from "../../../../provider/spec/values.js";

function summed(by: readonly Part[], rows: readonly Values[]): MetricSums {
  const sums = new MetricSums(by);
  for (const row of rows) {
    sums.add(row);
  }
  return sums;
}

const row = (over: Values): Values => ({
  modelId: "m",
  providerId: "p",
  keyId: "k",
  createdAt: "2026-11-21T10:00:00Z",
  statusCode: 200,
  durationMs: 100,
  tokensInput: 10,
  tokensOutput: 5,
  cost: 0.1,
  ...over,
});

test("requests, errors, tokens, costs and the mean time are added up", () => {
  const dear = row({ statusCode: 399, durationMs: 201, cost: 0.2 });
  const sums = summed([], [row({}), dear, row({ statusCode: 400 })]);
  expect(sums.byGroup()).toEqual([]);
  expect(sums.inAll()).toEqual({
    requests: 3,
    errors: 1,
    tokensInput: 30,
    tokensOutput: 15,
    cost: 0.4,
    meanDurationMs: 134,
    withoutCost: 0,
  });
});

test("what a row does not say counts as nothing, and rows without a cost are counted", () => {
  const bare = { id: "x" };
  const odd = row({ cost: "much", tokensInput: "many", durationMs: null, statusCode: "bad" });
  expect(summed([], [bare, odd, row({})]).inAll()).toEqual({
    requests: 3,
    errors: 0,
    tokensInput: 10,
    tokensOutput: 10,
    cost: 0.1,
    meanDurationMs: 100,
    withoutCost: 2,
  });
  expect(summed([], [bare]).inAll().meanDurationMs).toBeNull();
});

test("costs are added as people add them, whatever their order", () => {
  const cents = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(cents, (all) => {
      const exact = all.reduce((sum, each) => sum + each, 0) / 10_000;
      const rows = all.map((each) => row({ cost: each / 10_000 }));
      expect(summed([], rows).inAll().cost).toBe(exact === 0 ? 0 : exact);
      expect(summed([], rows.toReversed()).inAll().cost).toBe(exact === 0 ? 0 : exact);
    }),
  );
  expect(summed([], [row({ cost: 1e-7 }), row({ cost: 1e-7 })]).inAll().cost).toBe(2e-7);
  expect(summed([], [row({ cost: 1e300 })]).inAll()).toMatchObject({ cost: 0, withoutCost: 1 });
});

test.each<[Part, Values, string]>([
  ["model", { modelId: "other" }, "other"],
  ["provider", { providerId: "other" }, "other"],
  ["key", { keyId: "other" }, "other"],
  ["day", { createdAt: "2026-11-21T23:30:00-01:00" }, "2026-11-22"],
])("by %s: each group has its own sums, the dearest or the first day first", (part, over, name) => {
  const rows = [row({}), row({}), row({ ...over, cost: 5 })];
  const groups = summed([part], rows).byGroup();
  const cheap = [part === "day" ? "2026-11-21" : part.charAt(0), 2, 0.2];
  const ordered = part === "day" ? [cheap, [name, 1, 5]] : [[name, 1, 5], cheap];
  expect(groups.map(({ key, sums }) => [key[part], sums.requests, sums.cost])).toEqual(ordered);
  expect(summed([part], [{ id: "x" }]).byGroup()[0]?.key).toEqual({ [part]: null });
});

test("groups of several parts are in one order, in whatever order rows come", () => {
  const rows = ["2026-11-21", "2026-11-20"].flatMap((day) =>
    ["a", "b"].map((modelId) => row({ modelId, createdAt: `${day}T00:00:00Z` })),
  );
  const keys = (all: readonly Values[]) =>
    summed(["day", "model"], all)
      .byGroup()
      .map(({ key }) => key);
  expect(keys(rows)).toEqual([
    { day: "2026-11-20", model: "a" },
    { day: "2026-11-20", model: "b" },
    { day: "2026-11-21", model: "a" },
    { day: "2026-11-21", model: "b" },
  ]);
  expect(keys(rows.toReversed())).toEqual(keys(rows));
  const equal = ["b", "a"].map((modelId) => row({ modelId }));
  expect(summed(["model"], equal).byGroup()).toEqual(summed(["model"], equal.toReversed()).byGroup());
});

test("no text of a row makes two groups one, or is anything but a name", () => {
  const names = ['a","b', "a", "__proto__", "constructor", "null"];
  const groups = summed(
    ["model"],
    [...names, null].map((modelId) => row({ modelId })),
  ).byGroup();
  expect(groups.map(({ key }) => key.model)).toEqual(expect.arrayContaining([...names, null]));
  expect(groups).toHaveLength(names.length + 1);
});
