import { isUnknown, type Kind } from "pulumi-workspace-gateway/tools";
import type { Snapshot, Step } from "../../../plan/plan.js";
import type { Resources } from "../../resources.js";

/** Finds the object whose place a new one takes. */
export type Predecessors = (step: Step) => Snapshot | undefined;

/**
 * What is deleted in one resource and created with the same name in another is one object to whom it serves, whatever the
 * program calls the two.
 */
export function predecessorsIn(resources: Resources): Predecessors {
  const { steps } = resources.plan;
  const gone = new Map(
    steps.flatMap((step): (readonly [string, Snapshot])[] => {
      const { operation, before } = step;
      const key = operation === "delete" && before ? keyOf(step, before, resources) : undefined;
      return key === undefined || before === undefined ? [] : [[key, before]];
    }),
  );
  return (step) => {
    const { operation, before, after } = step;
    const isNew = operation === "create" && before === undefined;
    const key = isNew && after && gone.size > 0 ? keyOf(step, after, resources) : undefined;
    return key === undefined ? undefined : gone.get(key);
  };
}

/** The natural key of an object, with those of the objects that it names. Undefined if it is not known, or if its kind has none. */
function keyOf(step: Step, snapshot: Snapshot, resources: Resources, depth = 0): string | undefined {
  const kind = resources.kindOf(step);
  if (kind === undefined || kind.naturalKey.length === 0) {
    return undefined;
  }
  const parts = kind.naturalKey.map((name) => partOf(name, kind, snapshot, resources, depth));
  return parts.includes(undefined) ? undefined : JSON.stringify([kind.name, ...parts]);
}

const deepest = 3;

function partOf(
  name: string,
  kind: Kind,
  snapshot: Snapshot,
  resources: Resources,
  depth: number,
): string | undefined {
  const isReference = kind.fields.get(name)?.refers !== undefined || name === kind.endpoints.parent?.field;
  const named = isReference && depth < deepest ? resources.named(snapshot, name) : undefined;
  const at = named && (named.after ?? named.before);
  const key = named && at && keyOf(named, at, resources, depth + 1);
  const value = snapshot.inputs[name];
  return key ?? (value === undefined || isUnknown(value) ? undefined : JSON.stringify(value));
}
