import { z } from "@hono/zod-openapi";
import type { Answer } from "../http/answer.ts";
import { ApiError } from "../http/api-error.ts";
import { type Call, type Operation, operation, scope } from "../http/operation.ts";
import type { Row } from "../json.ts";
import { requireWorkspace } from "./access.ts";

const described = { tag: "Members", errors: [400, 403, 404] };

const memberItem = z.object({
  id: z.string(),
  workspace_id: z.string(),
  user_id: z.string(),
  role: z.enum(["OWNER", "ADMIN", "MEMBER"]),
  created_at: z.string(),
  user: z.object({ id: z.string(), username: z.string(), email: z.string() }),
});

const list = operation({
  ...described,
  method: "get",
  path: "/workspaces/{id}/members",
  summary: "List the members of a workspace",
  scope: scope("members:read"),
  returns: { kind: "list", schema: memberItem },
  handle(call): Answer {
    const workspace_id = call.params.id ?? "";
    requireWorkspace(call, workspace_id, "MEMBER");
    const rows = call.service.store.table("members").find({ workspace_id }, call.asOf("members", "list"));
    return { kind: "list", items: rows.map((row) => memberRow(row, call)) };
  },
});

function changeRole(method: "patch" | "put"): Operation {
  return operation({
    ...described,
    method,
    path: "/workspaces/{id}/members/{member_id}",
    summary: "Give a member another role",
    scope: scope("members:write"),
    body: z.object({ role: z.enum(["ADMIN", "MEMBER"]) }),
    returns: { kind: "changed", schema: memberItem },
    handle(call): Answer {
      const { id } = manageable(call);
      const row = call.service.store.table("members").update(String(id), { role: call.body.role });
      return { kind: "changed", item: memberRow(row ?? {}, call) };
    },
  });
}

const remove = operation({
  ...described,
  method: "delete",
  path: "/workspaces/{id}/members/{member_id}",
  summary: "Remove a member",
  scope: scope("members:write"),
  returns: { kind: "deleted", schema: z.object({ success: z.boolean() }) },
  handle(call): Answer {
    call.service.store.table("members").remove(String(manageable(call).id));
    return { kind: "deleted" };
  },
});

/** The endpoints of api.md, "Members", but for the invitation. */
export const members: Operation[] = [list, changeRole("patch"), changeRole("put"), remove];

/** The member that the path names, if the caller may change it; nobody may change the owner. */
function manageable(call: Call<unknown, unknown>): Row {
  const workspace_id = call.params.id ?? "";
  requireWorkspace(call, workspace_id, call.service.variants.membersManagedBy);
  const filter = { id: call.params.member_id ?? "", workspace_id };
  const row = call.service.store.table("members").first(filter);
  if (row === undefined) throw new ApiError(404, "There is no such member");
  if (row.role === "OWNER") throw new ApiError(403, "The owner of a workspace keeps its role");
  return row;
}

function memberRow(row: Row, { service }: Call<unknown, unknown>): Row {
  const { id, username, email } = service.accounts.get(String(row.user_id));
  return { ...row, user: { id, username, email } };
}
