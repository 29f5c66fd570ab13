/** What is done with the objects, in this order. `drift` is a preview with a refresh, `tenth` changes 10 % of the objects. */
export const phases = ["create", "preview", "refresh", "drift", "change", "tenth", "destroy"] as const;
export type Phase = (typeof phases)[number];

export const collections = ["workspaces", "mappings"] as const;

/** The body of a POST. `workspace` names the workspace that a mapping belongs to. */
export interface BenchObject {
  readonly collection: (typeof collections)[number];
  readonly name: string;
  readonly workspace?: string;
  readonly body: Readonly<Record<string, string | number>>;
}

function objectAt(index: number): BenchObject {
  const [team, place] = [Math.floor(index / 11), index % 11];
  const workspace = `team-${team}`;
  if (place === 0) return { collection: "workspaces", name: workspace, body: { name: `Team ${team}` } };
  const body = { source_name: `model-${place}`, target_model: "openai/gpt", priority: 1 };
  return { collection: "mappings", name: `mapping-${team}-${place}`, workspace, body };
}

export function objectsIn(phase: Phase, size: number): BenchObject[] {
  const objects = Array.from({ length: size }, (_, index) => objectAt(index));
  const able = objects.filter(({ collection }) => collection === "mappings");
  const [count, priority] =
    phase === "change" ? [1, 2] : phase === "tenth" ? [Math.ceil(size / 10), 3] : [0, 1];
  const changed = new Set(
    Array.from({ length: count }, (_, index) => able[Math.floor((index * able.length) / count)]),
  );
  return objects.map((object) =>
    changed.has(object) ? { ...object, body: { ...object.body, priority } } : object,
  );
}
