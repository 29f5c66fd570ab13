import { stat } from "node:fs/promises";
import { z } from "zod";
import { stateFileOf } from "../../recover/backend/stack-files.js";
import { stackArguments } from "../stacks.js";
import type { StaleLocks } from "./cancel-locks.js";
import { ask } from "./recovery-place.js";
import type { Recovery } from "./recovery-steps.js";

const history = z.array(
  z.looseObject({ result: z.string(), startTime: z.string(), endTime: z.string().optional() }),
);

type Run = z.infer<typeof history>[number];

/** What else tells of runs that have not recorded what they did. */
export interface Signs {
  readonly locks: StaleLocks;
  /** When the copy was written that took the place of a state that was cut short, in milliseconds. */
  readonly restoredFrom: number | undefined;
  /** Whether the run that was killed has recorded what it began. */
  readonly recorded: boolean;
}

/**
 * Since when a run may have created something that nobody recorded, in milliseconds: since the first of the last runs, none of
 * which succeeded, and since the copy was written that is now the state. Undefined if there is no sign of such a run.
 */
export async function unrecordedSince(recovery: Recovery, signs: Signs): Promise<number | undefined> {
  const runs = await pastRuns(recovery); // newest first
  const lastGood = runs.findIndex(({ result }) => result === "succeeded");
  const failed = runs.slice(0, lastGood === -1 ? runs.length : lastGood);
  const times = [
    Date.parse(failed.at(-1)?.startTime ?? ""),
    signs.restoredFrom,
    failed.length > 0 || signs.recorded ? undefined : await killedSince(recovery, runs[0], signs.locks),
  ].filter((time): time is number => time !== undefined && !Number.isNaN(time));
  return times.length === 0 ? undefined : Math.min(...times);
}

/** A run that was killed is not in the history: all that is known is that it came after the last one that is. */
async function killedSince(
  recovery: Recovery,
  last: Run | undefined,
  locks: StaleLocks,
): Promise<number | undefined> {
  if (!locks.there) {
    return undefined;
  }
  return last === undefined ? firstRun(recovery, locks) : Date.parse(last.endTime ?? last.startTime);
}

async function pastRuns({ machine, place }: Recovery): Promise<readonly Run[]> {
  const { code, stdout } = await ask(machine, ["stack", "history", "--json", ...stackArguments(place.stack)]);
  return code === 0 ? history.parse(JSON.parse(stdout)) : [];
}

/** Of a stack without a history: it was made, or got its last checkpoint, before any run that recorded nothing. */
async function firstRun({ place }: Recovery, { since }: StaleLocks): Promise<number | undefined> {
  const file = place.files === undefined ? undefined : await stateFileOf(place.files);
  const written = file === undefined ? undefined : (await stat(file)).mtimeMs;
  const times = [since, written].filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}
