import { isUnknown } from "pulumi-workspace-gateway/tools";
import { isRemoved } from "../plan/operations.js";
import type { Snapshot, Step } from "../plan/plan.js";
import { parentField, type Resources } from "./resources.js";

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
  return typeof id === "string" && !isUnknown(id) ? id : (snapshot.from[field]?.[0] ?? "");
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
  return key.startsWith("urn:") ? (key.split("::").at(-1) ?? key) : key;
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
