import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** No build takes longer than this, so an older lock is removed: its process number may belong to a new process. */
const longestBuild = 30 * 60_000;

/** Runs `work`, which gets `what`. If another process has the lock, it first waits until that one has ended. */
export async function withLock<T>(directory: string, what: string, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(directory), { recursive: true });
  for (let told = false; !(await acquire(directory)); ) {
    const owner = await readFile(path.join(directory, "owner.json"), "utf8").then(
      JSON.parse,
      () => undefined,
    );
    if (owner === undefined) continue; // it was released after our attempt
    if (!isAlive(owner.pid) || Date.now() - owner.since > longestBuild) {
      await release(directory);
      continue;
    }
    if (!told) process.stderr.write(`Process ${owner.pid} is getting the ${what} already; waiting for it.\n`);
    told = true;
    await sleep(1_000);
  }
  try {
    return await work();
  } finally {
    await release(directory);
  }
}

/** Makes the lock by a rename, with its owner already inside: so no process ever sees a lock without an owner. */
async function acquire(directory: string): Promise<boolean> {
  const mine = `${directory}.${randomUUID()}`;
  await mkdir(mine);
  await writeFile(path.join(mine, "owner.json"), JSON.stringify({ pid: process.pid, since: Date.now() }));
  try {
    await rename(mine, directory);
    return true;
  } catch (error) {
    await rm(mine, { recursive: true });
    if (codeOf(error) === "ENOTEMPTY" || codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock in one step, too: another process may take it as soon as it is gone. */
async function release(directory: string): Promise<void> {
  const ended = `${directory}.${randomUUID()}`;
  const isOurs = await rename(directory, ended).then(
    () => true,
    () => false, // another process has removed the same old lock at the same moment
  );
  if (isOurs) await rm(ended, { recursive: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM"; // it belongs to another user
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
