import type { Exchange } from "./exchange.js";

/** Asks for all workspaces that the account sees (api.md, "Workspaces"). */
export const allWorkspaces: Exchange = { method: "GET", path: "/workspaces", scope: "workspaces:read" };

/** The workspace that a request looks into, by its query or its path; undefined at account level. */
export function workspaceOf({ path, query }: Exchange): string | undefined {
  const [, inPath] = /^\/workspaces\/([^/]+)\/./.exec(path) ?? [];
  return query?.workspace_id ?? (inPath === undefined ? undefined : decodeURIComponent(inPath));
}

/** What the reader can do about a workspace that the list of all does not have. */
export function missingWorkspace(id: string): string {
  return `The workspace ${id} does not exist, or this account cannot see it: is \`workspaceId\` right?`;
}
