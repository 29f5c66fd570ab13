import fc from "fast-check";
import { expect, test } from "vitest";
import { chartsSvg } from "../../../../cli/review/html/chart/charts-svg.js";
import { changeCharts } from "../../../../cli/usage/charts/change-chart.js";
import { type Comparison, sumOf } from "../../../../cli/usage/cost/compared-cost.js";
import type { ModelEffect } from "../../../../cli/usage/cost/model-effects.js";
import type { MoneyUnit } from "../../../../cli/usage/cost/money-unit.js";
import { defined } from "../../../../provider/text/defined.js";
import { anyText } from "../../graph/hostile.ts";
import { elementsOf } from "../../graph/xml-elements.ts";

const effect = (model: string, cost: Comparison, isAffected = true): ModelEffect => ({
  model,
  urn: model,
  workspace: "w",
  requests: 1,
  tokensInput: 1,
  tokensOutput: 1,
  cost,
  list: cost,
  isAffected,
  destinations: [],
});

function drawn(models: readonly ModelEffect[], money?: MoneyUnit) {
  const total = { requests: 1, tokensInput: 1, tokensOutput: 1, cost: sumOf(models.map(({ cost }) => cost)) };
  return changeCharts({ total, models, ...defined({ money }) });
}

/** Dollars in quarters: sums of them are exact. */
const anyAmount = fc.nat(4000).map((quarters) => quarters / 4);
const anyCost = fc.tuple(anyAmount, anyAmount, anyAmount).map(
  ([now, one, other]): Comparison => ({
    now,
    after: { least: Math.min(one, other), most: Math.max(one, other) },
  }),
);

const money = { unit: 1_000_000, currency: "USD" };

test("what is drawn of models, with all others, is what all come to, before and after", () => {
  const anyModels = fc.array(fc.tuple(fc.string(), anyCost, fc.boolean()), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(anyModels, (all) => {
      const models = all.map(([name, cost, isAffected]) => effect(name, cost, isAffected));
      const [chart] = drawn(models, money);
      if (!all.some(([, , isAffected]) => isAffected)) {
        expect(chart).toBeUndefined();
        return;
      }
      const [whole, ...parts] = (chart?.rows ?? []).map(({ shape }) =>
        shape.is === "bars" ? shape.bars : [],
      );
      expect(parts.length).toBeLessThan(7);
      for (const at of [0, 1]) {
        const sum = (of: "least" | "most") => parts.reduce((all, bars) => all + (bars[at]?.[of] ?? 0), 0);
        expect(sum("least")).toBeCloseTo(whole?.[at]?.least ?? 0, 9);
        expect(sum("most")).toBeCloseTo(whole?.[at]?.most ?? 0, 9);
      }
    }),
    { numRuns: 200 },
  );
});

test("rows say the cost before and after, as a range where it is one, and how it grows", () => {
  const [chart] = drawn(
    [
      effect("dear", { now: 100, after: { least: 150, most: 150 } }),
      effect("open", { now: 50, after: { least: 25, most: 100 } }),
      effect("same", { now: 50, after: { least: 50, most: 50 } }, false),
    ],
    money,
  );
  expect(chart?.title).toBe("Cost a month, before and after");
  expect(chart?.table.rows).toEqual([
    ["all requests", "200 → 225 to 300 (+13 % to +50 %)"],
    ["dear", "100 → 150 (+50 %)"],
    ["open", "50 → 25 to 100 (−50 % to +100 %)"],
    ["all others", "50, as before"],
  ]);
  expect(chart?.rows[2]?.shape).toEqual({
    is: "bars",
    bars: [
      { label: "before", least: 1 / 6, most: 1 / 6 },
      { label: "after", least: 1 / 12, most: 1 / 3 },
    ],
  });
  expect(chart?.about).toContain("An outline is what it may cost besides.");
});

test("where nobody says what prices are for, list prices are drawn, and only percent are told", () => {
  const cost = { now: 3, isOpen: true } as const;
  const models = [{ ...effect("m", cost), list: { now: 1000, after: { least: 1500, most: 1500 } } }];
  const [chart] = drawn(models);
  expect(chart?.rows.map(({ figures }) => figures)).toEqual(["3 → +50 %", "3 → +50 %"]);
  expect(chart?.about).toContain("Bars are by the prices alone.");
});

test("no name adds an element to it, and it is XML", () => {
  const named = (text: string) =>
    chartsSvg(text, drawn([effect(text, { now: 1, after: { least: 1, most: 2 } })], money));
  const plain = elementsOf(named("x"));
  fc.assert(
    fc.property(anyText, (text) => {
      expect(elementsOf(named(text))).toEqual(plain);
    }),
    { numRuns: 50 },
  );
});
