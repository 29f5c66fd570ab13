import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "../stage.ts";

/** What is done meanwhile, in words, and how many megabytes it may take at most. */
export interface Memory {
  readonly words: string;
  readonly most: number;
}

/**
 * Does the work, and judges the most memory that the provider's process took meanwhile, in megabytes. A bound is about
 * twice what was seen: answers may not add up, and how soon memory is freed is left to the machine. Only Linux tells.
 */
export async function withinMemory(
  stage: Stage,
  { words, most }: Memory,
  work: () => Promise<void>,
): Promise<void> {
  let isDone = false;
  let megabytes = 0;
  const watch = async () => {
    for (; !isDone; await sleep(250))
      for (const pid of await stage.project.plugins()) megabytes = Math.max(megabytes, await peak(pid));
  };
  const watched = watch();
  try {
    await work();
  } finally {
    isDone = true;
    await watched;
    const said = `${words}: the provider's process took at most ${megabytes} MB`;
    stage.notes.push(`${said}; more than ${most} would be untrue`);
    if (megabytes > most) stage.untrue.push(`${said}, which is more than ${most}`);
    if (megabytes === 0)
      stage.untrue.push(`${words}: nobody saw how much memory the provider's process took`);
  }
}

/** The most memory that a process has ever taken, in megabytes; 0 if it has ended. */
async function peak(pid: number): Promise<number> {
  const status = await readFile(path.join("/proc", String(pid), "status"), "utf8").catch(() => "");
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
}
