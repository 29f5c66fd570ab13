import { mkdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { cancelLocks, staleLocks } from "../../../cli/recover/recovery.js";
import { openRecovery } from "./command-support.ts";

const minute = 60_000;
const ago = (time: number) => new Date(Date.now() - time).toISOString();

interface Held {
  readonly pid?: number;
  readonly host?: string;
  readonly since?: string;
}

/** Makes a lock as pulumi does. */
async function putLock(
  { folder }: { folder: string },
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

/** A recovery by --yes of a stack with such a lock. */
async function locked(held: Held) {
  const told = await openRecovery({ yes: true });
  await putLock(told, held);
  return told;
}

const refused = { name: "Refused" };

test("with --yes a lock of another machine is left alone for an hour, and it is said whose it is and what to do", async () => {
  const since = ago(59 * minute);
  const told = await locked({ since });
  const says = `ada@elsewhere \\(process 4711\\).*${since}.*pulumi cancel --stack prod.*--since ${since}`;
  await expect(staleLocks(told.recovery)).rejects.toMatchObject({
    ...refused,
    message: expect.stringMatching(says),
  });
  expect(await told.commands()).toEqual([]);
  await expect(staleLocks((await locked({ since: "noon" })).recovery)).rejects.toMatchObject(refused);
});

test("a lock whose process runs here is refused, with the way on if that process is another program", async () => {
  const told = await locked({ pid: process.pid, host: hostname(), since: ago(120 * minute) });
  await expect(staleLocks(told.recovery)).rejects.toThrow(
    /still runs on this machine.*pulumi cancel --stack prod.*--since/,
  );
  expect(await told.commands()).toEqual([]);
});

test.each([
  ["an older one", { since: ago(61 * minute) }],
  ["one whose process has ended here, however young it is,", { pid: ended, host: hostname() }],
])("with --yes %s is taken away", async (_what, held) => {
  const told = await locked(held);
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

  const no = await openRecovery({ answers: [false] });
  await putLock(no, {});
  await expect(staleLocks(no.recovery)).rejects.toMatchObject({ name: "Stopped" });
  expect(await no.commands()).toEqual([]);
});

test("a lock that was made since they were told is left alone, with the others", async () => {
  const told = await locked({ pid: ended, host: hostname() });
  const locks = (await staleLocks(told.recovery)) ?? [];
  await putLock(told, { since: ago(0) }, "two");
  const message = expect.stringContaining("ada@elsewhere");
  await expect(cancelLocks(told.recovery, locks)).rejects.toMatchObject({ ...refused, message });
  expect(await told.commands()).toEqual([]);
});

const lockedBy = (since: string) => ({
  code: 255,
  stderr: `error: could not create stack: the stack is currently locked by 1 lock(s). Either wait …\n  s3://states/x.json: created by ada@elsewhere (pid 7) at ${since}\n`,
});

test("a backend without files here names its locks to whoever tries to get one; the same holds for them", async () => {
  const by = (since: string) =>
    openRecovery({
      url: "s3://states",
      yes: true,
      pulumi: { "stack init --no-select prod": lockedBy(since) },
    });
  await expect(staleLocks((await by(ago(minute))).recovery)).rejects.toMatchObject(refused);
  const old = await by(ago(61 * minute));
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
  const dry = await openRecovery({ url: "s3://states", dryRun: true }); // it does not try to get a lock
  expect(await staleLocks(dry.recovery)).toBeUndefined();
});

test("a service says that an update is in progress, and since when; one that is young stops --yes", async () => {
  const locks = async (updateInProgress: boolean, startTime?: string) => {
    const list = JSON.stringify([{ name: "acme/shop/prod", updateInProgress }]);
    const pulumi: Record<string, object> = {
      "stack ls --json --fully-qualify-stack-names": { stdout: list },
    };
    const history = { stdout: JSON.stringify([{ result: "in-progress", startTime }]) };
    if (startTime !== undefined) pulumi["stack history"] = history;
    return staleLocks((await openRecovery({ url: "https://api.pulumi.com", yes: true, pulumi })).recovery);
  };
  expect(await locks(false)).toEqual([]);
  await expect(locks(true, ago(minute))).rejects.toMatchObject(refused);
  await expect(locks(true)).rejects.toMatchObject(refused);
  expect(await locks(true, ago(61 * minute))).toHaveLength(1);
  const pulumi = { "stack ls": { code: 1, stderr: "error: 503 Service Unavailable\n" } };
  const { recovery } = await openRecovery({ url: "https://api.pulumi.com", yes: true, pulumi });
  await expect(staleLocks(recovery)).rejects.toThrow("503 Service Unavailable");
});
