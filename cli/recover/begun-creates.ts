import {
  declaredProvider,
  defined,
  hasUnknown,
  hidden,
  type Kind,
  kindOfType,
  naturalKeyOf,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { hidesSecret } from "../account/account-object.js";
import { parsePreview, previewJson } from "../review/plan/preview-format.js";
import {
  type Deployment,
  type PendingEntry,
  partsOf,
  plainState,
  type StateEntry,
  stateEntry,
} from "../stack/stack-state.js";

export interface LostCreate {
  readonly urn: string;
  readonly kind: Kind;
  /** What the engine gave to the create, as `check` returned it, with the values of secrets. */
  readonly inputs: Values;
  /** The names of further inputs of the create, whose values are not known. */
  readonly unread?: readonly string[];
  /** The earliest time at which it may have begun, in milliseconds by this machine's clock. Undefined if unknown. */
  readonly since: number | undefined;
  /** The periods of the runs that may have begun it, if known; otherwise any time since. */
  readonly runs?: readonly Period[];
}

export interface BegunCreate {
  readonly lost: LostCreate;
  readonly entry: StateEntry;
}

/**
 * The creates that the engine had noted, and that can be looked for.
 *
 * @param since - the earliest time at which an operation may have begun, if known
 */
export function begunCreates(
  { deployment }: Deployment,
  kinds: readonly Kind[],
  since: number | undefined,
): BegunCreate[] {
  return (deployment.pending_operations ?? []).filter(isCreate).flatMap(({ resource: entry }) => {
    const kind = kindOfOwn(entry, kinds);
    const { [hidden.provider]: _text, ...inputs } = plainState(entry.inputs ?? {}).values;
    return kind === undefined ? [] : [{ lost: { urn: entry.urn, kind, inputs, since }, entry }];
  });
}

/** Whether the operation makes an object: the stack, components and providers have none. */
export function isCreate({ type, resource }: PendingEntry): boolean {
  return type === "creating" && hasObject(resource);
}

export function hasObject({ custom, type }: StateEntry): boolean {
  return custom === true && !type.startsWith("pulumi:");
}

/** The kind of a resource that can be looked for: one of ours, by the settings that this command has. */
export function kindOfOwn({ type, provider }: StateEntry, kinds: readonly Kind[]): Kind | undefined {
  return declaredProvider(provider) === undefined ? kindOfType(type, kinds) : undefined;
}

export interface PreviewedStep {
  readonly op: string;
  /** The resource as the engine would store it; what the preview does not know yet is unknown in it. */
  readonly entry: StateEntry;
}

const preview = z.looseObject({
  steps: z.array(z.looseObject({ op: z.string(), newState: stateEntry.nullish() })).nullish(),
});

/** The steps in a preview of this stack. Fails if the text is not a preview, or is one of another stack or project. */
export function plannedSteps(text: string, project: string, stack: string): PreviewedStep[] {
  parsePreview(text); // its errors say how to make one
  const { data } = preview.safeParse(previewJson(text));
  const steps = (data?.steps ?? []).flatMap(({ op, newState: entry }) => (entry ? [{ op, entry }] : []));
  for (const { entry } of steps) {
    const of = partsOf(entry.urn);
    if (of.project !== project || of.stack !== stack) {
      throw new Error(
        `this preview is of the stack ${of.stack} of the project ${of.project}, not of ${stack} of ${project}.`,
      );
    }
  }
  if (steps.length === 0) {
    throw new Error(
      "this preview plans no resource, so it does not show what may have been created. " +
        "Make it with `pulumi preview --json --show-sames`.",
    );
  }
  return steps;
}

/** The steps that make an object. A replacement is one step of its own, or two in older engines. */
const makingSteps: ReadonlySet<string> = new Set(["create", "replace", "create-replacement"]);

/**
 * The creates that a preview plans, as creates that these runs may have begun without recording anything: if one has, the
 * program still plans it. Without those whose name or workspace the preview does not know, and, of several with one name,
 * without those whose distinguishing value it does not know. A preview made after their parents were recorded knows them.
 */
export function unrecorded(
  steps: readonly PreviewedStep[],
  kinds: readonly Kind[],
  runs: readonly Period[],
): BegunCreate[] {
  const begun = steps.flatMap(({ op, entry }) => {
    const kind = kindOfOwn(entry, kinds);
    return kind === undefined || !makingSteps.has(op) ? [] : (plannedCreate(entry, kind, runs) ?? []);
  });
  const names = Map.groupBy(begun, ({ lost: { kind, inputs } }) => naturalKeyOf(kind, inputs));
  return begun.filter(({ lost: { kind, inputs, unread = [] } }) => {
    const isAlone = names.get(naturalKeyOf(kind, inputs))?.length === 1;
    return isAlone || !unread.some((name) => kind.distinguishedBy?.includes(name));
  });
}

/** Undefined if the preview does not know what tells the object from others. */
function plannedCreate(entry: StateEntry, kind: Kind, runs: readonly Period[]): BegunCreate | undefined {
  const all = Object.entries(entry.inputs ?? {});
  const inputs = Object.fromEntries(all.filter(([, value]) => !hasUnknown(value) && !hidesSecret(value)));
  const unread = all.map(([name]) => name).filter((name) => inputs[name] === undefined);
  const telling = [...kind.naturalKey, kind.endpoints.parent?.field, "connection"];
  if (unread.some((name) => telling.includes(name))) {
    return undefined;
  }
  const since = earliest(...runs.map(({ from }) => from));
  const more = defined({ unread: unread.length === 0 ? undefined : unread });
  const provider = defined({ [hidden.provider]: entry.inputs?.[hidden.provider] });
  return {
    lost: { urn: entry.urn, kind, inputs, ...more, since, runs },
    entry: { ...entry, inputs: { ...inputs, ...provider } },
  };
}

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
type PastRun = ReturnType<typeof readRuns>[number];

/** The output of `pulumi stack history --json`, newest first. */
export function readRuns(text: string) {
  return history.parse(JSON.parse(text)).map(({ kind, result, startTime, endTime }) => ({
    kind, // `update`, `refresh`, `destroy`, `import`, …
    succeeded: result === "succeeded",
    from: Date.parse(startTime),
    to: endTime == null ? undefined : Date.parse(endTime), // undefined if it has not ended, as far as the backend knows
  }));
}

/** What shows when runs were under way that have not recorded what they did. Times are in milliseconds. */
export interface TimeSigns {
  readonly said?: number | undefined;
  /** Newest first; undefined if the backend does not list them. */
  readonly runs: readonly PastRun[] | undefined;
  readonly lock?: { readonly since: number | undefined } | undefined;
  readonly made?: number | undefined;
  /** Whether operations are pending: the engine notes each operation before it begins it, or none. */
  readonly hasPending: boolean;
}

/** When what is looked for may have been done. */
export function runTimes({ said, runs, lock, made, hasPending }: TimeSigns) {
  const listed = said === undefined ? (runs ?? []) : []; // whoever names a time knows of no other
  const last = runs?.[0];
  // A lock is of a run that came after all that are listed.
  const killed = lock === undefined || hasPending ? undefined : (last?.to ?? last?.from ?? lock.since);
  // Since when a run that is in no history may have recorded nothing.
  const unlisted = said ?? killed;
  return {
    /** The earliest time at which a pending operation may have begun. Undefined if unknown. */
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
  const listed = runs.map(({ from, to }) => (to === undefined ? { from } : { from, to: to + wholeSecond }));
  return [...listed, ...(unlisted === undefined ? [] : [{ from: unlisted }])];
}
