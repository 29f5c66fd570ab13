import type { Forge, Labelled, Labels } from "./forge.mts";

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
  if (pushed === undefined) return "it is not known when the newest commit was pushed";
  if (!(Date.parse(one.at) > Date.parse(pushed))) return "a commit was pushed after it was set";
  return (await forge.isMaintainer(one.by)) ? undefined : "who set it does not maintain this repository";
}

function nameIn(label: string): string {
  return label.slice(prefix.length).trim();
}
