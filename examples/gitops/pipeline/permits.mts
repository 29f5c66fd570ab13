import { setTimeout as after } from "node:timers/promises";
import type { Forge, Labelled, Labels } from "./forge.mts";
import type { Github } from "./github.mts";

const prefix = "gateway-allow:";
const permit = /^[\w.:/-]+$/;

/** The permits in labels, and notes on the labels that do not count. */
export interface Permits {
  readonly allow: readonly string[];
  readonly notes: readonly string[];
}

/**
 * The permits in the labels of the pull request, such as `gateway-allow:workspace-delete:old-team`. A label
 * counts if a maintainer who did not open the pull request set it after the last push. It then permits only
 * changes that the maintainer could see.
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

/** Why a label does not count as a permit. Undefined if it counts. */
async function flawOf(one: Labelled, { author, pushed }: Labels, forge: Forge): Promise<string | undefined> {
  if (!permit.test(nameIn(one.label))) return "it names no rule";
  if (one.by === author) return "the person who added it opened the pull request";
  if (pushed === undefined) return "the push time of the newest commit is unknown";
  if (!(Date.parse(one.at) > Date.parse(pushed))) return "a commit was pushed after it was set";
  return (await forge.isMaintainer(one.by))
    ? undefined
    : "the person who added it is not a maintainer of this repository";
}

function nameIn(label: string): string {
  return label.slice(prefix.length).trim();
}

/**
 * Waits until main is at a commit and the run of its push has ended. A queue can start a review before the
 * previous merge was applied. Such a review would plan both merges, and the first apply would outdate it.
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
    // A run starts shortly after its push. If two checks find none, it was skipped, for example by [skip ci].
    looksWithoutRun = isApplied === undefined ? looksWithoutRun + 1 : 0;
    if (isApplied === true || looksWithoutRun > 1) return "The previous merge has been applied.";
    await after(pause * 1000);
  }
  throw new Error(
    `The previous merge (${commit.slice(0, 12)}) was not applied in ${most} seconds. Nothing was reviewed. ` +
      "Check the run of its push, then add the pull request to the queue again.",
  );
}
