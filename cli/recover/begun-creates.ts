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
  /** The inputs of the create as `check` returned them, with secrets in plain text. */
  readonly inputs: Values;
  /** Names of further inputs whose values are unknown. */
  readonly unread?: readonly string[];
  /** Earliest possible start, in milliseconds by this machine's clock. Undefined if unknown. */
  readonly since: number | undefined;
  /** Periods of the runs that may have started the create. Undefined means any time after `since`. */
  readonly runs?: readonly Period[];
}

export interface BegunCreate {
  readonly lost: LostCreate;
  readonly entry: StateEntry;
}

/** @param since - earliest possible start of an operation, if known */
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

/** The stack, components, and providers have no object on the gateway. */
export function isCreate({ type, resource }: PendingEntry): boolean {
  return type === "creating" && hasObject(resource);
}

export function hasObject({ custom, type }: StateEntry): boolean {
  return custom === true && !type.startsWith("pulumi:");
}

/** Undefined for other packages, and for explicit providers, whose settings are only in the program. */
export function kindOfOwn({ type, provider }: StateEntry, kinds: readonly Kind[]): Kind | undefined {
  return declaredProvider(provider) === undefined ? kindOfType(type, kinds) : undefined;
}

export interface PreviewedStep {
  readonly op: string;
  /** The entry as the engine would store it. Values that the preview cannot determine are unknown. */
  readonly entry: StateEntry;
}

const preview = z.looseObject({
  steps: z.array(z.looseObject({ op: z.string(), newState: stateEntry.nullish() })).nullish(),
});

/** Fails if the text is not a preview, or if it belongs to a different stack or project. */
export function plannedSteps(text: string, project: string, stack: string): PreviewedStep[] {
  parsePreview(text); // `parsePreview` errors explain how to create a preview
  const { data } = preview.safeParse(previewJson(text));
  const steps = (data?.steps ?? []).flatMap(({ op, newState: entry }) => (entry ? [{ op, entry }] : []));
  for (const { entry } of steps) {
    const of = partsOf(entry.urn);
    if (of.project !== project || of.stack !== stack) {
      throw new Error(
        `this preview is for stack ${of.stack} of project ${of.project}, not for stack ${stack} of project ${project}.`,
      );
    }
  }
  if (steps.length === 0) {
    throw new Error(
      "this preview contains no resources, so it does not show what may have been created. " +
        "Create the preview with `pulumi preview --json --show-sames`.",
    );
  }
  return steps;
}

/** A replacement is one step, or two in older engines. */
const makingSteps: ReadonlySet<string> = new Set(["create", "replace", "create-replacement"]);

/** Omits creates that cannot be identified until their parents are recorded. */
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

/** Undefined if the preview does not show the values that identify the object. */
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

/** Milliseconds by this machine's clock. Without `to`, the period lasts until now. */
export interface Period {
  readonly from: number;
  readonly to?: number;
}

const history = z.array(
  z.looseObject({
    kind: z.string(),
    result: z.string().optional(), // missing or `in-progress` until the run ends
    startTime: z.string(),
    endTime: z.string().nullish(),
  }),
);

/** A run in the backend's history, with times in milliseconds. A hosted backend also lists killed runs. */
type PastRun = ReturnType<typeof readRuns>[number];

/** Parses `pulumi stack history --json`, newest first. */
export function readRuns(text: string) {
  return history.parse(JSON.parse(text)).map(({ kind, result, startTime, endTime }) => ({
    kind, // `update`, `refresh`, `destroy`, `import`, …
    succeeded: result === "succeeded",
    from: Date.parse(startTime),
    to: endTime == null ? undefined : Date.parse(endTime), // undefined if the backend has not recorded the end of the run
  }));
}

/** Times that show when unrecorded runs were active, in milliseconds. */
export interface TimeSigns {
  readonly said?: number | undefined;
  /** Newest first. Undefined if the backend does not list runs. */
  readonly runs: readonly PastRun[] | undefined;
  readonly lock?: { readonly since: number | undefined } | undefined;
  readonly made?: number | undefined;
  /** The engine either records each operation before the operation starts, or records no operations. */
  readonly hasPending: boolean;
}

export function runTimes({ said, runs, lock, made, hasPending }: TimeSigns) {
  const listed = said === undefined ? (runs ?? []) : []; // --since refers to one run, so all other runs are ignored
  const last = runs?.[0];
  // The run that holds the lock started after all listed runs.
  const killed = lock === undefined || hasPending ? undefined : (last?.to ?? last?.from ?? lock.since);
  // Start of an unlisted run that may have recorded nothing.
  const unlisted = said ?? killed;
  return {
    /** Earliest possible start of a pending operation. Undefined if unknown. */
    began: earliest(said, lock?.since) ?? begunAfter(runs, made),
    // The program still plans creates that a failed update did not record. A successful update has recorded
    // everything.
    creating: periods(failed(listed, ["update"], ["update"]), unlisted),
    // A successful refresh has detected earlier deletes, and a successful destroy leaves nothing behind.
    writing: periods(failed(listed, ["update", "destroy"], ["refresh", "destroy"]), unlisted),
    unlisted,
  };
}

export function earliest(...times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Failed runs of these kinds since the last successful run of the `settling` kinds, newest first. */
function failed(runs: readonly PastRun[], kinds: readonly string[], settling: readonly string[]): PastRun[] {
  const settled = runs.findIndex(({ kind, succeeded }) => succeeded && settling.includes(kind));
  const open = settled === -1 ? runs : runs.slice(0, settled);
  return open.filter(({ kind, succeeded }) => !succeeded && kinds.includes(kind));
}

/**
 * Earliest start of a pending operation if there is no lock: the start of the first update that failed after
 * the last successful update or, if no update failed, the end of that successful update. If no update is
 * listed, the killed run created the stack, unless the state was imported. At the time of an import, nothing
 * was pending.
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

/** Pulumi truncates the times in its history to seconds, so a run may have lasted up to a second longer. */
const wholeSecond = 1000;

function periods(runs: readonly PastRun[], unlisted: number | undefined): Period[] {
  const listed = runs.map(({ from, to }) => (to === undefined ? { from } : { from, to: to + wholeSecond }));
  return [...listed, ...(unlisted === undefined ? [] : [{ from: unlisted }])];
}
