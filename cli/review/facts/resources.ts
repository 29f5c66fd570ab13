import { type Field, isUnknown, type Kind } from "pulumi-workspace-gateway/tools";
import { type AccountObject, unknownWorkspace, workspaceKey } from "../../account/account-object.js";
import { brokenMappings } from "../../routing/findings.js";
import { routedSetup, type Setup } from "../../routing/setup.js";
import { type Mask, maskPasswords } from "../../text/mask.js";
import {
  isLeftBehind,
  isRemoved,
  mayAdopt,
  objectsOf,
  type Plan,
  type Snapshot,
  type Step,
} from "../plan/plan.js";

export interface Resources {
  /** The objects before and after the `up`, in the form that the rules about a setup use. */
  readonly before: readonly AccountObject[];
  readonly after: readonly AccountObject[];
  readonly plan: Plan;
  readonly kinds: readonly Kind[];
  /** Masks the secrets in a value before it is formatted or cut. */
  readonly mask: Mask;
  kindOf(step: Step): Kind | undefined;
  /** The resource that a field refers to, by its id or by the program's reference. */
  named(snapshot: Snapshot, field: string): Step | undefined;
  byId(id: string): Step | undefined;
  byUrn(urn: string): Step | undefined;
}

type Lookups = Omit<Resources, "before" | "after">;

/** Builds each index once, so lookups stay fast with thousands of resources. */
export function resourcesOf(plan: Plan, kinds: readonly Kind[], mask: Mask = maskPasswords): Resources {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const byUrn = new Map(plan.steps.filter((step) => !isLeftBehind(step)).map((step) => [step.urn, step]));
  const byId = new Map(
    plan.steps.flatMap((step) =>
      idsOf(step, byName.get(step.kind ?? "")).map((id): [string, Step] => [id, step]),
    ),
  );
  const lookups: Lookups = {
    plan,
    kinds,
    mask,
    kindOf: ({ kind }) => byName.get(kind ?? ""),
    named: ({ inputs, from }, field) => {
      const value = inputs[field];
      const known = typeof value === "string" ? byId.get(value) : undefined;
      return known ?? byUrn.get(from[field]?.[0] ?? "");
    },
    byId: (id) => byId.get(id),
    byUrn: (urn) => byUrn.get(urn),
  };
  return { ...lookups, before: objectsAt("before", lookups), after: objectsAt("after", lookups) };
}

/** An object without a list, such as a budget, has the id of its owner, not its own. */
function idsOf({ before, after }: Step, kind: Kind | undefined): string[] {
  const isListed = kind?.endpoints.list !== undefined;
  return isListed ? [before?.id, after?.id].filter((id) => id !== undefined) : [];
}

export function parentField(kind: Kind): string | undefined {
  return kind.endpoints.parent?.field;
}

/** The fields that can serve as an object's title, best first. */
export function titleFields(kind: Kind): readonly Field[] {
  const keys = kind.naturalKey.filter((name) => name !== parentField(kind)).reverse();
  const key = keys.flatMap((name) => kind.fields.get(name) ?? []);
  return [...key, ...[...kind.fields.values()].filter(({ selects }) => selects !== undefined)];
}

/** The key of all unknown workspaces. Two objects with this key may be in different workspaces. */
export const unplaced = "";

/** The key of an object's workspace: its id, or the URN of its resource while the id is unknown. */
export function workspaceOf(resources: Resources, step: Step, snapshot: Snapshot): string | undefined {
  const kind = resources.kindOf(step);
  if (kind?.guard !== undefined) {
    return snapshot.id ?? step.urn; // the object is the workspace itself
  }
  const field = kind === undefined ? undefined : parentField(kind);
  if (field === undefined) {
    return undefined;
  }
  const id = snapshot.inputs[field];
  return typeof id === "string" && !isUnknown(id) ? id : (snapshot.from[field]?.[0] ?? unplaced);
}

