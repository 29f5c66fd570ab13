import {
  declaredProvider,
  defined,
  hasUnknown,
  hidden,
  type Kind,
  kindOfType,
  naturalKeyOf,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { hidesSecret } from "../account/covered.js";
import { parsePreview } from "../review/plan/parse-preview.js";
import { type Deployment, type PendingEntry, type StateEntry, stateEntry } from "../stack/deployment.js";
import { plainState } from "../stack/plain-state.js";
import { partsOf } from "../stack/urn.js";
import type { LostCreate, Period } from "./lost-create.js";
import { earliest } from "./run-times.js";

/** A create whose end nobody recorded, and what the engine knows of its resource. */
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

/** Whether it makes an object: the stack, components and providers have none. */
export function isCreate({ type, resource }: PendingEntry): boolean {
  return type === "creating" && hasObject(resource);
}

export function hasObject({ custom, type }: StateEntry): boolean {
  return custom === true && !type.startsWith("pulumi:");
}

/** The kind of a resource that can be looked for: one of ours, by the settings that we have. */
export function kindOfOwn({ type, provider }: StateEntry, kinds: readonly Kind[]): Kind | undefined {
  return declaredProvider(provider) === undefined ? kindOfType(type, kinds) : undefined;
}

/** What a preview plans for a resource. */
export interface PreviewedStep {
  /** `create`, `same`, … */
  readonly op: string;
  /** The resource as the engine would store it; what the preview does not know yet is unknown in it. */
  readonly entry: StateEntry;
}

const preview = z.looseObject({
  steps: z.array(z.looseObject({ op: z.string(), newState: stateEntry.nullish() })).nullish(),
});

/** What a preview of this stack plans. Fails if the text is no preview, or one of another stack or project. */
export function plannedSteps(text: string, project: string, stack: string): PreviewedStep[] {
  parsePreview(text); // its errors say how to make one
  const { data } = preview.safeParse(JSON.parse(text.replace(/^\uFEFF/, "")));
  const steps = (data?.steps ?? []).flatMap(({ op, newState }) =>
    newState == null ? [] : [{ op, entry: newState }],
  );
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
      "this preview plans no resource, so it does not tell what may have been created. " +
        "Make it with `pulumi preview --json --show-sames`.",
    );
  }
  return steps;
}

/** The steps that make an object. A replacement is one step of its own, or two in older engines. */
const makingSteps: ReadonlySet<string> = new Set(["create", "replace", "create-replacement"]);

/**
 * The creates that a preview plans, as creates that these runs may have begun without recording anything: if one has, the
 * program still plans it. Without those whose name, or workspace, the preview does not know, and of those of one name also
 * without those of which it does not know what tells them apart: they are known to a preview that is made after the objects
 * they refer to were recorded.
 */
export function unrecorded(
  steps: readonly PreviewedStep[],
  kinds: readonly Kind[],
  runs: readonly Period[],
): BegunCreate[] {
  const begun = steps.flatMap(({ op, entry }) => {
    const isReached = declaredProvider(entry.provider) === undefined; // by the settings that we have
    const kind = isReached ? kindOfType(entry.type, kinds) : undefined;
    const lost = kind === undefined || !makingSteps.has(op) ? undefined : lostCreate(kind, entry, runs);
    return lost === undefined ? [] : [{ lost, entry: asRecorded(entry, lost) }];
  });
  const names = Map.groupBy(begun, ({ lost: { kind, inputs } }) => naturalKeyOf(kind, inputs));
  return begun.filter(({ lost: { kind, inputs, unread = [] } }) => {
    const isAlone = names.get(naturalKeyOf(kind, inputs))?.length === 1;
    return isAlone || !unread.some((name) => kind.distinguishedBy?.includes(name));
  });
}

/** Undefined if the preview does not know what tells the object from others. */
function lostCreate(
  kind: Kind,
  { urn, inputs: planned = {} }: StateEntry,
  runs: readonly Period[],
): LostCreate | undefined {
  const all = Object.entries(planned);
  const inputs = Object.fromEntries(all.filter(([, value]) => !hasUnknown(value) && !hidesSecret(value)));
  const unread = all.map(([name]) => name).filter((name) => inputs[name] === undefined);
  const { parent } = kind.endpoints;
  const telling = [...kind.naturalKey, ...(parent === undefined ? [] : [parent.field]), "connection"];
  const since = earliest(...runs.map(({ from }) => from));
  return unread.some((name) => telling.includes(name))
    ? undefined
    : { urn, kind, inputs, ...defined({ unread: unread.length === 0 ? undefined : unread }), since, runs };
}

/** What a preview plans for a resource, with the inputs that a create had as far as they are known. */
function asRecorded(planned: StateEntry, { inputs }: LostCreate): StateEntry {
  const provider = planned.inputs?.[hidden.provider];
  return {
    ...planned,
    inputs: { ...inputs, ...defined({ [hidden.provider]: provider }) },
  };
}
