import { z } from "@hono/zod-openapi";
import type { Call } from "../http/operation.ts";
import { ApiError } from "../http/reply.ts";
import type { Row } from "../json.ts";
import type { Service } from "../service.ts";
import { integer, type Resource, stamps } from "./resource.ts";

const fields = z.object({
  provider_id: z.string(),
  name: z.string(),
  display_name: z.string(),
  type: z.enum(["chat", "embedding", "moderation", "vision", "audio", "image"]),
  input_cost: z.number(),
  output_cost: z.number(),
  context_window: integer,
  api_name: z.string().optional(),
});

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
  item: fields
    .required()
    .extend({
      id: z.string(),
      user_id: z.string(),
      api_name: z.string().nullable(),
      gateway_name: z.string(),
      ...stamps,
    })
    .openapi("Model"),
  compose(draft, { service }) {
    const { provider_id = null, workspace_id = null } = draft;
    const provider = service.store.table("providers").first({ id: provider_id, workspace_id });
    if (provider === undefined) {
      throw new ApiError(service.variants.badReference, "There is no such Provider in the workspace");
    }
    const gateway_name = gatewayName(service, provider, draft);
    const twin = service.store.table("models").first({ workspace_id, gateway_name });
    if (!service.variants.gatewayNameTwins && twin !== undefined && twin.id !== draft.id) {
      throw new ApiError(409, "A Model with this gateway_name exists in the workspace");
    }
    return { ...draft, gateway_name };
  },
  represent(row, { modelWorkspaceId }) {
    if (modelWorkspaceId) return row;
    const { workspace_id, ...shown } = row;
    return shown;
  },
  removed: detachPrompts,
};

/** Deletes a model as part of the deletion of its provider. */
export function removeModel(row: Row, call: Call): void {
  call.service.store.table("models").remove(String(row.id));
  detachPrompts(row, call);
}

function detachPrompts(row: Row, { service }: Call): void {
  const prompts = service.store.table("prompts");
  for (const prompt of prompts.find({ model_id: row.id ?? "" })) {
    prompts.update(String(prompt.id), { model_id: null, updated_at: service.clock.stamp() });
  }
}

/** What callers of the inference gateway send to reach a model (the API's section "Model": its making is not shown). */
function gatewayName({ variants }: Service, provider: Row, model: Row): string {
  return variants.gatewayName === "name" ? String(model.name) : `${provider.name}/${model.name}`;
}

/** Gives the models of a provider, whose name may have changed, the gateway names that follow from it. */
export function renameInGateway(provider: Row, { service }: Call): void {
  const models = service.store.table("models");
  for (const model of models.find({ provider_id: provider.id ?? "" })) {
    const gateway_name = gatewayName(service, provider, model);
    if (gateway_name !== model.gateway_name) models.update(String(model.id), { gateway_name });
  }
}
