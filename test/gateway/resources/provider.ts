import { z } from "@hono/zod-openapi";
import { renameInGateway } from "./gateway-name.ts";
import { integer } from "./integer.ts";
import { removeModel } from "./model.ts";
import type { Resource } from "./resource.ts";

const compatibility = z.enum(["OPENAI_SDK", "CEREBRAS", "NVIDIA_NIM", "DEEPSEEK"]);

const fields = z.object({
  name: z.string(),
  base_url: z.string(),
  priority: integer,
  compatibility,
  api_key: z.string().nullish(),
  model_options: z.array(z.string()).optional(),
});

/** api.md, "Provider". */
export const provider: Resource = {
  name: "Provider",
  table: "providers",
  path: "/providers",
  scope: "providers",
  fields,
  changes: fields.partial(),
  defaults: { api_key: null, model_options: [] },
  naturalKey: ["name"],
  item: z
    .object({
      id: z.string(),
      user_id: z.string(),
      workspace_id: z.string(),
      name: z.string(),
      base_url: z.string(),
      priority: integer,
      api_key: z.null(),
      compatibility,
      model_options: z.array(z.string()),
      created_at: z.string(),
      updated_at: z.string(),
    })
    .openapi("Provider"),
  sealed: ["api_key"],
  represent: (row) => ({ ...row, api_key: null }),
  stored: renameInGateway,
  removed(row, call) {
    for (const model of call.service.store.table("models").find({ provider_id: row.id ?? "" })) {
      removeModel(model, call);
    }
  },
};
