import fc from "fast-check";
import { test } from "vitest";
import { live } from "./model/chronicle.ts";
import { stories } from "./model/schedule.ts";

/** Runs of STORIES=500 look further than the tests' few; STORIES_SEED=1 looks elsewhere. A failure prints its seed, path and programs. */
const numRuns = Number(process.env.STORIES ?? 12);
const seed = Number(process.env.STORIES_SEED ?? 20_261_122);

test("whatever happens on the way, the gateway ends as declared", { timeout: 3_600_000 }, async () => {
  await fc.assert(fc.asyncProperty(stories, live), { numRuns, seed });
});
