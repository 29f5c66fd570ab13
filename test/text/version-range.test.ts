import { expect, test } from "vitest";
import { isInRange } from "../../provider/text/version-range.js";

test.each([
  ["22.19.0", ">=22.19", true],
  ["v24.0.1", ">=22.19", true],
  ["22.18.9", ">=22.19", false],
  ["3.216.0", "^3.216.0", true],
  ["3.300.1", "^3.216.0", true],
  ["3.215.9", "^3.216.0", false],
  ["4.0.0", "^3.216.0", false],
  ["nonsense", ">=1.0.0", false],
])("%s in %s: %s", (version, range, isIn) => {
  expect(isInRange(version, range)).toBe(isIn);
});
