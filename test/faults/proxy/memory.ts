import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "../stage.ts";

/**
 * Does the work, and judges the most memory that the provider's process took meanwhile, in megabytes. A bound is about
 * twice what was seen: answers may not add up, and how soon memory is freed is left to the machine. Only Linux tells.
 */
export async function withinMemory(
  stage: Stage,
  { words, most }: { readonly words: string; readonly most: number },
  work: () => Promise<void>,
): Promise<void> {
  const watching = new AbortController();
  const watched = watch(stage, watching.signal);
  try {
    await work();
  } finally {
    watching.abort();
    const megabytes = await watched;
    const said = `${words}: the provider's process took at most ${megabytes} MB`;
    stage.notes.push(`${said}; more than ${most} would be untrue`);
    if (megabytes > most) stage.untrue.push(`${said}, which is more than ${most}`);
    if (megabytes === 0)
      stage.untrue.push(`${words}: nobody saw how much memory the provider's process took`);
  }
}

/** The highest peak of all processes that ran the provider, in megabytes. */
async function watch({ project }: Stage, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    for (const pid of await project.plugins()) most = Math.max(most, await peak(pid));
    await sleep(250, undefined, { signal }).catch(() => undefined);
  }
  return Math.round(most);
}

async function peak(pid: number): Promise<number> {
  const status = await readFile(path.join("/proc", String(pid), "status"), "utf8").catch(() => ""); // it has ended
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}
