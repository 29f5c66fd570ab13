import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "../stage.ts";

/** Does the work, and notes the most memory that the provider's process took meanwhile. Only Linux tells. */
export async function withMemoryNoted(stage: Stage, words: string, work: () => Promise<void>): Promise<void> {
  const watching = new AbortController();
  const watched = watch(stage, watching.signal);
  try {
    await work();
  } finally {
    watching.abort();
    const megabytes = await watched;
    stage.notes.push(`${words}: the provider's process took at most ${megabytes} MB`);
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
