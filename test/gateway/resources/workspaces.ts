import { z } from "@hono/zod-openapi";
import { newId } from "../clock.ts";
import { type Call, deleted, type Operation, operation, scope } from "../http/operation.ts";
import { ApiError } from "../http/reply.ts";
import type { Json, Row } from "../json.ts";
import type { Store } from "../store/store.ts";
import { requireRow, requireWorkspace, requireWriter, roleIn } from "./access.ts";
import { resources } from "./objects.ts";
import { bodyRow, stamps } from "./resource.ts";
import { storedRow } from "./stored.ts";

/** An object that refers to another comes before it. */
const contents = [...resources.map(({ table }) => table).toReversed(), "workflows", "invitations", "members"];

export function removeWorkspace(store: Store, id: string): void {
  for (const name of contents) {
    const table = store.table(name);
    for (const row of table.find({ workspace_id: id })) table.remove(String(row.id));
  }
  store.table("workspaces").remove(id);
}

const described = { tag: "Workspaces", errors: [403, 404] };
const reads = scope("workspaces:read");
const writes = scope("workspaces:write");

/** 1 to 128 characters (the API's section "Limits", 3), counted as a person counts them. */
const name = z
  .string()
  .refine((value) => [...value].length >= 1 && [...value].length <= 128, "must have 1 to 128 characters")
  .openapi({ minLength: 1, maxLength: 128 });

const stats = z.object({
  member_count: z.int(),
  prompt_count: z.int(),
  config_count: z.int(),
  mapping_count: z.int(),
  provider_count: z.int(),
});

/** A workspace as a response shows it; `stats` are on list rows only (the API's section "Workspace"). */
const workspaceItem = z.object({
  id: z.string(),
  name: z.string(),
  owner_id: z.string(),
  my_role: z.string().nullable(),
  stats: stats.optional(),
  ...stamps,
});

const list = operation({
  ...described,
  method: "get",
  path: "/workspaces",
  summary: "List the workspaces that the account is a member of",
  scope: reads,
  returns: { kind: "list", schema: workspaceItem },
  handle(call) {
    const { store } = call.service;
    const asOf = call.asOf("workspaces", "list");
    const mine = store.table("members").find({ user_id: call.account.id }, asOf);
    const roles = new Map(mine.map((member) => [String(member.workspace_id), member.role ?? null]));
    const items = store
      .table("workspaces")
      .find({}, asOf)
      .filter((row) => roles.has(String(row.id)))
      .map((row) => ({ ...shown(row, roles.get(String(row.id))), stats: statsOf(store, String(row.id)) }));
    return { kind: "list", items };
  },
});

const read = operation({
  ...described,
  method: "get",
  path: "/workspaces/{id}",
  summary: "Read one workspace",
  scope: reads,
  returns: { kind: "single", schema: workspaceItem },
  handle(call) {
    const id = call.params.id ?? "";
    const asOf = call.asOf("workspaces", "single");
    const role = roleIn(call, id, asOf);
    if (role === undefined) requireWorkspace(call, id, "MEMBER");
    return { kind: "single", item: shown(requireRow(call, "workspaces", { id }, asOf), role) };
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
  handle(call) {
    const { service, account } = call;
    const id = newId(service.variants);
    const created_at = service.clock.stamp();
    const name = String(storedRow(call.body, service.variants, "create").name ?? "");
    refuseTwin(call, name, account.id, id);
    const owned = { id, name, owner_id: account.id, created_at, updated_at: created_at };
    const row = service.store.table("workspaces").insert({ ...owned, budget: 0, current_spend: 0 });
    const member = { id: newId(service.variants), workspace_id: id, user_id: account.id, created_at };
    const members = service.store.table("members");
    members.insert({ ...member, role: "OWNER" });
    for (const username of service.settings.members) {
      const { id: user_id } = service.accounts.find(username) ?? service.accounts.add(username);
      if (user_id !== account.id) {
        members.insert({ ...member, id: newId(service.variants), user_id, role: "MEMBER" });
      }
    }
    const location = `/api/v1/workspaces/${encodeURIComponent(id)}`;
    return { kind: "created", item: shown(row, "OWNER"), location };
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
    handle(call) {
      const { service } = call;
      const id = call.params.id ?? "";
      const workspace = requireWriter(call, id);
      const { name = workspace.name } = storedRow(bodyRow(call.body), service.variants, "change");
      const changed = { name: String(name), updated_at: service.clock.stamp() };
      refuseTwin(call, changed.name, workspace.owner_id ?? null, id);
      const row = service.store.table("workspaces").update(id, changed) ?? workspace;
      return { kind: "changed", item: shown(row, roleIn(call, id)) };
    },
  });
}

const remove = operation({
  ...described,
  method: "delete",
  path: "/workspaces/{id}",
  summary: "Delete a workspace and everything in it; only its owner may",
  scope: writes,
  returns: deleted,
  handle(call) {
    const id = call.params.id ?? "";
    requireWorkspace(call, id, "MEMBER");
    if (roleIn(call, id) !== "OWNER") {
      throw new ApiError(call.service.variants.deleteNonOwner, "Only the owner may delete a workspace");
    }
    removeWorkspace(call.service.store, id);
    return { kind: "deleted" };
  },
});

export const workspaces: Operation[] = [list, read, create, rename("patch"), rename("put"), remove];

function refuseTwin({ service }: Call, name: string, ownerId: Json, id: string): void {
  const twin = service.store.table("workspaces").first({ owner_id: ownerId, name });
  if (twin !== undefined && twin.id !== id && service.variants.twins !== true) {
    throw new ApiError(409, "The owner has a workspace of this name");
  }
}

/** A stored workspace without the fields that other endpoints show. */
function shown({ budget, current_spend, created_at, updated_at, ...rest }: Row, my_role: Json = null): Row {
  return { ...rest, my_role, created_at: created_at ?? null, updated_at: updated_at ?? null };
}

function statsOf(store: Store, workspace_id: string): z.infer<typeof stats> {
  const count = (table: string) => store.table(table).count({ workspace_id });
  return {
    member_count: count("members"),
    prompt_count: count("prompts"),
    config_count: count("configs"),
    mapping_count: count("mappings"),
    provider_count: count("providers"),
  };
}
