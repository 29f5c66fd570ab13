import type { Lock } from "../../doctor/stack/lock.js";
import { livingRuns } from "../../recover/backend/leftover-processes.js";
import { earliest } from "../../recover/earliest.js";
import { printable } from "../../text/printable.js";
import { shellWord } from "../../text/shell-word.js";
import { runPulumi } from "../pulumi.js";
import { stackArguments } from "../stacks.js";
import { Refused } from "../terminal.js";
import { heldLocks } from "./locks/held-locks.js";
import { agreed, type Recovery } from "./recovery-steps.js";

/** The locks of a stack that nobody works on any more, as far as can be known. */
export interface StaleLocks {
  readonly there: boolean;
  /** When the oldest was made, in milliseconds, if they say it. */
  readonly since: number | undefined;
  /** Set once they are taken away. */
  gone: boolean;
  /** Whether a person has already said that they may be taken away. */
  readonly agreed?: boolean;
}

/**
 * Tells of the locks, before anything is changed. Refuses if a process that holds one runs on this machine; whether one of
 * another machine runs, only a person can know.
 */
export async function findLocks(recovery: Recovery): Promise<StaleLocks> {
  const { place, terminal, report } = recovery;
  const locks = await heldLocks(recovery);
  refuseLiving(recovery, locks ?? []);
  if (place.files === undefined) {
    await refuseRunning(recovery);
  }
  if (locks === undefined) {
    terminal.note(
      "There may be a lock of the stack: in this backend it can be seen only by trying to get one, which a dry run does not do.",
    );
    return { there: false, since: undefined, gone: false };
  }
  for (const lock of locks) {
    terminal.note(printable(sayLock(lock)));
  }
  report.locks = locks.map(toldOf);
  const times = locks.map(({ since }) => Date.parse(since)).filter((time) => !Number.isNaN(time));
  return {
    there: locks.length > 0,
    since: earliest(...times),
    gone: false,
    agreed: await agreedToForeign(recovery, locks),
  };
}

function toldOf({ by, since }: Lock) {
  return { by: printable(by), since: printable(since) };
}

function sayLock({ by, since, pid, alive }: Lock): string {
  const where =
    alive === false
      ? `There is no process ${pid} on this machine any more`
      : "Whether it still runs cannot be seen from here";
  return `The lock of the stack is held by ${by} since ${since}. ${where}: while the lock is there, no run can begin.`;
}

function refuseLiving({ place }: Recovery, locks: readonly Lock[]): void {
  const alive = locks.find((lock) => lock.alive === true);
  if (alive !== undefined) {
    const mayBeAnother =
      process.platform === "linux"
        ? ""
        : ` If process ${alive.pid} is no pulumi, its number was given again: then run \`pulumi cancel\` by hand.`;
    throw new Error(
      `${printable(alive.by)} works on the stack ${place.stack} since ${printable(alive.since)}, and still runs on this machine. ` +
        `Nothing was changed: wait until it has ended, or end it, and run this again.${mayBeAnother}`,
    );
  }
}

/** Where a lock does not say whose it is, or could not be seen, a run of this project that lives here may be what has it. */
async function refuseRunning({ place }: Recovery): Promise<void> {
  const [run] = await livingRuns({
    folders: [place.project.folder, place.project.packages],
    project: place.project.name,
    stack: place.shortName,
    backend: place.backend,
  });
  if (run !== undefined) {
    throw new Error(
      `process ${run}, a pulumi, runs on this machine in this project. Nothing was changed: wait until it has ended, ` +
        "or end it, and run this again.",
    );
  }
}

/** Milliseconds: a run rarely takes longer. */
const freshFor = 60 * 60 * 1000;

/**
 * Asks whether locks of other machines may be taken away. With --yes nobody can be asked: then one is left alone that a run may
 * still need.
 */
async function agreedToForeign(recovery: Recovery, locks: readonly Lock[]): Promise<boolean> {
  const { place, wish } = recovery;
  const foreign = locks.filter(({ alive }) => alive === undefined);
  if (wish.dryRun || foreign.length === 0) {
    return false;
  }
  if (wish.yes !== true) {
    return agreed(recovery, "Has that run ended, so that its lock can be taken away?");
  }
  const fresh = foreign.find(({ since }) => !(Date.now() - Date.parse(since) >= freshFor));
  if (fresh !== undefined) {
    const { by, since } = toldOf(fresh);
    const again = Number.isNaN(Date.parse(since)) ? "this again" : `this again with \`--since ${since}\``;
    throw new Refused(
      `${by} holds the lock of ${place.stack} since ${since}, which is less than an hour, and may still run: --yes does not ` +
        "take such a lock away. Nothing was changed: wait, or, if you know that the run has ended, run " +
        `\`pulumi cancel --stack ${shellWord(place.stack)}\` and then ${again}.`,
      1,
    );
  }
  return true;
}

/** Takes the locks away, if that was not done before. */
export async function cancelLocks(recovery: Recovery, locks: StaleLocks): Promise<void> {
  const { place, terminal, report } = recovery;
  if (!locks.there || locks.gone) {
    return;
  }
  report.changed = true;
  if (locks.agreed === true || (await agreed(recovery, "Take the lock away (`pulumi cancel`)?"))) {
    await cancelNow(recovery, locks);
    terminal.note(`The lock of ${place.stack} is gone.`);
  }
}

/** Without asking: what was agreed to needs it. */
export async function cancelNow(recovery: Recovery, locks: StaleLocks): Promise<void> {
  const { place, terminal } = recovery;
  if (!locks.there || locks.gone) {
    return;
  }
  await recovery.remember?.();
  if (!(await areStillThere(recovery))) {
    locks.gone = true;
    return;
  }
  const args = ["cancel", "--yes", "--non-interactive", ...stackArguments(place.stack)];
  const { code } = await runPulumi(args, terminal);
  if (code !== 0) {
    throw new Error(`\`pulumi cancel\` failed with the exit code ${code}. The state was not changed since.`);
  }
  locks.gone = true;
}

/** Refuses if there are others by now: `pulumi cancel` takes away every lock, also one that was made since they were told. */
async function areStillThere(recovery: Recovery): Promise<boolean> {
  const now = ((await heldLocks(recovery)) ?? []).map(toldOf);
  const known = recovery.report.locks;
  const other = now.find(({ by, since }) => !known.some((each) => each.by === by && each.since === since));
  if (other !== undefined) {
    throw new Refused(
      `${other.by} has taken the lock of ${recovery.place.stack} meanwhile, at ${other.since}. It was left alone, and the ` +
        "state was not changed since: wait until that run has ended, and run this again.",
      1,
    );
  }
  return now.length > 0;
}
