import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import type { Io } from "../../io/io.js";

const staleAfter = 20_000;
const signOfLife = 5_000;
const longestWait = 120_000;

/** Runs `task` while no other process does under the same lock file. A lock whose holder has died is taken over. */
export async function locked<T>(file: string, io: Io, task: () => Promise<T>): Promise<T> {
  const mark = randomUUID();
  await acquire(file, mark, io);
  const alive = setInterval(
    () => void utimes(file, io.now() / 1000, io.now() / 1000).catch(() => {}),
    signOfLife,
  );
  try {
    return await task();
  } finally {
    clearInterval(alive);
    await release(file, mark);
  }
}

async function acquire(file: string, mark: string, io: Io): Promise<void> {
  const deadline = io.now() + longestWait;
  while (!(await create(file, mark))) {
    await removeIfStale(file, io);
    if (io.now() > deadline) {
      throw new Error(`${file} is held by another process. Delete it if no other is running.`);
    }
    await io.sleep(20 + 80 * io.random());
  }
}

async function create(file: string, mark: string): Promise<boolean> {
  const handle = await unless("EEXIST", open(file, "wx", 0o600));
  await handle?.writeFile(mark);
  await handle?.close();
  return handle !== undefined;
}

/** Moved aside before it is deleted: since the look at it, another process may have made a lock of its own. */
async function removeIfStale(file: string, io: Io): Promise<void> {
  const seen = await unless("ENOENT", stat(file));
  if (seen === undefined || io.now() - seen.mtimeMs < staleAfter) {
    return;
  }
  const aside = `${file}.${randomUUID()}`;
  await unless("ENOENT", rename(file, aside));
  const moved = await unless("ENOENT", stat(aside));
  if (moved !== undefined && moved.mtimeMs !== seen.mtimeMs) {
    await unless("EEXIST", link(aside, file));
  }
  await rm(aside, { force: true });
}

async function release(file: string, mark: string): Promise<void> {
  if ((await unless("ENOENT", readFile(file, "utf8"))) === mark) {
    await rm(file, { force: true });
  }
}

async function unless<T>(code: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === code) {
      return undefined;
    }
    throw error;
  }
}
