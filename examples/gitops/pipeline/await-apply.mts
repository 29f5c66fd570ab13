import { setTimeout as after } from "node:timers/promises";
import type { Github } from "./github.mts";

/**
 * Waits until main ends with a commit and what its push started has ended. A queue reviews a merge before the one
 * that it builds on has been applied: that review would plan both, and its pin would not hold after the first.
 */
export async function awaitApply(
  forge: Pick<Github, "isApplied">,
  commit: string,
  [most, pause]: readonly [number, number],
) {
  const until = Date.now() + most * 1000;
  let looksWithoutRun = 0;
  while (Date.now() < until) {
    const isApplied = await forge.isApplied(commit);
    // The run of a push begins a moment after it. Twice without one: nothing was applied, as of [skip ci].
    looksWithoutRun = isApplied === undefined ? looksWithoutRun + 1 : 0;
    if (isApplied === true || looksWithoutRun > 1) return "What this merge builds on has been applied.";
    await after(pause * 1000);
  }
  throw new Error(
    `What this merge builds on (${commit.slice(0, 12)}) was not applied in ${most} seconds, so nothing can be reviewed. ` +
      "Look at the run of its push, then put the pull request into the queue again.",
  );
}
