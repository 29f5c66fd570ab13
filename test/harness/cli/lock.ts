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

/**
 * No build takes longer than this, so an older lock is removed.
 * Its owner may be on another machine with the same disk, or its process number may belong to a new process.
 */
const longestBuild = 30 * 60_000;

/**
 * Runs `work`, which gets `what`. If another process has the lock, it first waits until that one has ended.
 */
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

/**
 * Makes the lock by a rename, with its owner already inside: so no process ever sees a lock without an owner.
 */
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
    // The lock was released after our attempt.
    return undefined;
  }
}

function isStale(host: Host, owner: Owner): boolean {
  const gone = owner.machine === os.hostname() && !host.isAlive(owner.pid);
  return gone || host.now() - owner.since > longestBuild;
}

/**
 * Removes the lock in one step too. If we emptied it first, the next owner could take it while we remove it.
 */
async function release(directory: string): Promise<void> {
  const ended = `${directory}.${randomUUID()}`;
  try {
    await rename(directory, ended);
  } catch (error) {
    // Another process has removed the same old lock at the same moment.
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  await rm(ended, { recursive: true });
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
