import { z } from "@hono/zod-openapi";
import { ApiError } from "../http/api-error.ts";
import { type Call, changes, deleted, type Operation, operation, scope } from "../http/operation.ts";
import type { Row } from "../json.ts";
import { requireRow, requireWorkspace } from "./access.ts";
import { storedRow } from "./stored.ts";

const described = { tag: "Members", errors: [400, 403, 404] };
const ofOne = { ...described, path: "/workspaces/{id}/members/{member_id}", scope: scope("members:write") };

const memberItem = z.object({
  id: z.string(),
  workspace_id: z.string(),
  user_id: z.string(),
  role: z.enum(["OWNER", "ADMIN", "MEMBER"]),
  created_at: z.string(),
  user: z.object({ id: z.string(), username: z.string(), email: z.string() }),
});

/** The endpoints of the API's section "Members", but for the invitation. */
export const members: Operation[] = [
  operation({
    ...described,
    method: "get",
    path: "/workspaces/{id}/members",
    summary: "List the members of a workspace",
    scope: scope("members:read"),
    returns: { kind: "list", schema: memberItem },
    handle(call) {
      const workspace_id = call.params.id ?? "";
      requireWorkspace(call, workspace_id, "MEMBER");
      const rows = call.service.store.table("members").find({ workspace_id }, call.asOf("members", "list"));
      return { kind: "list", items: rows.map((row) => memberRow(row, call)) };
    },
  }),
  ...changes({
    ...ofOne,
    summary: "Give a member another role",
    body: z.object({ role: z.enum(["ADMIN", "MEMBER"]) }),
    returns: { kind: "changed", schema: memberItem },
    handle(call) {
      const { id } = manageable(call);
      const changed = storedRow({ role: call.body.role }, call.service.variants, "change");
      const row = call.service.store.table("members").update(String(id), changed);
      return { kind: "changed", item: memberRow(row ?? {}, call) };
    },
  }),
  operation({
    ...ofOne,
    method: "delete",
    summary: "Remove a member",
    returns: deleted,
    handle(call) {
      call.service.store.table("members").remove(String(manageable(call).id));
      return { kind: "deleted" };
    },
  }),
];

/** The member that the path names, if the caller may change it; nobody may change the owner. */
function manageable(call: Call): Row {
  const workspace_id = call.params.id ?? "";
  requireWorkspace(call, workspace_id, call.service.variants.membersManagedBy);
  const row = requireRow(call, "members", { id: call.params.member_id ?? "", workspace_id });
  if (row.role === "OWNER") throw new ApiError(403, "The owner of a workspace keeps its role");
  return row;
}

function memberRow(row: Row, { service }: Call): Row {
  const { id, username, email } = service.accounts.get(String(row.user_id));
  return { ...row, user: { id, username, email } };
}
