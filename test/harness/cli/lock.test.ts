import { mkdir, readdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { findCli } from "./find.ts";
import { withLock } from "./lock.ts";
import { goCalls, goOnPath, type StandIn, standIn } from "./stand-in.ts";

/** A lock that belongs to another process. */
async function locked(
  host: StandIn,
  owner: { pid: number; machine?: string; since?: number },
): Promise<string> {
  const directory = path.join(host.cache, "it.lock");
  await mkdir(directory, { recursive: true });
  await writeFile(
    path.join(directory, "owner.json"),
    JSON.stringify({ machine: os.hostname(), since: 0, ...owner }),
  );
  return directory;
}

test("two at once: one builds, the other waits and uses the result", async () => {
  const host = await standIn();
  await goOnPath(host);
  host.sleep = (_ms, signal) => (signal ? new Promise(() => {}) : new Promise(setImmediate));
  const found = await Promise.all([findCli(host), findCli(host)]);
  expect(found.map(({ source }) => source).sort()).toEqual(["Go", "cache"]);
  expect((await goCalls(host)).match(/go build/g)).toHaveLength(3);
  expect(host.said).toContain(`Process ${process.pid} is getting the Pulumi CLI already; waiting for it.`);
});

test("the lock is gone afterwards, also when the work failed", async () => {
  const host = await standIn();
  const directory = path.join(host.cache, "it.lock");
  await expect(
    withLock(host, directory, "tool", async () => {
      throw new Error("work");
    }),
  ).rejects.toThrow("work");
  expect(await readdir(host.cache)).toEqual([]);
});

test("the lock of a process that is gone is taken over without a word", async () => {
  const host = await standIn({ isAlive: (pid) => pid !== 12345 });
  const directory = await locked(host, { pid: 12345 });
  expect(await withLock(host, directory, "tool", async () => "done")).toBe("done");
  expect(host.said).toEqual([]);
});

test("the lock of a living process is waited for, and said once", async () => {
  const host = await standIn();
  const directory = await locked(host, { pid: 12345 });
  let waits = 0;
  host.sleep = async () => {
    waits += 1;
    if (waits === 3) host.isAlive = () => false;
  };
  await withLock(host, directory, "tool", async () => {});
  expect(host.said).toEqual(["Process 12345 is getting the tool already; waiting for it."]);
});

test("a lock of another machine on the same disk is kept until no build takes that long", async () => {
  const host = await standIn({ isAlive: () => false });
  const directory = await locked(host, { pid: 12345, machine: "another", since: -29 * 60_000 });
  await withLock(host, directory, "tool", async () => {});
  expect(host.now()).toBeGreaterThan(60_000);
});
