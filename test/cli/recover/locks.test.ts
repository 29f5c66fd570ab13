import { mkdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { cancelLocks, staleLocks } from "../../../cli/recover/recovery.js";
import { openRecovery, type RecoveryOptions, type Sayings } from "./command-support.ts";

const minute = 60_000;
const ago = (time: number) => new Date(Date.now() - time).toISOString();
const ended = 2 ** 22 + 1;
const canceled = "cancel --yes --non-interactive --stack prod";
const refused = { name: "Refused" };

/** A recovery of a stack with a lock as pulumi makes it, by --yes. */
async function locked(
  held: Readonly<Record<string, unknown>> = {},
  options: RecoveryOptions = { yes: true },
) {
  const told = await openRecovery(options);
  const locks = path.join(told.folder, ".pulumi/locks/organization/shop/prod");
  await mkdir(locks, { recursive: true });
  const lock = { pid: 4711, username: "ada", hostname: "elsewhere", timestamp: ago(5 * minute) };
  const put = (name: string, more: object) =>
    writeFile(path.join(locks, `${name}.json`), JSON.stringify({ ...lock, ...more }));
  await put("one", held);
  return { ...told, put };
}

/** Looks for locks on a backend without files here, by --yes. */
async function locksAt(url: string, pulumi: Sayings, more: RecoveryOptions = { yes: true }) {
  const told = await openRecovery({ url, pulumi, ...more });
  return { ...told, locks: await staleLocks(told.recovery) };
}

test.each([
  [
    "one of another machine, for an hour",
    { timestamp: ago(59 * minute) },
    "Refused",
    /ada@elsewhere \(process 4711\).*pulumi cancel --stack prod.*--since 20\d\d-/,
  ],
  ["one of an unknown time", { timestamp: "noon" }, "Refused", /ada@elsewhere/],
  [
    "one whose process runs here",
    { pid: process.pid, hostname: hostname(), timestamp: ago(120 * minute) },
    "Error",
    /still runs on this machine.*pulumi cancel --stack prod.*--since/,
  ],
])(
  "with --yes a lock is left alone, with whose it is and what to do: %s",
  async (_what, held, name, says) => {
    const told = await locked(held);
    const message = expect.stringMatching(says);
    await expect(staleLocks(told.recovery)).rejects.toMatchObject({ name, message });
    expect(await told.commands()).toEqual([]);
  },
);

test.each([
  ["an older one", { timestamp: ago(61 * minute) }],
  ["one whose process has ended here, however young it is,", { pid: ended, hostname: hostname() }],
])("with --yes %s is taken away", async (_what, held) => {
  const told = await locked(held);
  await cancelLocks(told.recovery, (await staleLocks(told.recovery)) ?? []);
  expect(await told.commands()).toEqual([canceled]);
});

test("a person is asked once whether a run elsewhere has ended, before anything is done; after a no nothing is", async () => {
  const told = await locked({}, {});
  const locks = (await staleLocks(told.recovery)) ?? [];
  await cancelLocks(told.recovery, locks);
  expect(told.questions).toEqual([expect.stringContaining("Has that run ended")]);
  expect(await told.commands()).toEqual([canceled]);
  const no = await locked({}, { answers: [false] });
  await expect(staleLocks(no.recovery)).rejects.toMatchObject({ name: "Stopped" });
  expect(await no.commands()).toEqual([]);
});

test("a lock that was made since they were told is left alone, with the others", async () => {
  const told = await locked({ pid: ended, hostname: hostname() });
  const locks = (await staleLocks(told.recovery)) ?? [];
  await told.put("two", { timestamp: ago(0) });
  const message = expect.stringContaining("ada@elsewhere");
  await expect(cancelLocks(told.recovery, locks)).rejects.toMatchObject({ ...refused, message });
  expect(await told.commands()).toEqual([]);
});

test("a backend without files here names its locks to whoever tries to get one; the same holds for them", async () => {
  const by = (since: string) => {
    const lock = `s3://states/x.json: created by ada@elsewhere (pid 7) at ${since}`;
    const stderr = `error: the stack is currently locked by 1 lock(s). Either wait …\n  ${lock}\n`;
    return locksAt("s3://states", { "stack init --no-select prod": { code: 255, stderr } });
  };
  await expect(by(ago(minute))).rejects.toMatchObject(refused);
  const { locks = [], recovery, commands } = await by(ago(61 * minute));
  expect(locks).toMatchObject([{ by: "ada@elsewhere (process 7)", since: expect.any(String) }]);
  await cancelLocks(recovery, locks);
  expect(await commands()).toEqual([canceled]);
});

test("where there is no lock nothing is cancelled, and where that is not known nothing is done", async () => {
  const init = (stderr: string) => locksAt("gs://states", { "stack init": { code: 1, stderr } });
  expect((await init("error: stack 'organization/shop/prod' already exists\n")).locks).toEqual([]);
  await expect(init("error: AccessDenied\n")).rejects.toThrow("AccessDenied");
  const dry = await locksAt("s3://states", {}, { dryRun: true }); // it does not try to get a lock
  expect(dry.locks).toBeUndefined();
});

test("a service says that an update is in progress, and since when; one that is young stops --yes", async () => {
  const locks = async (updateInProgress: boolean, startTime?: string) => {
    const list = { stdout: JSON.stringify([{ name: "acme/shop/prod", updateInProgress }]) };
    const history = { stdout: JSON.stringify([{ result: "in-progress", startTime }]) };
    return (
      await locksAt("https://api.pulumi.com", {
        "stack ls --json --fully-qualify-stack-names": list,
        ...(startTime !== undefined && { "stack history": history }),
      })
    ).locks;
  };
  expect(await locks(false)).toEqual([]);
  await expect(locks(true, ago(minute))).rejects.toMatchObject(refused);
  await expect(locks(true)).rejects.toMatchObject(refused);
  expect(await locks(true, ago(61 * minute))).toHaveLength(1);
  const broken = { "stack ls": { code: 1, stderr: "error: 503 Service Unavailable\n" } };
  await expect(locksAt("https://api.pulumi.com", broken)).rejects.toThrow("503 Service Unavailable");
});
