import { z } from "zod";
import { newId } from "../clock.ts";
import { type Call, type Operation, operation, scope } from "../http/operation.ts";
import { ApiError } from "../http/reply.ts";
import type { Row } from "../json.ts";
import { isAbsentButEmpty, requireRow, requireWorkspace, requireWriter } from "./access.ts";
import { bodyRow, type Resource } from "./kinds.ts";
import { storedRow } from "./stored.ts";

function createObject(resource: Resource, call: Call, workspaceId: string, sent: Row): Row {
  const { service, account } = call;
  const now = service.clock.stamp();
  const draft = composed(resource, call, {
    id: newId(service.variants),
    ...("user_id" in resource.item.shape ? { user_id: account.id } : {}),
    workspace_id: workspaceId,
    ...resource.defaults,
    ...settled(resource, sent, call, "create"),
    created_at: now,
    updated_at: now,
  });
  const row = service.store.table(resource.table).insert(draft);
  resource.stored?.(row, call);
  return row;
}

function changeObject(resource: Resource, call: Call, current: Row, sent: Row): Row {
  const { service } = call;
  const fixed = Object.fromEntries((resource.fixed ?? []).map((field) => [field, current[field] ?? null]));
  const { id, created_at, ...rest } = composed(resource, call, {
    ...current,
    ...settled(resource, sent, call, "change"),
    ...fixed,
    updated_at: service.clock.stamp(),
  });
  const row = service.store.table(resource.table).update(String(id), rest);
  if (row === undefined) throw new ApiError(404, `The ${resource.name} does not exist`);
  resource.stored?.(row, call);
  return row;
}

function settled({ sealed = [] }: Resource, sent: Row, { service }: Call, on: "create" | "change"): Row {
  const row = storedRow(sent, service.variants, on);
  for (const field of sealed) {
    const plain = row[field];
    if (typeof plain === "string") row[field] = service.vault.seal(plain);
  }
  return row;
}

function composed(resource: Resource, call: Call, draft: Row): Row {
  const whole = resource.compose?.(draft, call) ?? draft;
  refuseTwin(resource, call, whole);
  return whole;
}

function refuseTwin(resource: Resource, { service }: Call, row: Row): void {
  const { table, name, naturalKey, distinguishedBy = [] } = resource;
  const { twins } = service.variants;
  if (twins === true) return;
  const fields = [...naturalKey, ...(twins === "distinct" ? distinguishedBy : [])];
  const key = Object.fromEntries(["workspace_id", ...fields].map((field) => [field, row[field] ?? null]));
  const rows = service.store.table(table);
  const hasKey = (each: Row) => Object.keys(key).every((field) => each[field] === key[field]);
  const twin = rows.first(key) ?? rows.removedLately(service.variants.nameHeldMs).find(hasKey);
  if (twin !== undefined && twin.id !== row.id) {
    throw new ApiError(409, `A ${name} with this ${fields.join(" and ")} already exists in the workspace`);
  }
}

const scoped = z.object({ workspace_id: z.string() });

const maybeScoped = z.object({ workspace_id: z.string().optional() });

/** The endpoints of a resource that belongs to workspaces (the API's section "Workspace-scoped resources"). */
export function collection(resource: Resource): Operation[] {
  const { table, fields, changes, defaults } = resource;
  const [path, itemPath] = [`/${table}`, `/${table}/{id}`];
  const [reads, writes] = [scope(`${resource.scope}:read`), scope(`${resource.scope}:write`)];
  const found = (call: Call, workspace_id: string, asOf?: number) =>
    requireRow(call, table, { id: call.params.id ?? "", workspace_id }, asOf);
  const shown = (row: Row, { service }: Call) => resource.represent?.(row, service.variants) ?? row;

  const list = operation("get", path, {
    scope: reads,
    query: scoped,
    handle(call) {
      const { workspace_id } = call.query;
      if (isAbsentButEmpty(call, workspace_id)) return { kind: "list", items: [] };
      requireWorkspace(call, workspace_id, "MEMBER");
      const rows = call.service.store.table(table).find({ workspace_id }, call.asOf(table, "list"));
      return { kind: "list", items: rows.map((row) => shown(row, call)) };
    },
  });
  const read = operation("get", itemPath, {
    scope: reads,
    query: scoped,
    handle(call) {
      requireWorkspace(call, call.query.workspace_id, "MEMBER");
      const row = found(call, call.query.workspace_id, call.asOf(table, "single"));
      return { kind: "single", item: shown(row, call) };
    },
  });
  const create = operation("post", path, {
    scope: writes,
    body: scoped.extend(fields.shape),
    handle(call) {
      const { workspace_id, ...sent } = bodyRow(call.body);
      requireWriter(call, String(workspace_id));
      const row = createObject(resource, call, String(workspace_id), sent);
      const location = `/api/v1/${table}/${encodeURIComponent(String(row.id))}`;
      return { kind: "created", item: shown(row, call), location };
    },
  });
  const change = (method: "patch" | "put", body: z.ZodObject) =>
    operation(method, itemPath, {
      scope: writes,
      body: scoped.extend(body.shape),
      handle(call) {
        const { workspace_id, ...sent } = bodyRow(call.body);
        requireWriter(call, String(workspace_id));
        const current = found(call, String(workspace_id));
        const replaces = method === "put" && call.service.variants.put === "replace";
        const row = changeObject(resource, call, current, replaces ? { ...defaults, ...sent } : sent);
        return { kind: "changed", item: shown(row, call) };
      },
    });
  const remove = operation("delete", itemPath, {
    scope: writes,
    query: maybeScoped,
    body: maybeScoped.optional(),
    handle(call) {
      const { id = "" } = call.params;
      const workspaceId = deletedScope(call) ?? requireRow(call, table, { id }).workspace_id;
      requireWriter(call, String(workspaceId));
      const row = found(call, String(workspaceId));
      resource.refuseRemoval?.(row, call);
      call.service.store.table(table).remove(String(row.id));
      resource.removed?.(row, call);
      return { kind: "deleted" };
    },
  });
  const updates = changes && [change("patch", changes), change("put", fields)];
  return [list, read, create, remove, ...(updates ?? [])];
}

type MaybeInWorkspace = z.infer<typeof maybeScoped>;

/**
 * The `workspace_id` of a DELETE, from the place that the variant specifies (the API's section "Gaps common
 * to endpoints"). Undefined if the variant needs none.
 */
function deletedScope(call: Call<MaybeInWorkspace, MaybeInWorkspace | undefined>): string | undefined {
  const { deleteScope, deleteScopeStatus } = call.service.variants;
  if (deleteScope === "none") return undefined;
  const inBody = call.body?.workspace_id;
  const inQuery = call.query.workspace_id;
  const workspaceId = { body: inBody, query: inQuery, either: inBody ?? inQuery }[deleteScope];
  if (workspaceId === undefined) throw new ApiError(deleteScopeStatus, "workspace_id is missing");
  return workspaceId;
}
