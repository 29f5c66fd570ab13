import { stat } from "node:fs/promises";
import { z } from "zod";
import { whyItFailed } from "../../doctor/machine.js";
import { stateFileOf } from "../../recover/backend/stack-files.js";
import { earliest } from "../../recover/earliest.js";
import type { Period } from "../../recover/lost-create.js";
import { printable } from "../../text/printable.js";
import { stackArguments } from "../stacks.js";
import type { StaleLocks } from "./cancel-locks.js";
import { ask } from "./recovery-place.js";
import type { Recovery } from "./recovery-steps.js";

const history = z.array(
  z.looseObject({
    kind: z.string(),
    /** Nothing, or `in-progress`, until it has ended. */
    result: z.string().optional(),
    startTime: z.string(),
    endTime: z.string().nullish(),
  }),
);

/** A run that the backend has listed; a hosted one also lists runs that were killed. Times are in milliseconds. */
export interface PastRun {
  /** `update`, `refresh`, `destroy`, `import`, … */
  readonly kind: string;
  readonly succeeded: boolean;
  readonly from: number;
  /** Undefined if it has not ended, as far as the backend knows. */
  readonly to: number | undefined;
}

/** So many are asked for: pulumi gives ten if nothing is said. */
const mostRuns = 1000;

/** The runs of the stack, newest first. Undefined if the backend does not list them. */
export async function pastRuns({
  machine,
  place,
  terminal,
}: Pick<Recovery, "machine" | "place" | "terminal">): Promise<readonly PastRun[] | undefined> {
  const args = [
    "stack",
    "history",
    "--json",
    "--page-size",
    String(mostRuns),
    ...stackArguments(place.stack),
  ];
  const ran = await ask(machine, args);
  if (ran.code === 0) {
    return readRuns(ran.stdout);
  }
  terminal.note(
    `The history of the stack cannot be read: ${printable(whyItFailed(ran))}. If a run has failed since the last \`pulumi up\` ` +
      "that succeeded, give --since with the time at which it began.",
  );
  return undefined;
}

/** The runs in what `pulumi stack history --json` prints. */
export function readRuns(text: string): readonly PastRun[] {
  return history.parse(JSON.parse(text)).map(({ kind, result, startTime, endTime }) => ({
    kind,
    succeeded: result === "succeeded",
    from: Date.parse(startTime),
    to: endTime == null ? undefined : Date.parse(endTime),
  }));
}

/** Pulumi cuts the times in its history to whole seconds, so a run may have gone on for as long. */
const wholeSecond = 1000;

/**
 * The updates since the last one that succeeded, newest first. Whatever they have created and not recorded, the program
 * still plans to create: only an update creates, and only one that succeeded has recorded it all.
 */
function failedUpdates(runs: readonly PastRun[]): readonly PastRun[] {
  const updates = runs.filter(({ kind }) => kind === "update");
  const settled = updates.findIndex(({ succeeded }) => succeeded);
  return settled === -1 ? updates : updates.slice(0, settled);
}

/** When the last update that succeeded ended, in milliseconds. */
export function lastSuccess(runs: readonly PastRun[]): number | undefined {
  return runs.find(({ kind, succeeded }) => kind === "update" && succeeded)?.to;
}

/**
 * When a pending operation began at the earliest, in milliseconds, as far as the runs tell: with the first update of those
 * that did not succeed, or after the last that did. Where none is listed, the stack itself was made by the run that was
 * killed, unless its state was imported: then nothing was pending at that time.
 */
export function begunAfter(
  runs: readonly PastRun[] | undefined,
  stackMade: number | undefined,
): number | undefined {
  if (runs === undefined) {
    return undefined;
  }
  const first = failedUpdates(runs).at(-1)?.from ?? lastSuccess(runs);
  if (first !== undefined) {
    return first;
  }
  const imported = runs.find(({ kind, succeeded }) => kind === "import" && succeeded)?.to;
  const times = [stackMade, imported].filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** What else tells of runs that have not recorded what they did. Times are in milliseconds. */
export interface Signs {
  readonly locks: Pick<StaleLocks, "there" | "since">;
  /** When the copy was written that took the place of a state that was cut short. */
  readonly restoredFrom: number | undefined;
  /** Whether a pending operation is of the run that was killed: the engine records each create before it begins it, or none. */
  readonly recorded: boolean;
}

/**
 * Since when a run that is in no history may have created something that nobody recorded, in milliseconds: since the copy was
 * written that is now the state, and since the last run that is listed, if a lock was left. Undefined if there is no sign of it.
 */
export async function unlistedSince(
  { place }: Pick<Recovery, "place">,
  [last]: readonly PastRun[],
  { locks, restoredFrom, recorded }: Signs,
): Promise<number | undefined> {
  const killed =
    locks.there && !recorded ? (last?.to ?? last?.from ?? (await firstRun(place, locks))) : undefined;
  return earliest(restoredFrom, killed);
}

/**
 * Whether a pending operation began after all runs that are listed. Each of them left a copy of the state, if the backend
 * is a folder; elsewhere nothing speaks against it.
 *
 * @param before - the time of the newest copy without the operation, if there is one
 */
export function isAfterAll(
  { files }: Recovery["place"],
  [last]: readonly PastRun[],
  before: number | undefined,
): boolean {
  return files === undefined || last === undefined || (before !== undefined && before >= last.from);
}

/** When runs were under way that may have created something that nobody recorded. */
export function runsToSearch(runs: readonly PastRun[], unlisted: number | undefined): Period[] {
  return periodsOf(failedUpdates(runs), unlisted);
}

/**
 * When runs were under way that may have changed or deleted something that nobody recorded. Only a run that has read the gateway,
 * or left nothing there, has settled that.
 */
export function runsThatWrote(runs: readonly PastRun[], unlisted: number | undefined): Period[] {
  const settled = runs.findIndex(({ kind, succeeded }) => succeeded && ["refresh", "destroy"].includes(kind));
  const open = settled === -1 ? runs : runs.slice(0, settled);
  const failed = open.filter(({ kind, succeeded }) => !succeeded && ["update", "destroy"].includes(kind));
  return periodsOf(failed, unlisted);
}

function periodsOf(failed: readonly PastRun[], unlisted: number | undefined): Period[] {
  const periods = failed.map(({ from, to }) => ({
    from,
    ...(to === undefined ? {} : { to: to + wholeSecond }),
  }));
  return [...periods, ...(unlisted === undefined ? [] : [{ from: unlisted }])];
}

/** Of a stack without a history: it was made, or got its last checkpoint, before any run that recorded nothing. */
async function firstRun(
  { files }: Recovery["place"],
  { since }: Signs["locks"],
): Promise<number | undefined> {
  const file = files === undefined ? undefined : await stateFileOf(files);
  const written = file === undefined ? undefined : (await stat(file)).mtimeMs;
  return earliest(since, written);
}
