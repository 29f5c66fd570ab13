import type { World } from "./world.ts";

/** What the engine writes otherwise at each run. */
const ofRun = ["created", "modified"];

/** The resources of a stack as every run of the program writes them: without their order, and without what is the run's own. */
export async function lastingState(
  { project }: Pick<World, "project">,
  without: readonly string[] = [],
): Promise<unknown[]> {
  const { deployment } = await project.exportState();
  const lasting = (key: string, value: unknown) =>
    [...ofRun, ...without].includes(key)
      ? undefined
      : key === "dependencies" && Array.isArray(value)
        ? value.toSorted()
        : value;
  const sorted = (deployment.resources ?? []).toSorted((a, b) => (a.urn < b.urn ? -1 : 1));
  return JSON.parse(JSON.stringify(sorted, lasting));
}
