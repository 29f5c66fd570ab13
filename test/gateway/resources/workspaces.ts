import { z } from "@hono/zod-openapi";
import type { Answer } from "../http/answer.ts";
import { ApiError } from "../http/api-error.ts";
import { type Call, type Operation, operation, scope } from "../http/operation.ts";
import { newId } from "../ids.ts";
import type { Json, Row } from "../json.ts";
import { requireWorkspace, requireWriter, roleIn } from "./access.ts";
import { canonicalRow } from "./canonical.ts";
import { workspaceItem, workspaceRow, workspaceStats } from "./workspace-item.ts";
import { removeWorkspace } from "./workspace-removal.ts";

const described = { tag: "Workspaces", errors: [403, 404] };
const reads = scope("workspaces:read");
const writes = scope("workspaces:write");

/** 1 to 128 characters (api.md, "Limits", 3), counted as a person counts them. */
const name = z
  .string()
  .refine((value) => [...value].length >= 1 && [...value].length <= 128, "must have 1 to 128 characters")
  .openapi({ minLength: 1, maxLength: 128 });

const list = operation({
  ...described,
  method: "get",
  path: "/workspaces",
  summary: "List the workspaces that the account is a member of",
  scope: reads,
  returns: { kind: "list", schema: workspaceItem },
  handle(call): Answer {
    const { store } = call.service;
    const asOf = call.asOf("workspaces", "list");
    const mine = new Map(
      store
        .table("members")
        .find({ user_id: call.account.id }, asOf)
        .map((member) => [member.workspace_id, member.role ?? null] as const),
    );
    const rows = store
      .table("workspaces")
      .find({}, asOf)
      .filter((row) => mine.has(row.id ?? null));
    const item = (row: Row) => ({
      ...workspaceRow(row, mine.get(row.id ?? null) ?? null),
      stats: workspaceStats(store, String(row.id)),
    });
    return { kind: "list", items: rows.map(item) };
  },
});

const read = operation({
  ...described,
  method: "get",
  path: "/workspaces/{id}",
  summary: "Read one workspace",
  scope: reads,
  returns: { kind: "single", schema: workspaceItem },
  handle(call): Answer {
    const id = call.params.id ?? "";
    const asOf = call.asOf("workspaces", "single");
    const role = roleIn(call, id, asOf);
    if (role === undefined) requireWorkspace(call, id, "MEMBER");
    const row = call.service.store.table("workspaces").first({ id }, asOf);
    if (role === undefined || row === undefined) throw new ApiError(404, "There is no such workspace");
    return { kind: "single", item: workspaceRow(row, role) };
  },
});

const create = operation({
  ...described,
  method: "post",
  path: "/workspaces",
  summary: "Create a workspace",
  scope: writes,
  body: z.object({ name }),
  returns: { kind: "created", schema: workspaceItem },
  errors: [400, 403, 409],
  handle(call): Answer {
    const { service, account } = call;
    const id = newId(service.variants);
    const now = service.clock.stamp();
    const sent = settledName(call, call.body.name, account.id, id);
    const row = service.store.table("workspaces").insert({
      id,
      name: sent,
      owner_id: account.id,
      budget: 0,
      current_spend: 0,
      created_at: now,
      updated_at: now,
    });
    service.store.table("members").insert({
      id: newId(service.variants),
      workspace_id: id,
      user_id: account.id,
      role: "OWNER",
      created_at: now,
    });
    const location = `/api/v1/workspaces/${encodeURIComponent(id)}`;
    return { kind: "created", item: workspaceRow(row, "OWNER"), location };
  },
});

function rename(method: "patch" | "put"): Operation {
  return operation({
    ...described,
    method,
    path: "/workspaces/{id}",
    summary: "Rename a workspace",
    scope: writes,
    body: z.object({ name: method === "put" ? name : name.optional() }),
    returns: { kind: "changed", schema: workspaceItem },
    errors: [400, 403, 404, 409],
    handle(call): Answer {
      const { service } = call;
      const id = call.params.id ?? "";
      const workspace = requireWriter(call, id);
      const changes: Row = { updated_at: service.clock.stamp() };
      if (call.body.name !== undefined) {
        changes.name = settledName(call, call.body.name, workspace.owner_id ?? null, id);
      }
      const row = service.store.table("workspaces").update(id, changes) ?? workspace;
      return { kind: "changed", item: workspaceRow(row, roleIn(call, id) ?? null) };
    },
  });
}

const remove = operation({
  ...described,
  method: "delete",
  path: "/workspaces/{id}",
  summary: "Delete a workspace and everything in it; only its owner may",
  scope: writes,
  returns: { kind: "deleted", schema: z.object({ success: z.boolean() }) },
  handle(call): Answer {
    const id = call.params.id ?? "";
    requireWorkspace(call, id, "MEMBER");
    if (roleIn(call, id) !== "OWNER") {
      throw new ApiError(call.service.variants.deleteNonOwner, "Only the owner may delete a workspace");
    }
    removeWorkspace(call.service.store, id);
    return { kind: "deleted" };
  },
});

/** The endpoints of api.md, "Workspaces". */
export const workspaces: Operation[] = [list, read, create, rename("patch"), rename("put"), remove];

/** A name as it will be stored, or 409 if the owner has another workspace of that name. */
function settledName({ service }: Call<unknown, unknown>, sent: string, ownerId: Json, id: string): string {
  const settled = service.variants.canonical ? String(canonicalRow({ name: sent }).name) : sent;
  const twin = service.store.table("workspaces").first({ owner_id: ownerId, name: settled });
  if (twin !== undefined && twin.id !== id && !service.variants.twins) {
    throw new ApiError(409, "The owner has a workspace of this name");
  }
  return settled;
}
