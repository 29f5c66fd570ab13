import { type AccountObject, textOf, workspaceKey } from "./account-object.js";

/**
 * What people call the workspaces that objects are, or are in, by the {@link workspaceKey}. One that is not among the objects has its
 * key for a name.
 */
export function workspaceTitles(objects: readonly AccountObject[]): Map<string, string> {
  const { itself = [], inside = [] } = Object.groupBy(objects, ({ kind }) =>
    kind === "Workspace" ? "itself" : "inside",
  );
  return new Map([
    ...inside.map(workspaceKey).map((key) => [key, key] as const),
    ...itself.map((each) => [each.id ?? each.urn, textOf(each, "name") ?? each.name] as const),
  ]);
}
