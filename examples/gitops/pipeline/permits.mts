import { setTimeout as after } from "node:timers/promises";
import type { Forge, Labelled, Labels } from "./forge.mts";
import type { Github } from "./github.mts";

const prefix = "gateway-allow:";
const permit = /^[\w.:/-]+$/;

/** What labels permit, and why others do not count. */
export interface Permits {
  readonly allow: readonly string[];
  readonly notes: readonly string[];
}

/**
 * The permits in the labels of the pull request, such as `gateway-allow:workspace-delete:old-team`. One counts if a
 * maintainer set it who did not open the pull request, after the newest commit was pushed: so it permits what was seen.
 */
export async function permitsOf(forge: Forge): Promise<Permits> {
  const request = await forge.request();
  if (request === undefined) return { allow: [], notes: [] };
  const labels = await forge.labels(request);
  const wanted = labels.all.filter(({ label }) => label.startsWith(prefix));
  const judged = await Promise.all(
    wanted.map(async (one) => [one, await flawOf(one, labels, forge)] as const),
  );
  return {
    allow: judged.flatMap(([{ label }, flaw]) => (flaw === undefined ? nameIn(label) : [])),
    notes: judged.flatMap(([{ label }, flaw]) =>
      flaw === undefined ? [] : `The label ${label} does not count: ${flaw}.`,
    ),
  };
}

/** Why a label permits nothing; undefined if it does. */
async function flawOf(one: Labelled, { author, pushed }: Labels, forge: Forge): Promise<string | undefined> {
  if (!permit.test(nameIn(one.label))) return "it names no rule";
  if (one.by === author) return "who opened the pull request set it";
  if (pushed === undefined) return "the push time of the newest commit is unknown";
  if (!(Date.parse(one.at) > Date.parse(pushed))) return "a commit was pushed after it was set";
  return (await forge.isMaintainer(one.by)) ? undefined : "who set it does not maintain this repository";
}

function nameIn(label: string): string {
  return label.slice(prefix.length).trim();
}

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
