import { z } from "@hono/zod-openapi";
import type { Json, Row } from "../json.ts";
import type { Store } from "../store/store.ts";

const stats = z.object({
  member_count: z.int(),
  prompt_count: z.int(),
  config_count: z.int(),
  mapping_count: z.int(),
  provider_count: z.int(),
});

/** A workspace as a response shows it; `stats` are on list rows only (api.md, "Workspace"). */
export const workspaceItem = z.object({
  id: z.string(),
  name: z.string(),
  owner_id: z.string(),
  my_role: z.string().nullable(),
  stats: stats.optional(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** A stored workspace without the fields that other endpoints show. */
export function workspaceRow(row: Row, myRole: Json): Row {
  const { budget, current_spend, created_at, updated_at, ...rest } = row;
  return { ...rest, my_role: myRole, created_at: created_at ?? null, updated_at: updated_at ?? null };
}

/** How much is in a workspace. */
export function workspaceStats(store: Store, workspaceId: string): Row {
  const filter = { workspace_id: workspaceId };
  return {
    member_count: store.table("members").count(filter),
    prompt_count: store.table("prompts").count(filter),
    config_count: store.table("configs").count(filter),
    mapping_count: store.table("mappings").count(filter),
    provider_count: store.table("providers").count(filter),
  };
}
