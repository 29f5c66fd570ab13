import fc from "fast-check";
import { test } from "vitest";
import { runs } from "../../harness/tests/depth.ts";

/** How many times as many cases as usual. */
const times = Number(process.env.FUZZ ?? 1);

/** Tries a law on values of its kind, `few` in a usual run. A failing case prints its seed and the smallest value that fails. */
export function fuzz<T>(
  law: string,
  values: fc.Arbitrary<T>,
  few: number,
  hold: (value: T) => Promise<void> | void,
): void {
  const property = fc.asyncProperty(values, async (value) => hold(value));
  test(law, { timeout: times * 120_000 }, () =>
    fc.assert(property, { numRuns: runs(few) * times, timeout: 60_000 }),
  );
}
