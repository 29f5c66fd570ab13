import { readLocks, updateInProgress } from "../../doctor/stack/locks.js";
import { printable } from "../../text/printable.js";
import { runPulumi } from "../pulumi.js";
import { stackArguments } from "../stacks.js";
import { ask } from "./recovery-place.js";
import { agreed, type Recovery } from "./recovery-steps.js";

/** The locks of a stack that nobody works on any more, as far as can be known. */
export interface StaleLocks {
  readonly there: boolean;
  /** When the oldest was made, in milliseconds, if they say it. */
  readonly since: number | undefined;
  /** Set once they are taken away. */
  gone: boolean;
}

/** Tells of the locks. Refuses if a process that holds one runs on this machine. */
export async function findLocks(recovery: Recovery): Promise<StaleLocks> {
  const { files, stack } = recovery.place;
  if (files === undefined) {
    return lockOfService(recovery);
  }
  const locks = await readLocks(files.backend, files.project, files.stack);
  const alive = locks.find((lock) => lock.alive === true);
  if (alive !== undefined) {
    throw new Error(
      `${printable(alive.by)} works on the stack ${stack} since ${printable(alive.since)}, and still runs on this machine. ` +
        "Nothing was changed: wait until it has ended, or end it, and run this again.",
    );
  }
  for (const { by, since, alive: isAlive } of locks) {
    const where =
      isAlive === false ? "That process has ended" : "Whether it still runs cannot be seen from here";
    recovery.terminal.note(
      printable(
        `The lock of the stack is held by ${by} since ${since}. ${where}: while the lock is there, no run can begin.`,
      ),
    );
  }
  recovery.report.locks = locks.map(({ by, since }) => ({ by: printable(by), since: printable(since) }));
  const times = locks.map(({ since }) => Date.parse(since)).filter((time) => !Number.isNaN(time));
  return { there: locks.length > 0, since: times.length === 0 ? undefined : Math.min(...times), gone: false };
}

/** A hosted backend only says that somebody works on the stack. */
async function lockOfService({ machine, place, terminal, report }: Recovery): Promise<StaleLocks> {
  const { stdout, code } = await ask(machine, ["stack", "ls", "--json"]);
  const there = code === 0 && updateInProgress(stdout, place.stack) === true;
  if (there) {
    terminal.note(
      "The backend says that an update of the stack is in progress. Whether it still runs cannot be seen from here.",
    );
    report.locks = [{ by: "an update in progress", since: "an unknown time" }];
  }
  return { there, since: undefined, gone: false };
}

/** Takes the locks away, if that was not done before. */
export async function cancelLocks(recovery: Recovery, locks: StaleLocks): Promise<void> {
  const { place, terminal, report } = recovery;
  if (!locks.there || locks.gone) {
    return;
  }
  report.changed = true;
  if (await agreed(recovery, "Take the lock away (`pulumi cancel`)?")) {
    await cancelNow(recovery, locks);
    terminal.note(`The lock of ${place.stack} is gone.`);
  }
}

/** Without asking: what was agreed to needs it. */
export async function cancelNow({ place, terminal }: Recovery, locks: StaleLocks): Promise<void> {
  if (!locks.there || locks.gone) {
    return;
  }
  const args = ["cancel", "--yes", "--non-interactive", ...stackArguments(place.stack)];
  const { code } = await runPulumi(args, terminal);
  if (code !== 0) {
    throw new Error(`\`pulumi cancel\` failed with the exit code ${code}. The state was not changed since.`);
  }
  locks.gone = true;
}
