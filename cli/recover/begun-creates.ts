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
import { hidesSecret } from "../account/covered.js";
import { parsePreview, previewJson } from "../review/plan/parse-preview.js";
import { type Deployment, type PendingEntry, type StateEntry, stateEntry } from "../stack/deployment.js";
import { plainState } from "../stack/plain-state.js";
import { partsOf } from "../stack/urn.js";
import { earliest, type Period } from "./run-times.js";

/** A create that was begun, and whose end was not recorded. */
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

/** A lost create, and what the engine knows of its resource. */
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
