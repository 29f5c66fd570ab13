import type { Call } from "../http/operation.ts";
import { ApiError } from "../http/reply.ts";
import type { Row } from "../json.ts";

type Role = "MEMBER" | "ADMIN" | "OWNER";

const RANKS = ["MEMBER", "ADMIN", "OWNER"];

/** The caller's role in a workspace. Undefined if the caller is not a member. */
export function roleIn({ service, account }: Call, workspaceId: string, asOf?: number): string | undefined {
  const filter = { workspace_id: workspaceId, user_id: account.id };
  const role = service.store.table("members").first(filter, asOf)?.role;
  return role === undefined ? undefined : String(role);
}

/** Returns the workspace if the caller has at least this role (the API's section "Authentication", 4). */
export function requireWorkspace(call: Call, workspaceId: string, least: Role): Row {
  const workspace = call.service.store.table("workspaces").first({ id: workspaceId });
  if (workspace === undefined) {
    const forbidden = call.service.variants.missingWorkspace === 403;
    throw new ApiError(forbidden ? 403 : 404, "The workspace does not exist");
  }
  const role = roleIn(call, workspaceId);
  if (role === undefined) throw new ApiError(403, "The account is not a member of the workspace");
  if (RANKS.indexOf(role) < RANKS.indexOf(least))
    throw new ApiError(403, `This call requires the role ${least}`);
  return workspace;
}

/** Whether a list in this workspace is empty only because the workspace does not exist. */
export function isAbsentButEmpty({ service }: Call, workspaceId: string): boolean {
  return (
    service.variants.missingWorkspace === "empty" &&
    service.store.table("workspaces").first({ id: workspaceId }) === undefined
  );
}

export function requireWriter(call: Call, workspaceId: string): Row {
  return requireWorkspace(call, workspaceId, call.service.variants.memberWrites ? "MEMBER" : "ADMIN");
}

/** Returns the row that matches the filter, or throws 404 (the API's section "Errors"). */
export function requireRow({ service }: Call, table: string, filter: Row, asOf?: number): Row {
  const row = service.store.table(table).first(filter, asOf);
  if (row === undefined) throw new ApiError(404, "The item does not exist");
  return row;
}
