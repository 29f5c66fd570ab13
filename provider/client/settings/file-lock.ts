import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { unless } from "../../io/error-codes.js";
import type { Io } from "../../io/io.js";

const staleAfter = 20_000;
const touchEvery = 5_000;
const longestWait = 120_000;

/** Runs `task` while this process alone holds the lock file. A dead process's lock is taken over. */
export async function locked<T>(file: string, io: Io, task: () => Promise<T>): Promise<T> {
  const mark = randomUUID();
  await acquire(file, mark, io);
  const alive = setInterval(
    () => void utimes(file, io.now() / 1000, io.now() / 1000).catch(() => {}),
    touchEvery,
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
      throw new Error(`${file} is held by another process. Delete this file if no other process is running.`);
    }
    await io.sleep(20 + 80 * io.random());
  }
}

async function create(file: string, mark: string): Promise<boolean> {
  const handle = await open(file, "wx", 0o600).catch(unless("EEXIST"));
  await handle?.writeFile(mark);
  await handle?.close();
  return handle !== undefined;
}

/**
 * The file is moved aside and looked at again before it is deleted: meanwhile another process may have made a
 * new lock, which is put back.
 */
async function removeIfStale(file: string, io: Io): Promise<void> {
  const seen = await stat(file).catch(unless("ENOENT"));
  if (seen === undefined || io.now() - seen.mtimeMs < staleAfter) {
    return;
  }
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(unless("ENOENT"));
  const moved = await stat(aside).catch(unless("ENOENT"));
  if (moved !== undefined && moved.mtimeMs !== seen.mtimeMs) {
    await link(aside, file).catch(unless("EEXIST"));
  }
  await rm(aside, { force: true });
}

async function release(file: string, mark: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(unless("ENOENT"))) === mark) {
    await rm(file, { force: true });
  }
}
