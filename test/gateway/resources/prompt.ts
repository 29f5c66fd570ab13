import { z } from "@hono/zod-openapi";
import { ApiError } from "../http/reply.ts";
import { integer, inWorkspace, type Resource } from "./resource.ts";

const fields = z.object({
  name: z.string(),
  content: z.string(),
  type: z.enum(["SYSTEM", "USER", "ASSISTANT"]).optional(),
  model_id: z.string().nullish(),
  is_global: z.boolean().optional(),
  enabled: z.boolean().optional(),
  position: integer.optional(),
  environment: z.enum(["PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"]).nullish(),
});

export const prompt: Resource = {
  name: "Prompt",
  table: "prompts",
  path: "/prompts",
  scope: "prompts",
  fields,
  changes: fields.partial(),
  defaults: {
    model_id: null,
    type: "SYSTEM",
    is_global: false,
    enabled: true,
    position: 0,
    environment: null,
  },
  naturalKey: ["name"],
  distinguishedBy: ["environment", "model_id"],
  item: fields.required().extend(inWorkspace).openapi("Prompt"),
  compose(draft, { service }) {
    const { model_id = null, workspace_id = null } = draft;
    const models = service.store.table("models");
    if (model_id !== null && models.first({ id: model_id, workspace_id }) === undefined) {
      throw new ApiError(service.variants.badReference, "There is no such Model in the workspace");
    }
    return draft;
  },
};
