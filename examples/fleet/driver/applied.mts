import type { Stack, UpdateSummary } from "@pulumi/pulumi/automation/index.js";

/** How far back it is looked for the last run that was no idle refresh. */
const enough = 20;

/**
 * Whether the last thing that happened to a stack was a successful `up` of what is declared now. A refresh that has found
 * nothing does not count: otherwise a nightly one would make every stack run again.
 */
export async function isApplied(stack: Stack, declared: string): Promise<boolean> {
  const last = (await stack.history(enough, 1, false)).find((run) => !isIdleRefresh(run));
  return last?.kind === "update" && last.result === "succeeded" && last.message === declared;
}

function isIdleRefresh({ kind, result, resourceChanges = {} }: UpdateSummary): boolean {
  return (
    kind === "refresh" && result === "succeeded" && Object.keys(resourceChanges).every((op) => op === "same")
  );
}
