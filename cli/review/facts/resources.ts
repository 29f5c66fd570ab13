import { type Field, isUnknown, type Kind } from "pulumi-workspace-gateway/tools";
import { unknownWorkspace } from "../../account/account-object.js";
import { type Mask, maskPasswords } from "../../text/mask.js";
import { isLeftBehind, isRemoved } from "../plan/operations.js";
import type { Plan, Snapshot, Step } from "../plan/plan.js";

/** The resources of a plan, found by what others name them by. */
export interface Resources {
  readonly plan: Plan;
  readonly kinds: readonly Kind[];
  /** Masks the secrets in a value, before it is put into words or cut. */
  readonly mask: Mask;
  kindOf(step: Step): Kind | undefined;
  /** The step of the resource that a field names: by the id that it has, or by where the program takes it from. */
  named(snapshot: Snapshot, field: string): Step | undefined;
  /** The resource that the gateway knows by an id. */
  byId(id: string): Step | undefined;
  byUrn(urn: string): Step | undefined;
}

/** Looks each up once, so that a question of thousands of resources costs no more than one of a few. */
export function resourcesOf(plan: Plan, kinds: readonly Kind[], mask: Mask = maskPasswords): Resources {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const byUrn = new Map(plan.steps.filter((step) => !isLeftBehind(step)).map((step) => [step.urn, step]));
  const byId = new Map(
    plan.steps.flatMap((step) =>
      idsOf(step, byName.get(step.kind ?? "")).map((id): [string, Step] => [id, step]),
    ),
  );
  return {
    plan,
    kinds,
    mask,
    kindOf: ({ kind }) => byName.get(kind ?? ""),
    named: ({ inputs, from }, field) => {
      const value = inputs[field];
      const known = typeof value === "string" ? byId.get(value) : undefined;
      const [urn] = from[field] ?? [];
      return known ?? (urn === undefined ? undefined : byUrn.get(urn));
    },
    byId: (id) => byId.get(id),
    byUrn: (urn) => byUrn.get(urn),
  };
}

/** An object that is in no list, such as a budget, has the id of what it belongs to, which is not its own. */
function idsOf({ before, after }: Step, kind: Kind | undefined): string[] {
  const isListed = kind?.endpoints.list !== undefined;
  return isListed ? [before?.id, after?.id].filter((id) => id !== undefined) : [];
}

/** The field that names what the objects of a kind belong to. */
export function parentField(kind: Kind): string | undefined {
  return kind.endpoints.parent?.field;
}

/** The fields whose values people call an object of the kind by, the best first. */
export function titleFields(kind: Kind): readonly Field[] {
  const keys = kind.naturalKey.filter((name) => name !== parentField(kind)).reverse();
  const key = keys.flatMap((name) => kind.fields.get(name) ?? []);
  return [...key, ...[...kind.fields.values()].filter(({ selects }) => selects !== undefined)];
}

/** The key of every unknown workspace. Two objects that have it may be in different workspaces. */
export const unplaced = "";

/**
 * The text that is the same for all objects of one workspace: its id, or the URN of its resource while the id
 * is not known.
 */
export function workspaceOf(resources: Resources, step: Step, snapshot: Snapshot): string | undefined {
  const kind = resources.kindOf(step);
  if (kind?.guard !== undefined) {
    return snapshot.id ?? step.urn; // it is itself what others belong to
  }
  const field = kind === undefined ? undefined : parentField(kind);
  if (field === undefined) {
    return undefined;
  }
  const id = snapshot.inputs[field];
  return typeof id === "string" && !isUnknown(id) ? id : (snapshot.from[field]?.[0] ?? unplaced);
}

/** The names of all workspaces for people. One that only its id is known of has its id for a name. */
export function workspaceNames(resources: Resources): Record<string, string> {
  const names = new Map<string, string>(); // a key may be any text, also `constructor`
  for (const step of resources.plan.steps) {
    for (const snapshot of [step.before, step.after]) {
      const key = snapshot && workspaceOf(resources, step, snapshot);
      if (snapshot !== undefined && key !== undefined) {
        const isItself = resources.kindOf(step)?.guard !== undefined;
        const name = isItself ? (snapshot.inputs.name ?? snapshot.outputs.name) : undefined;
        names.set(
          key,
          typeof name === "string" && !isUnknown(name) ? name : (names.get(key) ?? fallback(key)),
        );
      }
    }
  }
  return Object.fromEntries(names);
}

function fallback(key: string): string {
  return key === unplaced ? unknownWorkspace : key.startsWith("urn:") ? (key.split("::").at(-1) ?? key) : key;
}

/** The keys of the workspaces that are destroyed: a kind with a guard holds what others belong to. */
export function destroyedWorkspaces(resources: Resources): ReadonlySet<string> {
  const gone = resources.plan.steps.filter(
    (step) => resources.kindOf(step)?.guard !== undefined && isRemoved(step),
  );
  return new Set(
    gone.flatMap((step) => {
      const key = step.before && workspaceOf(resources, step, step.before);
      return key === undefined ? [] : [key];
    }),
  );
}
