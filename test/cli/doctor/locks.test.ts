import { mkdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { locksToldBy, readLocks, updateInProgress } from "../../../cli/doctor/locks.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** As pulumi 3.259 prints it. */
const refusal = (host: string, pid: number) =>
  [
    "error: could not create stack: the stack is currently locked by 2 lock(s). Either wait for the other process(es) to end or delete the lock file with `pulumi cancel`.",
    `  s3://states/.pulumi/locks/organization/shop/prod/a.json: created by ada@${host} (pid ${pid}) at 2026-11-22T09:00:00Z`,
    "  s3://states/.pulumi/locks/organization/shop/prod/b.json: created by a b@c@elsewhere (pid 8) at 2026-11-22T09:30:00Z",
    "",
  ].join("\n");

test("the locks that pulumi names when it is refused are those of their files", async () => {
  expect(locksToldBy(refusal(hostname(), 2 ** 22 + 1))).toEqual([
    {
      file: "s3://states/.pulumi/locks/organization/shop/prod/a.json",
      by: `ada@${hostname()} (process ${2 ** 22 + 1})`,
      since: "2026-11-22T09:00:00Z",
      pid: 2 ** 22 + 1,
      alive: false,
    },
    {
      file: "s3://states/.pulumi/locks/organization/shop/prod/b.json",
      by: "a b@c@elsewhere (process 8)",
      since: "2026-11-22T09:30:00Z",
      pid: 8,
      alive: undefined,
    },
  ]);
  expect(locksToldBy("error: stack 'organization/shop/prod' already exists\n")).toEqual([]);
});

test("an unreadable lock of a file backend is a lock; a folder that cannot be read is an error", async () => {
  const folder = await temporaryFolder();
  const locks = path.join(folder, ".pulumi/locks/organization/shop/prod");
  expect(await readLocks(folder, "shop", "prod")).toEqual([]);
  await mkdir(locks, { recursive: true });
  await writeFile(path.join(locks, "one.json"), "");
  const [lock] = await readLocks(folder, "shop", "prod");
  expect(lock).toMatchObject({ by: "an unknown process", alive: undefined });
  expect(Math.abs(Date.parse(lock?.since ?? "") - Date.now())).toBeLessThan(60_000);
  await writeFile(path.join(path.dirname(locks), "dev"), "");
  await expect(readLocks(folder, "shop", "dev")).rejects.toThrow("ENOTDIR");
});

test("an update in progress is that of the stack with the whole name; a short one must mean one stack alone", () => {
  const list = JSON.stringify([
    { name: "other/shop/prod", updateInProgress: true },
    { name: "acme/shop/prod", updateInProgress: false },
    { name: "acme/shop/dev", updateInProgress: true },
  ]);
  expect(updateInProgress(list, "acme/shop/prod")).toBe(false);
  expect(updateInProgress(list, "other/shop/prod")).toBe(true);
  expect(updateInProgress(list, "dev")).toBe(true);
  expect(updateInProgress(list, "prod")).toBeUndefined();
});
