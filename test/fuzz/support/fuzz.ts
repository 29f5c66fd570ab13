import fc from "fast-check";
import { test } from "vitest";
import { runs } from "../../harness/tests/depth.ts";

/** How many calls the whole folder makes: `FUZZ=100000` for a long run. Without it, each law has a few. */
const wished = Number(process.env.FUZZ ?? 0);

const hour = 3_600_000;
/** Milliseconds after which one case counts as a hang; a long run goes on beside other work. */
const longestCase = wished > 0 ? 600_000 : 60_000;

let calls = 0;

/** Counts one call of ours with a value that was made up. */
export function count(): void {
  calls++;
}

/**
 * Tries a law on values of its kind. A failing case prints its seed and the smallest value that fails.
 *
 * @param few - how many cases a usual run has
 * @param share - how many cases a long run has, for each call that is wished; a case may make several calls
 */
export function fuzz<T>(
  law: string,
  values: fc.Arbitrary<T>,
  { few, share }: { readonly few: number; readonly share: number },
  hold: (value: T) => Promise<void> | void,
): void {
  const numRuns = Math.max(runs(few), Math.ceil(wished * share));
  const property = fc.asyncProperty(values, async (value) => hold(value));
  test(law, { timeout: wished > 0 ? hour : 120_000 }, async () => {
    const before = calls;
    await fc.assert(property, { numRuns, timeout: longestCase });
    if (wished > 0) process.stderr.write(`fuzz: ${law}: ${calls - before} calls\n`);
  });
}
