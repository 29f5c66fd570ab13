import { mkdir, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { cancelLocks, staleLocks } from "../../../../cli/commands/recover/stale-locks.js";
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
  const refused = expect(staleLocks(told.recovery)).rejects;
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
  await expect(staleLocks(told.recovery)).rejects.toMatchObject({ name: "Refused" });
});

test("with --yes an older one is taken away", async () => {
  const told = await openRecovery({ yes: true });
  await putLock(told, { since: ago(61 * minute) });
  await cancelLocks(told.recovery, (await staleLocks(told.recovery)) ?? []);
  expect(await told.commands()).toEqual([canceled]);
});

test("a person is asked once whether a run elsewhere has ended, before anything is done; after a no nothing is", async () => {
  const told = await openRecovery();
  await putLock(told, {});
  const locks = (await staleLocks(told.recovery)) ?? [];
  expect(told.questions).toEqual([expect.stringContaining("Has that run ended")]);
  await cancelLocks(told.recovery, locks);
  expect(told.questions).toHaveLength(1);
  expect(await told.commands()).toEqual([canceled]);

  const no = await openRecovery({ answer: false });
  await putLock(no, {});
  await expect(staleLocks(no.recovery)).rejects.toMatchObject({ name: "Stopped" });
  expect(await no.commands()).toEqual([]);
});

test("a lock whose process has ended here is taken away with --yes, however young it is", async () => {
  const told = await openRecovery({ yes: true });
  await putLock(told, { pid: ended, host: hostname() });
  await cancelLocks(told.recovery, (await staleLocks(told.recovery)) ?? []);
  expect(await told.commands()).toEqual([canceled]);
});

test("a lock that was made since they were told is left alone, with the others", async () => {
  const told = await openRecovery({ yes: true });
  await putLock(told, { pid: ended, host: hostname() });
  const locks = (await staleLocks(told.recovery)) ?? [];
  await putLock(told, { since: ago(0) }, "two");
  await expect(cancelLocks(told.recovery, locks)).rejects.toMatchObject({
    name: "Refused",
    message: expect.stringContaining("ada@elsewhere"),
  });
  expect(await told.commands()).toEqual([]);
});

test("a lock that has gone meanwhile needs no cancelling", async () => {
  const told = await openRecovery({ yes: true });
  await putLock(told, { pid: ended, host: hostname() });
  const locks = (await staleLocks(told.recovery)) ?? [];
  await rm(path.join(told.folder, ".pulumi"), { recursive: true });
  await cancelLocks(told.recovery, locks);
  expect(await told.commands()).toEqual([]);
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
  await expect(staleLocks(young.recovery)).rejects.toMatchObject({ name: "Refused" });
  const old = await openRecovery({
    url: "s3://states",
    yes: true,
    pulumi: { "stack init": lockedBy(ago(61 * minute)) },
  });
  const locks = (await staleLocks(old.recovery)) ?? [];
  expect(locks).toMatchObject([{ by: "ada@elsewhere (process 7)", since: expect.any(String) }]);
  await cancelLocks(old.recovery, locks);
  expect(await old.commands()).toEqual([canceled]);
});

test("where there is no lock nothing is cancelled, and where that is not known nothing is done", async () => {
  const exists = { code: 1, stderr: "error: stack 'organization/shop/prod' already exists\n" };
  const free = await openRecovery({ url: "gs://states", pulumi: { "stack init": exists } });
  expect(await staleLocks(free.recovery)).toEqual([]);
  const denied = { code: 1, stderr: "error: AccessDenied\n" };
  const unknown = await openRecovery({ url: "gs://states", pulumi: { "stack init": denied } });
  await expect(staleLocks(unknown.recovery)).rejects.toThrow("AccessDenied");
});

test("a dry run does not try to get a lock, so it does not know of one", async () => {
  const told = await openRecovery({ url: "s3://states", dryRun: true });
  expect(await staleLocks(told.recovery)).toBeUndefined();
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
  expect(await staleLocks(none.recovery)).toEqual([]);
  const young = await openRecovery({ url, yes: true, pulumi: { ...list(true), ...runs(ago(minute)) } });
  await expect(staleLocks(young.recovery)).rejects.toMatchObject({ name: "Refused" });
  const unknown = await openRecovery({ url, yes: true, pulumi: list(true) });
  await expect(staleLocks(unknown.recovery)).rejects.toMatchObject({ name: "Refused" });
  const old = await openRecovery({ url, yes: true, pulumi: { ...list(true), ...runs(ago(61 * minute)) } });
  expect(await staleLocks(old.recovery)).toHaveLength(1);
});

test("that pulumi does not list the stacks is not that nobody works on one", async () => {
  const pulumi = { "stack ls": { code: 1, stderr: "error: 503 Service Unavailable\n" } };
  const { recovery } = await openRecovery({ url: "https://api.pulumi.com", yes: true, pulumi });
  await expect(staleLocks(recovery)).rejects.toThrow("503 Service Unavailable");
});
