import { ApiError } from "../http/api-error.ts";
import type { Call } from "../http/operation.ts";
import { newId } from "../ids.ts";
import type { Row } from "../json.ts";
import type { Resource } from "./resource.ts";
import { storedRow } from "./stored.ts";

/** Stores a new object made of the fields that were sent. */
export function createObject(resource: Resource, call: Call, workspaceId: string, sent: Row): Row {
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

/** Stores the fields that were sent over those of an object. */
export function changeObject(resource: Resource, call: Call, current: Row, sent: Row): Row {
  const { service } = call;
  const fixed = Object.fromEntries((resource.fixed ?? []).map((field) => [field, current[field] ?? null]));
  const { id, created_at, ...rest } = composed(resource, call, {
    ...current,
    ...settled(resource, sent, call, "change"),
    ...fixed,
    updated_at: service.clock.stamp(),
  });
  const row = service.store.table(resource.table).update(String(id), rest);
  if (row === undefined) throw new ApiError(404, `There is no such ${resource.name}`);
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
    throw new ApiError(409, `A ${name} with this ${fields.join(" and ")} exists in the workspace`);
  }
}
