import { printable, shellWord } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { whyItFailed } from "../../doctor/machine.js";
import { isHosted } from "../../doctor/stack/backend.js";
import type { Lock } from "../../doctor/stack/locks.js";
import { locksToldBy, readLocks, updateInProgress } from "../../doctor/stack/locks.js";
import { livingRuns } from "../../recover/backend/leftover-processes.js";
import { pulumiOutput } from "../pulumi.js";
import { stackArguments } from "../stacks.js";
import { Refused } from "../terminal.js";
import { agree, ask, processPlace, type Recovery } from "./recovery-place.js";

/**
 * The locks of a stack that nobody works on any more, as far as can be known. Undefined if they cannot be seen without a change of
 * the backend. Refuses if a process that holds one runs on this machine; whether one of another machine runs, a person is asked.
 */
export async function staleLocks(recovery: Recovery): Promise<readonly Lock[] | undefined> {
  const locks = (await heldLocks(recovery))?.map((lock) => ({
    ...lock,
    by: printable(lock.by),
    since: printable(lock.since),
  }));
  refuseLiving(recovery, locks ?? []);
  if (recovery.place.files === undefined) {
    await refuseRunning(recovery);
  }
  const foreign = (locks ?? []).filter(({ alive }) => alive === undefined);
  if (foreign.length > 0 && !recovery.wish.dryRun) {
    refuseFresh(recovery, foreign);
    for (const { by, since } of foreign) {
      recovery.terminal.note(`${by} holds the lock of ${recovery.place.stack} since ${since}.`);
    }
    await agree(recovery, "Has that run ended, so that its lock can be taken away?");
  }
  return locks;
}

function refuseLiving({ place }: Recovery, locks: readonly Lock[]): void {
  const alive = locks.find((lock) => lock.alive === true);
  if (alive !== undefined) {
    const mayBeAnother =
      process.platform === "linux"
        ? ""
        : ` If process ${alive.pid} is no pulumi, another process has got its number: then run \`pulumi cancel\` by hand.`;
    throw new Error(
      `${alive.by} works on the stack ${place.stack} since ${alive.since}, and still runs on this machine. ` +
        `Nothing was changed: wait until it has ended, or end it, and run this again.${mayBeAnother}`,
    );
  }
}

/** Where a lock does not say whose it is, or could not be seen, a run of this project that lives here may be what has it. */
async function refuseRunning({ place }: Recovery): Promise<void> {
  const [run] = await livingRuns(processPlace(place));
  if (run !== undefined) {
    throw new Error(
      `process ${run}, a pulumi, runs on this machine in this project. Nothing was changed: wait until it has ended, ` +
        "or end it, and run this again.",
    );
  }
}

/** Milliseconds: a run rarely takes longer. */
const freshFor = 60 * 60 * 1000;

/** With --yes nobody can be asked: then a lock of another machine is left alone that a run may still need. */
function refuseFresh({ place, wish }: Recovery, foreign: readonly Lock[]): void {
  const fresh = foreign.find(({ since }) => !(Date.now() - Date.parse(since) >= freshFor));
  if (wish.yes !== true || fresh === undefined) {
    return;
  }
  const { by, since } = fresh;
  const again = Number.isNaN(Date.parse(since)) ? "this again" : `this again with \`--since ${since}\``;
  throw new Refused(
    `${by} holds the lock of ${place.stack} since ${since}, which is less than an hour, and may still run: --yes does not ` +
      "take such a lock away. Nothing was changed: wait, or, if you know that the run has ended, run " +
      `\`pulumi cancel --stack ${shellWord(place.stack)}\` and then ${again}.`,
    1,
  );
}

/**
 * Takes locks away. Refuses if there are others by now: `pulumi cancel` takes away every lock, also one that was made since they
 * were told.
 */
export async function cancelLocks(
  recovery: Recovery,
  known: readonly Pick<Lock, "by" | "since">[],
): Promise<void> {
  const { place, terminal } = recovery;
  const now = (await heldLocks(recovery)) ?? [];
  const told = known.map(({ by, since }) => `${by} ${since}`);
  const other = now.find(({ by, since }) => !told.includes(`${printable(by)} ${printable(since)}`));
  if (other !== undefined) {
    throw new Refused(
      `${printable(other.by)} has taken the lock of ${place.stack} meanwhile, at ${printable(other.since)}. It was left alone, ` +
        "and the state was not changed since: wait until that run has ended, and run this again.",
      1,
    );
  }
  if (now.length === 0) {
    return;
  }
  const args = ["cancel", "--yes", "--non-interactive", ...stackArguments(place.stack)];
  await pulumiOutput(args, terminal, { otherwise: ". The state was not changed since." });
  terminal.note(`The lock of ${place.stack} is gone.`);
}

/** The locks of the stack now. Undefined if they cannot be seen without a change of the backend. */
async function heldLocks(recovery: Recovery): Promise<readonly Lock[] | undefined> {
  const { files, backend } = recovery.place;
  if (files !== undefined) {
    return readLocks(files.backend, files.project, files.stack);
  }
  if (isHosted(backend.url)) {
    return lockOfService(recovery);
  }
  return recovery.wish.dryRun ? undefined : locksInTheWay(recovery);
}

const runs = z.array(z.looseObject({ result: z.string(), startTime: z.string() }));

/** A hosted service says only that an update is in progress, and when its runs began. */
async function lockOfService({ machine, place }: Recovery): Promise<readonly Lock[]> {
  const list = await ask(machine, ["stack", "ls", "--json", "--fully-qualify-stack-names"]);
  if (list.code !== 0) {
    throw new Error(`\`pulumi stack ls\` failed: ${printable(whyItFailed(list))}. Nothing was changed.`);
  }
  if (updateInProgress(list.stdout, place.stack) !== true) {
    return [];
  }
  const history = await ask(machine, ["stack", "history", "--json", ...stackArguments(place.stack)]);
  const known = history.code === 0 ? runs.parse(JSON.parse(history.stdout)) : [];
  const current = known.find(({ result }) => result === "in-progress");
  const since = current?.startTime ?? "an unknown time";
  return [{ file: place.backend.url, by: "an update in progress", since, pid: undefined, alive: undefined }];
}

/**
 * The locks of a backend whose files are not here. Pulumi names them to whoever wants one, and a stack that is there already
 * is not made again: it takes the lock, sees that, gives the lock back, and has changed nothing.
 */
async function locksInTheWay({ machine, place }: Recovery): Promise<readonly Lock[]> {
  const tried = await ask(machine, ["stack", "init", "--no-select", place.stack]);
  const locks = locksToldBy(tried.stderr);
  if (locks.length === 0 && !/already exists/.test(tried.stderr)) {
    const said = printable(whyItFailed(tried));
    throw new Error(`whether somebody works on ${place.stack} is not known: ${said}. Nothing was changed.`);
  }
  return locks;
}
