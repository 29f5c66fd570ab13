import { z } from "@hono/zod-openapi";
import { ApiError } from "../http/api-error.ts";
import { integer } from "./integer.ts";
import type { Resource } from "./resource.ts";

const type = z.enum(["SYSTEM", "USER", "ASSISTANT"]);
const environment = z.enum(["PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"]).nullable();

const fields = z.object({
  name: z.string(),
  content: z.string(),
  type: type.optional(),
  model_id: z.string().nullish(),
  is_global: z.boolean().optional(),
  enabled: z.boolean().optional(),
  position: integer.optional(),
  environment: environment.optional(),
});

/** api.md, "Prompt". */
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
  item: z
    .object({
      id: z.string(),
      workspace_id: z.string(),
      model_id: z.string().nullable(),
      name: z.string(),
      content: z.string(),
      type,
      is_global: z.boolean(),
      enabled: z.boolean(),
      position: integer,
      environment,
      created_at: z.string(),
      updated_at: z.string(),
    })
    .openapi("Prompt"),
  compose(draft, { service }) {
    const { model_id = null, workspace_id = null } = draft;
    const models = service.store.table("models");
    if (model_id !== null && models.first({ id: model_id, workspace_id }) === undefined) {
      throw new ApiError(service.variants.badReference, "There is no such Model in the workspace");
    }
    return draft;
  },
};
