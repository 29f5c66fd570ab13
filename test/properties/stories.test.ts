import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../harness/tests/depth.ts";
import { allLaws, LawBroken, laws, Tally } from "./model/laws.ts";
import { stories } from "./model/schedule.ts";
import { live } from "./model/story.ts";

/** Runs of STORIES=500 look further than the tests' few; STORIES_PATH repeats one failure. */
const { STORIES, STORIES_PATH } = process.env;
const numRuns = Number(STORIES ?? runs(100));
const path = STORIES_PATH || undefined;
/** Milliseconds; the looking for a smaller story is within it. */
const longest = Math.min(60_000 + numRuns * 5_000, 1_800_000);

const tally = new Tally();
/** All stories, lived once: undefined if every law held. */
const lived = fc
  .check(
    fc.asyncProperty(stories, (story) => live(story, tally)),
    {
      ...{ numRuns, interruptAfterTimeLimit: longest, markInterruptAsFailure: true },
      ...(path === undefined ? {} : { path, endOnFailure: true }),
    },
  )
  .then((details) => ({ details, error: details.errorInstance }));

test("stories come to their end", { timeout: longest + 30_000 }, async () => {
  const { details, error } = await lived;
  if (details.failed && !(error instanceof LawBroken)) {
    throw new Error(fc.defaultReportMessage(details), { cause: error });
  }
});

test("faults, kills and recoveries happen in stories", { timeout: longest + 30_000 }, async () => {
  const { details } = await lived;
  if (details.failed || path !== undefined) return;
  expect(Math.min(tally.faults, tally.kills, tally.recoveries, tally.recovered)).toBeGreaterThan(0);
});

test.each(allLaws)("%s", { timeout: longest + 30_000 }, async (name) => {
  const { details, error } = await lived;
  if (error instanceof LawBroken && laws[error.law] === name) {
    throw new Error(fc.defaultReportMessage(details), { cause: error });
  }
  if (!details.failed && path === undefined) expect(tally.timesHeld(name)).toBeGreaterThan(0);
});
