import { expect, test } from "vitest";
import { numberText, numberTexts, percentText } from "../../../cli/text/words.ts";

test.each([
  [0.105_000_000_000_000_01, "0.105"],
  [0.1 + 0.2, "0.3"],
  [1_047_576, "1,047,576"],
  [0.000_000_4, "0.0000004"],
  [-2.5, "−2.5"],
])("%d is written as people write it: %s", (value, text) => {
  expect(numberText(value)).toBe(text);
});

test("two numbers that differ are seen to differ", () => {
  expect(numberTexts(0.3, 0.1 + 0.2)).toEqual(["0.3", "0.30000000000000004"]);
  expect(numberTexts(1, 0.1 + 0.2)).toEqual(["1", "0.3"]);
});

test("a change below one percent is not nothing", () => {
  expect([0.4, -0.04, 1.4, -50].map(percentText)).toEqual(["+0.4 %", "−0.04 %", "+1 %", "−50 %"]);
});