export function workspaceNames(resources: Resources): Record<string, string> {
  const names = new Map<string, string>(); // a key may be any text, such as `constructor`
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

/** Only kinds whose objects contain other objects have a guard. */
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

/** Whether the stack is empty so far. Objects that the stack takes over did not belong to it before. */
export function isNewStack({ steps }: Plan): boolean {
  return steps.every((step) => step.before === undefined || step.isUndeclared || step.takesOver);
}

interface Present {
  readonly step: Step;
  readonly snapshot: Snapshot;
}

/** The objects before or after the `up`. A delete with `retainOnDelete` leaves its object on the gateway. */
export function presentAt(moment: "before" | "after", { plan }: Lookups): Present[] {
  // A deleted object and the create that supersedes it count as one object, under the new URN.
  const inherited = new Set(plan.steps.map(({ heirOf }) => heirOf));
  return plan.steps.flatMap((step) => {
    if (moment === "before" && inherited.has(step.urn)) {
      return [];
    }
    const { before, after, operation } = step;
    const stays = operation === "delete" && before?.retainOnDelete ? before : after;
    const snapshot = moment === "before" ? before : stays;
    return snapshot === undefined || operation === "other" ? [] : [{ step, snapshot }];
  });
}

export function momentsOf(resources: Resources): { before: Setup; after: Setup } {
  const { [unplaced]: _, ...workspaces } = workspaceNames(resources);
  return {
    before: { ...routedSetup(resources.before), workspaces },
    after: { ...routedSetup(resources.after), workspaces },
  };
}

/** Ids of workspaces that were read, and URNs of new ones: their models and providers are all known. */
export function wholeWorkspaces({ steps, live }: Plan): ReadonlySet<string> {
  const fresh = steps.filter(
    (step) => step.kind === "Workspace" && step.operation === "create" && !step.takesOver && !mayAdopt(step),
  );
  const read = live === undefined || live.unread.length > 0 ? [] : live.read;
  return new Set([...read, ...fresh.map(({ urn }) => urn)]);
}

/** Empty if the plan does not show the whole stack, or if something on the gateway could not be read. */
export function plannedWorkspaces({ steps, live, isWhole, compared }: Plan): ReadonlySet<string> {
  const own = steps.filter(
    (step) => step.kind === "Workspace" && step.operation !== "read" && !step.isUndeclared && !mayAdopt(step),
  );
  const isKnown = isWhole && compared === undefined && (live?.unread ?? []).length === 0;
  return new Set(isKnown ? own.flatMap(({ before }) => before?.id ?? []) : []);
}

/** Planned workspaces where a mapping's model is not in the stack. It may have been created elsewhere. */
export function doubtfulWorkspaces(plan: Plan, kinds: readonly Kind[]): ReadonlySet<string> {
  const objects = resourcesOf(plan, kinds).after;
  const lost = brokenMappings(routedSetup(objects, plannedWorkspaces(plan)));
  const urns = new Set(lost.flatMap(({ rule, urn }) => (rule === "target-unknown" ? urn : [])));
  return new Set(objects.flatMap((object) => (urns.has(object.urn) ? workspaceKey(object) : [])));
}

/** A gateway name most likely stays the same if the model and its provider keep their names. */
function likelyName(
  { kind, operation, before, after }: Step,
  resources: Lookups,
): Pick<AccountObject, "outputs" | "hasLikelyName"> | undefined {
  const name = before?.outputs.gatewayName;
  if (kind !== "Model" || operation !== "update" || typeof name !== "string" || after === undefined) {
    return undefined;
  }
  const provider = resources.named(after, "providerId");
  const isKept = (field: string) => before?.inputs[field] === after.inputs[field];
  const isSame =
    isKept("name") && isKept("providerId") && provider?.before?.inputs.name === provider?.after?.inputs.name;
  const isOpen = after.outputs.gatewayName === undefined || isUnknown(after.outputs.gatewayName);
  return isSame && isOpen
    ? { outputs: { ...after.outputs, gatewayName: name }, hasLikelyName: true }
    : undefined;
}

function objectsAt(moment: "before" | "after", resources: Lookups): AccountObject[] {
  return presentAt(moment, resources).flatMap(({ step, snapshot }) =>
    objectsOf(step, snapshot).map((object) => ({
      ...object,
      ...(moment === "after" && likelyName(step, resources)),
    })),
  );
}
