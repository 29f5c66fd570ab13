import { z } from "@hono/zod-openapi";
import { ApiError } from "../http/api-error.ts";
import type { Call } from "../http/operation.ts";

const maybeScope = z.object({ workspace_id: z.string().optional() });

/** What every DELETE of an object in a workspace takes and returns. */
export const deletion = {
  method: "delete" as const,
  query: maybeScope,
  body: maybeScope.optional(),
  returns: { kind: "deleted" as const, schema: z.object({ success: z.boolean() }) },
};

type MaybeScope = z.infer<typeof maybeScope>;

/**
 * The `workspace_id` of a DELETE, from where the variant looks for it (api.md, "Gaps common to endpoints");
 * undefined when the variant needs none.
 */
export function deletedScope(call: Call<MaybeScope, MaybeScope | undefined>): string | undefined {
  const { deleteScope, deleteScopeStatus } = call.service.variants;
  const places = {
    body: call.body?.workspace_id,
    query: call.query.workspace_id,
    either: call.body?.workspace_id ?? call.query.workspace_id,
  };
  if (deleteScope === "none") return undefined;
  const workspaceId = places[deleteScope];
  if (workspaceId === undefined) throw new ApiError(deleteScopeStatus, "workspace_id is missing");
  return workspaceId;
}
