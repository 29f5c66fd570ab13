import { printable, shellWord } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { isHosted } from "../../doctor/backend.js";
import { type Lock, locksToldBy, readLocks, updateInProgress } from "../../doctor/locks.js";
import { whyItFailed } from "../../doctor/machine.js";
import { pulumiOutput } from "../pulumi.js";
import { stackArguments } from "../stacks.js";
import { Refused } from "../terminal.js";
import { agree, ask, type Recovery } from "./place.js";

/**
 * The locks that a killed run has left, as far as can be known. Undefined if they cannot be seen without a change of the backend.
 * Refuses if a process that holds one runs on this machine; asks a person about a lock of another machine.
 */
export async function staleLocks(recovery: Recovery): Promise<readonly Lock[] | undefined> {
  const { place, terminal, dryRun } = recovery;
  const locks = await heldLocks(recovery);
  const alive = locks?.find((lock) => lock.alive === true);
  if (alive !== undefined) {
    throw new Error(
      `${alive.by} works on the stack ${place.stack} since ${alive.since}, and still runs on this machine. Nothing was changed: ` +
        `wait until it has ended, or end it, and run this again. If process ${alive.pid} is another program that got the same ` +
        `id, ${removeByHand(recovery, alive)}.`,
    );
  }
  const foreign = (locks ?? []).filter((lock) => lock.alive === undefined);
  if (foreign.length > 0 && !dryRun) {
    refuseFresh(recovery, foreign);
    for (const { by, since } of foreign) {
      terminal.note(`${by} holds the lock of ${place.stack} since ${since}.`);
    }
    await agree(recovery, "Has that run ended, so that its lock can be taken away?");
  }
  return locks;
}

/** The lock tells when the killed run began. Without it, the next recovery has to be told. */
function removeByHand({ place }: Recovery, { since }: Lock): string {
  const again = Number.isNaN(Date.parse(since)) ? "this again" : `this again with \`--since ${since}\``;
  return `run \`pulumi cancel --stack ${shellWord(place.stack)}\` and then ${again}`;
}

/** Milliseconds: a run rarely takes longer. */
const freshFor = 60 * 60 * 1000;

/** With --yes nobody can be asked: then a lock of another machine is left alone that a run may still need. */
function refuseFresh(recovery: Recovery, foreign: readonly Lock[]): void {
  const fresh = foreign.find(({ since }) => !(Date.now() - Date.parse(since) >= freshFor));
  if (recovery.yes && fresh !== undefined) {
    throw new Refused(
      `${fresh.by} holds the lock of ${recovery.place.stack} since ${fresh.since}, which is less than an hour, and may still run: ` +
        "--yes does not take such a lock away. Nothing was changed: wait, or, if you know that the run has ended, " +
        `${removeByHand(recovery, fresh)}.`,
      1,
    );
  }
}

/** Takes locks away. Refuses if there are others by now, because `pulumi cancel` takes away every lock. */
export async function cancelLocks(recovery: Recovery, known: readonly Lock[]): Promise<void> {
  const { place, terminal } = recovery;
  const now = (await heldLocks(recovery)) ?? [];
  const other = now.find(({ by, since }) => !known.some((lock) => lock.by === by && lock.since === since));
  if (other !== undefined) {
    throw new Refused(
      `${other.by} has taken the lock of ${place.stack} meanwhile, at ${other.since}. It was left alone, and the state was not ` +
        "changed since: wait until that run has ended, and run this again.",
      1,
    );
  }
  if (now.length > 0) {
    const args = ["cancel", "--yes", "--non-interactive", ...stackArguments(place.stack)];
    await pulumiOutput(args, terminal, { otherwise: ". The state was not changed since." });
    terminal.note(`The lock of ${place.stack} is gone.`);
  }
}

/** The locks of the stack now. Undefined if they cannot be seen without a change of the backend. */
async function heldLocks(recovery: Recovery): Promise<readonly Lock[] | undefined> {
  const { place, dryRun } = recovery;
  const { folder, url } = place.backend;
  const locks =
    folder !== undefined
      ? await readLocks(folder, place.project.name, place.shortName)
      : isHosted(url)
        ? await lockOfService(recovery)
        : dryRun
          ? undefined
          : await locksInTheWay(recovery);
  return locks?.map((lock) => ({ ...lock, by: printable(lock.by), since: printable(lock.since) }));
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
  const since = known.find(({ result }) => result === "in-progress")?.startTime ?? "an unknown time";
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
