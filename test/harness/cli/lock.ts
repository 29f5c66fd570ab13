import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Host } from "./host.ts";

interface Owner {
  pid: number;
  machine: string;
  since: number;
}

/** No build takes longer; it frees locks of other machines on a shared disk, and of a number given to a new process. */
const longestBuild = 30 * 60_000;

/** Runs `work`, which gets `what`, while no other process runs its own under the same lock; waits for that one to end. */
export async function withLock<T>(
  host: Host,
  directory: string,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(path.dirname(directory), { recursive: true });
  let told = false;
  while (!(await acquire(host, directory))) {
    const owner = await readOwner(directory);
    if (owner === undefined) continue;
    if (isStale(host, owner)) {
      await release(directory);
      continue;
    }
    if (!told) host.say(`Process ${owner.pid} is getting the ${what} already; waiting for it.`);
    told = true;
    await host.sleep(1_000);
  }
  try {
    return await work();
  } finally {
    await release(directory);
  }
}

/** The lock arrives by rename with its owner inside, so nobody ever sees one without. */
async function acquire(host: Host, directory: string): Promise<boolean> {
  const mine = `${directory}.${randomUUID()}`;
  const owner: Owner = { pid: process.pid, machine: os.hostname(), since: host.now() };
  await mkdir(mine);
  await writeFile(path.join(mine, "owner.json"), JSON.stringify(owner));
  try {
    await rename(mine, directory);
    return true;
  } catch (error) {
    await rm(mine, { recursive: true });
    if (hasCode(error, "ENOTEMPTY", "EEXIST")) return false;
    throw error;
  }
}

async function readOwner(directory: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(path.join(directory, "owner.json"), "utf8"));
  } catch {
    // Released between our attempt and this look.
    return undefined;
  }
}

function isStale(host: Host, owner: Owner): boolean {
  const gone = owner.machine === os.hostname() && !host.isAlive(owner.pid);
  return gone || host.now() - owner.since > longestBuild;
}

/** The lock leaves in one step too: an emptied one would be overwritten by the next owner while we remove it. */
async function release(directory: string): Promise<void> {
  const ended = `${directory}.${randomUUID()}`;
  try {
    await rename(directory, ended);
  } catch (error) {
    // Another waiter has found it stale at the same moment.
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  await rm(ended, { recursive: true });
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
