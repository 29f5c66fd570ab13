import { workspace } from "../kinds/workspace.js";
import { byName, type ManyArgs, type OneArgs, objectsOf, type ResultOf } from "./read/reading.js";
import { type KindReaders, kindReaders } from "./read/rows.js";

const shown = objectsOf(workspace, workspace.inputs.omit({ forceDestroy: true }), byName);
const { myRole, stats } = shown.result.shape;

/** The workspaces that the account can see. */
const workspaces = {
  ...shown,
  result: shown.result.extend({
    // Rows of the list have these fields. The API does not document the fields of a single workspace.
    /** The caller's role, such as `OWNER`; null if the gateway does not show it. */
    myRole: myRole.nullable(),
    /** Number of objects of each kind in the workspace; null if the gateway does not show it. */
    stats: stats.nullable(),
  }),
};

/** A workspace with the number of objects in it, as returned by {@link getWorkspace}. */
export interface GetWorkspaceResult extends ResultOf<typeof workspaces.result> {}
export type GetWorkspaceArgs = OneArgs<typeof workspaces>;
export type GetWorkspacesArgs = ManyArgs<typeof workspaces>;

/**
 * Reads a workspace by id or name. `stats` contains the number of objects of each kind:
 * `memberCount`, `promptCount`, `configCount`, `mappingCount`, `providerCount`. `myRole` is the caller's
 * role. Both are null if the gateway does not show them.
 *
 * @example
 * ```ts
 * const shared = await gateway.getWorkspace({ name: "Shared models" });
 * new gateway.Prompt("tone", { workspaceId: shared.id, name: "tone", content: "Answer briefly." });
 * ```
 *
 * @example
 * ```ts
 * for (const { id, name } of await gateway.getWorkspaces()) {
 *   new gateway.Budget(name, { workspaceId: id, budget: 500 });
 * }
 * ```
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * export const names = gateway.getWorkspacesOutput({}, { dependsOn: [team] }).apply((all) => all.map(({ name
 * }) => name));
 * ```
 */
export const {
  get: getWorkspace,
  getOutput: getWorkspaceOutput,
  list: getWorkspaces,
  listOutput: getWorkspacesOutput,
}: KindReaders<GetWorkspaceArgs, GetWorkspacesArgs, GetWorkspaceResult> = kindReaders(workspaces);
