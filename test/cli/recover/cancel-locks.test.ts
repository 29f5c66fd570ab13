import { mkdir, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { cancelLocks, cancelNow, findLocks } from "../../../provider/cli/recover/cancel-locks.js";
import { openRecovery, type Told } from "./support/recovery.ts";

const minute = 60_000;
const ago = (time: number) => new Date(Date.now() - time).toISOString();

interface Held {
  readonly pid?: number;
  readonly host?: string;
  readonly since?: string;
}

/** Makes a lock as pulumi does. */
async function putLock(
  { folder }: Pick<Told, "folder">,
  { pid = 4711, host = "elsewhere", since = ago(5 * minute) }: Held,
  name = "one",
): Promise<void> {
  const locks = path.join(folder, ".pulumi/locks/organization/shop/prod");
  await mkdir(locks, { recursive: true });
  const lock = { pid, username: "ada", hostname: host, timestamp: since };
  await writeFile(path.join(locks, `${name}.json`), JSON.stringify(lock));
}

const ended = 2 ** 22 + 1;
const canceled = "cancel --yes --non-interactive --stack prod";

test("with --yes a lock of another machine is left alone for an hour, and it is said whose it is and what to do", async () => {
  const told = await openRecovery({ yes: true });
  const since = ago(59 * minute);
  await putLock(told, { since });
  const refused = expect(findLocks(told.recovery)).rejects;
  await refused.toMatchObject({
    name: "Refused",
    message: expect.stringMatching(
      new RegExp(`ada@elsewhere \\(process 4711\\).*${since}.*pulumi cancel --stack prod.*--since ${since}`),
    ),
  });
  expect(await told.commands()).toEqual([]);
});

test("with --yes one that does not say since when is left alone, too", async () => {
  const told = await openRecovery({ yes: true });
  await putLock(told, { since: "noon" });
  await expect(findLocks(told.recovery)).rejects.toMatchObject({ name: "Refused" });
});

test("with --yes an older one is taken away", async () => {
  const told = await openRecovery({ yes: true });
  await putLock(told, { since: ago(61 * minute) });
  await cancelLocks(told.recovery, await findLocks(told.recovery));
  expect(await told.commands()).toEqual([canceled]);
});

test("a person is asked once whether a run elsewhere has ended, before anything is done; after a no nothing is", async () => {
  const told = await openRecovery();
  await putLock(told, {});
  const locks = await findLocks(told.recovery);
  expect(told.questions).toEqual([expect.stringContaining("Has that run ended")]);
  await cancelLocks(told.recovery, locks);
  expect(told.questions).toHaveLength(1);
  expect(await told.commands()).toEqual([canceled]);

  const no = await openRecovery({ answer: false });
  await putLock(no, {});
  await expect(findLocks(no.recovery)).rejects.toMatchObject({ name: "Stopped" });
  expect(await no.commands()).toEqual([]);
});

test("a lock whose process has ended here is told so, and --yes takes it away however young it is", async () => {
  const told = await openRecovery({ yes: true });
  await putLock(told, { pid: ended, host: hostname() });
  await cancelLocks(told.recovery, await findLocks(told.recovery));
  expect(told.notes.join()).toContain(`There is no process ${ended} on this machine any more`);
  expect(await told.commands()).toEqual([canceled]);
});

test("a lock that was made since they were told is left alone, with the others", async () => {
  const told = await openRecovery({ yes: true });
  await putLock(told, { pid: ended, host: hostname() });
  const locks = await findLocks(told.recovery);
  await putLock(told, { since: ago(0) }, "two");
  await expect(cancelNow(told.recovery, locks)).rejects.toMatchObject({
    name: "Refused",
    message: expect.stringContaining("ada@elsewhere"),
  });
  expect(await told.commands()).toEqual([]);
});

test("a lock that has gone meanwhile needs no cancelling", async () => {
  const told = await openRecovery({ yes: true });
  await putLock(told, { pid: ended, host: hostname() });
  const locks = await findLocks(told.recovery);
  await rm(path.join(told.folder, ".pulumi"), { recursive: true });
  await cancelNow(told.recovery, locks);
  expect([locks.gone, await told.commands()]).toEqual([true, []]);
});

test("before the lock is gone it is written down since when nobody recorded what was done", async () => {
  const told = await openRecovery({ yes: true });
  await putLock(told, { pid: ended, host: hostname() });
  const locks = await findLocks(told.recovery);
  const done: (readonly string[])[] = [];
  told.recovery.remember = async () => void done.push(await told.commands());
  await cancelNow(told.recovery, locks);
  expect(done).toEqual([[]]);
  expect(await told.commands()).toHaveLength(1);
});

const lockedBy = (since: string) => ({
  code: 255,
  stderr: `error: could not create stack: the stack is currently locked by 1 lock(s). Either wait …\n  s3://states/x.json: created by ada@elsewhere (pid 7) at ${since}\n`,
});

test("a backend without files here names its locks to whoever tries to get one; the same holds for them", async () => {
  const young = await openRecovery({
    url: "s3://states",
    yes: true,
    pulumi: { "stack init --no-select prod": lockedBy(ago(minute)) },
  });
  await expect(findLocks(young.recovery)).rejects.toMatchObject({ name: "Refused" });
  const old = await openRecovery({
    url: "s3://states",
    yes: true,
    pulumi: { "stack init": lockedBy(ago(61 * minute)) },
  });
  await cancelLocks(old.recovery, await findLocks(old.recovery));
  expect(old.recovery.report.locks).toEqual([{ by: "ada@elsewhere (process 7)", since: expect.any(String) }]);
  expect(await old.commands()).toEqual([canceled]);
});

test("where there is no lock nothing is cancelled, and where that is not known nothing is done", async () => {
  const exists = { code: 1, stderr: "error: stack 'organization/shop/prod' already exists\n" };
  const free = await openRecovery({ url: "gs://states", pulumi: { "stack init": exists } });
  expect(await findLocks(free.recovery)).toMatchObject({ there: false });
  const denied = { code: 1, stderr: "error: AccessDenied\n" };
  const unknown = await openRecovery({ url: "gs://states", pulumi: { "stack init": denied } });
  await expect(findLocks(unknown.recovery)).rejects.toThrow("AccessDenied");
});

test("a dry run does not try to get a lock, and says that there may be one", async () => {
  const told = await openRecovery({ url: "s3://states", dryRun: true });
  expect(await findLocks(told.recovery)).toMatchObject({ there: false });
  expect(told.notes.join()).toContain("There may be a lock");
});

test("a service says that an update is in progress, and since when; one that is young stops --yes", async () => {
  const list = (updateInProgress: boolean) => ({
    "stack ls --json --fully-qualify-stack-names": {
      stdout: JSON.stringify([{ name: "acme/shop/prod", updateInProgress }]),
    },
  });
  const runs = (startTime: string) => ({
    "stack history": { stdout: JSON.stringify([{ result: "in-progress", startTime }]) },
  });
  const url = "https://api.pulumi.com";
  const none = await openRecovery({ url, yes: true, pulumi: list(false) });
  expect(await findLocks(none.recovery)).toMatchObject({ there: false });
  const young = await openRecovery({ url, yes: true, pulumi: { ...list(true), ...runs(ago(minute)) } });
  await expect(findLocks(young.recovery)).rejects.toMatchObject({ name: "Refused" });
  const unknown = await openRecovery({ url, yes: true, pulumi: list(true) });
  await expect(findLocks(unknown.recovery)).rejects.toMatchObject({ name: "Refused" });
  const old = await openRecovery({ url, yes: true, pulumi: { ...list(true), ...runs(ago(61 * minute)) } });
  expect(await findLocks(old.recovery)).toMatchObject({ there: true });
});

test("that pulumi does not list the stacks is not that nobody works on one", async () => {
  const pulumi = { "stack ls": { code: 1, stderr: "error: 503 Service Unavailable\n" } };
  const { recovery } = await openRecovery({ url: "https://api.pulumi.com", yes: true, pulumi });
  await expect(findLocks(recovery)).rejects.toThrow("503 Service Unavailable");
});
