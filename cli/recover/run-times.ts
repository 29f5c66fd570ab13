import { defined } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { Period } from "./lost-create.js";

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

/** The runs in what `pulumi stack history --json` prints, newest first. */
export function readRuns(text: string): readonly PastRun[] {
  return history.parse(JSON.parse(text)).map(({ kind, result, startTime, endTime }) => ({
    kind,
    succeeded: result === "succeeded",
    from: Date.parse(startTime),
    to: endTime == null ? undefined : Date.parse(endTime),
  }));
}

/** What tells when runs were under way that have not recorded what they did. Times are in milliseconds. */
export interface TimeSigns {
  /** Since when the user says that it was. */
  readonly said?: number | undefined;
  /** Newest first; undefined if the backend does not list them. */
  readonly runs: readonly PastRun[] | undefined;
  /** The lock that was left, if any, and since when it was held, if it says so. */
  readonly lock?: { readonly since: number | undefined } | undefined;
  /** When the copy was written that took the place of a state that was cut short. */
  readonly restored?: number | undefined;
  /** What an interrupted recovery remembered: since when it was looking, and when it wrote that. */
  readonly begun?: { readonly since: number; readonly written: number } | undefined;
  /** When the stack was made. */
  readonly made?: number | undefined;
  /** When the file with its state was last written, if the backend is a folder. */
  readonly written?: number | undefined;
  /** The URNs of the pending operations. */
  readonly pending: readonly string[];
  /** The latest time at which each had not begun, as copies show. Undefined if the backend is no folder. */
  readonly before?: ReadonlyMap<string, number> | undefined;
}

/** When what is looked for may have been done. */
export interface RunTimes {
  /** The earliest time at which a pending operation on a URN may have begun, in milliseconds. Undefined if unknown. */
  began(urn: string): number | undefined;
  /** When runs were under way that may have created something that nobody recorded. */
  readonly creating: readonly Period[];
  /** The same, of what they may have changed or deleted. */
  readonly writing: readonly Period[];
  /** Since when a run that is in no history may have recorded nothing. Undefined if there is no sign of one. */
  readonly unlisted: number | undefined;
}

export function runTimes(signs: TimeSigns): RunTimes {
  const { said, runs, lock, before } = signs;
  const listed = said === undefined ? (runs ?? []) : []; // whoever names a time knows of no other
  const unlisted = said ?? unlistedSince(signs);
  const first = begunAfter(signs) ?? lock?.since;
  return {
    began: (urn) => before?.get(urn) ?? first,
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

function endOfLast(wanted: string, runs: readonly PastRun[]): number | undefined {
  return runs.find(({ kind, succeeded }) => kind === wanted && succeeded)?.to;
}

/**
 * Since the copy was written that is now the state, and, if a lock was left, since the last run that is listed. An update that has
 * succeeded after an interrupted recovery has settled what that had begun.
 */
function unlistedSince(signs: TimeSigns): number | undefined {
  const { runs = [], lock, restored, begun, written } = signs;
  const [last] = runs;
  const success = endOfLast("update", runs) ?? Number.NEGATIVE_INFINITY;
  const killed = last === undefined ? earliest(lock?.since, written) : (last.to ?? last.from);
  return earliest(
    begun !== undefined && begun.written >= success ? begun.since : undefined,
    restored,
    lock === undefined || isRecorded(signs) ? undefined : killed,
  );
}

/**
 * Whether the last run has recorded what it did: the engine notes each operation before it begins it, or none. A note that an
 * earlier run has left does not tell. Each run that is listed left a copy of the state, if the backend is a folder; elsewhere
 * nothing speaks against it.
 */
function isRecorded({ runs: [last] = [], pending, before }: TimeSigns): boolean {
  return pending.some(
    (urn) => before === undefined || last === undefined || (before.get(urn) ?? 0) >= last.from,
  );
}

/**
 * When a pending operation began at the earliest: with the first update of those that did not succeed, or after the last that
 * did. Where none is listed, the stack itself was made by the run that was killed, unless its state was imported: then nothing
 * was pending at that time.
 */
function begunAfter({ runs, made }: TimeSigns): number | undefined {
  if (runs === undefined) {
    return undefined;
  }
  const imported = endOfLast("import", runs);
  const first = failed(runs, ["update"], ["update"]).at(-1)?.from ?? endOfLast("update", runs);
  return first ?? (imported === undefined ? made : Math.max(imported, made ?? imported));
}

/** Pulumi cuts the times in its history to whole seconds, so a run may have gone on for as long. */
const wholeSecond = 1000;

function periods(runs: readonly PastRun[], unlisted: number | undefined): Period[] {
  const listed = runs.map(({ from, to }) => ({
    from,
    ...defined({ to: to === undefined ? undefined : to + wholeSecond }),
  }));
  return [...listed, ...(unlisted === undefined ? [] : [{ from: unlisted }])];
}
