import { printable, shellWord } from "pulumi-workspace-gateway/tools";
import type { Lock } from "../../../doctor/stack/lock.js";
import { livingRuns } from "../../../recover/backend/leftover-processes.js";
import { runPulumi } from "../../pulumi.js";
import { stackArguments } from "../../stacks.js";
import { Refused } from "../../terminal.js";
import { agree, type Recovery } from "../recovery.js";
import { processPlace } from "../recovery-place.js";
import { heldLocks } from "./held-locks.js";

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
        : ` If process ${alive.pid} is no pulumi, its number was given again: then run \`pulumi cancel\` by hand.`;
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
  const { code } = await runPulumi(args, terminal);
  if (code !== 0) {
    throw new Error(`\`pulumi cancel\` failed with the exit code ${code}. The state was not changed since.`);
  }
  terminal.note(`The lock of ${place.stack} is gone.`);
}
