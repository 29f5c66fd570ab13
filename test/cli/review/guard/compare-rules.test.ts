import { expect, test } from "vitest";
import { compareRules } from "../../../../cli/review/guard/compare-rules.js";

test.each([
  [{ usageUnit: 1_000 }, { usageUnit: 1_000_000 }, "1000 → 1000000", true],
  [{ usageUnit: 1_000_000 }, { usageUnit: 1_000 }, "1000000 → 1000", false],
  [{ usageUnit: 1_000 }, {}, "1000 → not said", true],
  [{}, { usageUnit: 1_000 }, "not said → 1000", true],
])(
  "a change of the unit from %j to %j loosens the rules if money may be less by it",
  (held, here, words, isLooser) => {
    expect(compareRules(held, here)).toEqual([{ key: "usageUnit", words, isLooser }]);
  },
);

test.each([
  [{}, { maxCostUpMoney: { amount: 200 } }, "none → 200", false],
  [{ maxCostUpMoney: { amount: 200 } }, { maxCostUpMoney: { amount: 300 } }, "200 → 300", true],
  [{ maxCostUpMoney: { amount: 200 } }, {}, "200 → none", true],
])(
  "a change of the limit of money from %j to %j loosens the rules if more passes",
  (held, here, words, isLooser) => {
    expect(compareRules(held, here)).toEqual([{ key: "maxCostUpMoney", words, isLooser }]);
  },
);

test("another currency is told, and loosens nothing: amounts are not converted", () => {
  expect(compareRules({ currency: "USD" }, { currency: "EUR" })).toEqual([
    { key: "currency", words: "USD → EUR", isLooser: false },
  ]);
});
