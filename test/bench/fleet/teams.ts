import { type BenchObject, changesOf, objectsOf } from "../mixes.ts";

/** The stacks of the teams, in the order in which the driver takes them. */
export function teamNames(stacks: number): string[] {
  return Array.from({ length: stacks }, (_, index) => `team-${String(index).padStart(3, "0")}`);
}

/** The file of a team with so many objects of mix a, of which some are changed. No two teams have a name in common. */
export function teamFile(stack: string, size: number, changed = 0): string {
  const objects = objectsOf("a", size);
  const changes = changesOf(objects, { count: changed, by: 1 });
  const own = objects.map((object) => ({
    ...object,
    body: { ...object.body, ...nameIn(stack, object), ...changes.get(object.name) },
  }));
  return `export const team = ${JSON.stringify(own)};\n`;
}

function nameIn(stack: string, { collection, body }: BenchObject): { name?: string } {
  return collection === "workspaces" ? { name: `${stack}: ${body.name}` } : {};
}
