import fc from "fast-check";
import { expect, test } from "vitest";
import { MetricSums } from "../../../cli/metrics/command.js";
import type { Values } from "../../../provider/spec/values.js";

type Part = ConstructorParameters<typeof MetricSums>[0][number];

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

test("missing and odd values count as 0, and rows without a cost are counted", () => {
  const odd = row({ cost: "much", tokensInput: "many", durationMs: null, statusCode: "bad" });
  const failed = row({ statusCode: 400, durationMs: 201, cost: 0.2 });
  expect(summed([], [{ id: "x" }, odd, row({ statusCode: 399 }), failed]).total.toJSON()).toEqual({
    requests: 4,
    errors: 1,
    tokensInput: 20,
    tokensOutput: 15,
    cost: 0.3,
    meanDurationMs: 151,
    withoutCost: 2,
  });
  expect(summed([], [{ id: "x" }]).total.meanDurationMs).toBeNull();
});

test("costs are added as decimal numbers, in any order", () => {
  const cents = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(cents, (all) => {
      const exact = all.reduce((sum, each) => sum + each, 0) / 10_000;
      const rows = all.map((each) => row({ cost: each / 10_000 }));
      expect(summed([], rows).total.cost).toBe(exact === 0 ? 0 : exact);
      expect(summed([], rows.toReversed()).total.cost).toBe(exact === 0 ? 0 : exact);
    }),
  );
  expect(summed([], [row({ cost: 1e-7 }), row({ cost: 1e-7 })]).total.cost).toBe(2e-7);
  expect(summed([], [row({ cost: 1e300 })]).total).toMatchObject({ cost: 0, withoutCost: 1 });
});

test.each<[Part, Values, string]>([
  ["model", { modelId: "other" }, "other"],
  ["provider", { providerId: "other" }, "other"],
  ["key", { keyId: "other" }, "other"],
  ["day", { createdAt: "2026-11-21T23:30:00-01:00" }, "2026-11-22"],
])("by %s: the most expensive group or the first day comes first", (part, over, name) => {
  const rows = [row({}), row({}), row({ ...over, cost: 5 })];
  const groups = summed([part], rows).groups();
  const cheap = [part === "day" ? "2026-11-21" : part.charAt(0), 2, 0.2];
  const ordered = part === "day" ? [cheap, [name, 1, 5]] : [[name, 1, 5], cheap];
  expect(groups.map(({ key, sums }) => [key[part], sums.requests, sums.cost])).toEqual(ordered);
  expect(summed([part], [{ id: "x" }]).groups()[0]?.key).toEqual({ [part]: null });
});

test("groups of several parts have one order, and no name merges two groups", () => {
  const names = ['a","b', "a", "__proto__", "constructor", "null", null];
  const rows = ["2026-11-21", "2026-11-20"].flatMap((day) =>
    names.map((modelId) => row({ modelId, createdAt: `${day}T00:00:00Z` })),
  );
  const keys = (all: readonly Values[]) =>
    summed(["day", "model"], all)
      .groups()
      .map(({ key }) => key);
  expect(keys(rows).map(({ day }) => day)).toEqual([
    ...names.map(() => "2026-11-20"),
    ...names.map(() => "2026-11-21"),
  ]);
  expect(new Set(keys(rows).map(({ model }) => model))).toEqual(new Set(names));
  expect(keys(rows.toReversed())).toEqual(keys(rows));
});
