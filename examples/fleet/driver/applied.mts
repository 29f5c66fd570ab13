import type { Stack, UpdateSummary } from "@pulumi/pulumi/automation/index.js";

/** How many history entries are searched for the last run that was not an idle refresh. */
const enough = 20;

/**
 * Whether the last operation on a stack was a successful `up` of the current declaration. A refresh without
 * changes does not count, because otherwise a nightly refresh would cause every stack to run again.
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
