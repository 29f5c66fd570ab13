import { defined } from "pulumi-workspace-gateway/tools";
import { z } from "zod";

/** A period in milliseconds, by this machine's clock. Without an end it lasts until now. */
export interface Period {
  readonly from: number;
  readonly to?: number;
}

const history = z.array(
  z.looseObject({
    kind: z.string(),
    result: z.string().optional(), // missing or `in-progress` until it has ended
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

/** The output of `pulumi stack history --json`, newest first. */
export function readRuns(text: string): readonly PastRun[] {
  return history.parse(JSON.parse(text)).map(({ kind, result, startTime, endTime }) => ({
    kind,
    succeeded: result === "succeeded",
    from: Date.parse(startTime),
    to: endTime == null ? undefined : Date.parse(endTime),
  }));
}

/** What shows when runs were under way that have not recorded what they did. Times are in milliseconds. */
export interface TimeSigns {
  /** Since when, as the user says. */
  readonly said?: number | undefined;
  /** Newest first; undefined if the backend does not list them. */
  readonly runs: readonly PastRun[] | undefined;
  /** The lock that was left, if any, and since when it was held, if it says so. */
  readonly lock?: { readonly since: number | undefined } | undefined;
  /** When the stack was made. */
  readonly made?: number | undefined;
  /** Whether operations are pending: the engine notes each operation before it begins it, or none. */
  readonly hasPending: boolean;
}

/** When what is looked for may have been done. */
export interface RunTimes {
  /** The earliest time at which a pending operation may have begun, in milliseconds. Undefined if unknown. */
  readonly began: number | undefined;
  /** When runs were under way that may have created something that nobody recorded. */
  readonly creating: readonly Period[];
  /** The same, of what they may have changed or deleted. */
  readonly writing: readonly Period[];
  /** Since when a run that is in no history may have recorded nothing. Undefined if there is no sign of one. */
  readonly unlisted: number | undefined;
}

export function runTimes({ said, runs, lock, made, hasPending }: TimeSigns): RunTimes {
  const listed = said === undefined ? (runs ?? []) : []; // whoever names a time knows of no other
  const last = runs?.[0];
  // A lock is of a run that came after all that are listed.
  const killed = lock === undefined || hasPending ? undefined : (last?.to ?? last?.from ?? lock.since);
  const unlisted = said ?? killed;
  return {
    began: earliest(said, lock?.since) ?? begunAfter(runs, made),
    // Whatever failed updates have created, the program still plans to create. One that succeeded has recorded it all.
    creating: periods(failed(listed, ["update"], ["update"]), unlisted),
    // What runs have deleted is seen by one that has read the gateway, or left nothing there.
    writing: periods(failed(listed, ["update", "destroy"], ["refresh", "destroy"]), unlisted),
    unlisted,
  };
}

/** The earliest of these times, as far as they are known; undefined if none is. */
export function earliest(...times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** The runs of these kinds that failed since the last one that succeeded, newest first. */
function failed(runs: readonly PastRun[], kinds: readonly string[], settling: readonly string[]): PastRun[] {
  const settled = runs.findIndex(({ kind, succeeded }) => succeeded && settling.includes(kind));
  const open = settled === -1 ? runs : runs.slice(0, settled);
  return open.filter(({ kind, succeeded }) => !succeeded && kinds.includes(kind));
}

/**
 * Without a lock, when a pending operation began at the earliest: with the first update of those that did not succeed, or after the last that
 * did. If none is listed, the killed run made the stack itself, unless its state was imported: then nothing was pending.
 */
function begunAfter(runs: TimeSigns["runs"], made: number | undefined): number | undefined {
  if (runs === undefined) {
    return undefined;
  }
  const endOfLast = (wanted: string) => runs.find(({ kind, succeeded }) => kind === wanted && succeeded)?.to;
  const imported = endOfLast("import");
  const first = failed(runs, ["update"], ["update"]).at(-1)?.from ?? endOfLast("update");
  return first ?? (imported === undefined ? made : Math.max(imported, made ?? imported));
}

/** Pulumi cuts the times in its history to whole seconds, so a run may have gone on for as long. */
const wholeSecond = 1000;

function periods(runs: readonly PastRun[], unlisted: number | undefined): Period[] {
  const end = (to: number | undefined) => defined({ to: to === undefined ? undefined : to + wholeSecond });
  const listed = runs.map(({ from, to }) => ({ from, ...end(to) }));
  return [...listed, ...(unlisted === undefined ? [] : [{ from: unlisted }])];
}
