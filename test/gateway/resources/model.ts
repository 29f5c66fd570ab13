import { z } from "@hono/zod-openapi";
import { ApiError } from "../http/api-error.ts";
import type { Call } from "../http/operation.ts";
import type { Row } from "../json.ts";
import { gatewayName } from "./gateway-name.ts";
import { integer } from "./integer.ts";
import type { Resource } from "./resource.ts";

const type = z.enum(["chat", "embedding", "moderation", "vision", "audio", "image"]);

const fields = z.object({
  provider_id: z.string(),
  name: z.string(),
  display_name: z.string(),
  type,
  input_cost: z.number(),
  output_cost: z.number(),
  context_window: integer,
  api_name: z.string().optional(),
});

/** api.md, "Model". */
export const model: Resource = {
  name: "Model",
  table: "models",
  path: "/models",
  scope: "models",
  fields,
  changes: fields.omit({ provider_id: true }).partial(),
  fixed: ["provider_id"],
  defaults: { api_name: null },
  naturalKey: ["provider_id", "name"],
  item: z
    .object({
      id: z.string(),
      user_id: z.string(),
      provider_id: z.string(),
      name: z.string(),
      display_name: z.string(),
      api_name: z.string().nullable(),
      type,
      input_cost: z.number(),
      output_cost: z.number(),
      gateway_name: z.string(),
      context_window: integer,
      created_at: z.string(),
      updated_at: z.string(),
    })
    .openapi("Model"),
  compose(draft, { service }) {
    const { provider_id = null, workspace_id = null } = draft;
    const provider = service.store.table("providers").first({ id: provider_id, workspace_id });
    if (provider === undefined) {
      throw new ApiError(service.variants.badReference, "There is no such Provider in the workspace");
    }
    return { ...draft, gateway_name: gatewayName(service, provider, draft) };
  },
  represent(row, { modelWorkspaceId }) {
    if (modelWorkspaceId) return row;
    const { workspace_id, ...shown } = row;
    return shown;
  },
  removed: detachPrompts,
};

/** Deletes a model as part of the deletion of its provider. */
export function removeModel(row: Row, call: Call<unknown, unknown>): void {
  call.service.store.table("models").remove(String(row.id));
  detachPrompts(row, call);
}

function detachPrompts(row: Row, { service }: Call<unknown, unknown>): void {
  const prompts = service.store.table("prompts");
  for (const prompt of prompts.find({ model_id: row.id ?? "" })) {
    prompts.update(String(prompt.id), { model_id: null, updated_at: service.clock.stamp() });
  }
}
