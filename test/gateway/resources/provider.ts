import { z } from "@hono/zod-openapi";
import { removeModel, renameInGateway } from "./model.ts";
import { integer, inWorkspace, type Resource } from "./resource.ts";

const fields = z.object({
  name: z.string(),
  base_url: z.string(),
  priority: integer,
  compatibility: z.enum(["OPENAI_SDK", "CEREBRAS", "NVIDIA_NIM", "DEEPSEEK"]),
  api_key: z.string().nullish(),
  model_options: z.array(z.string()).optional(),
});

export const provider: Resource = {
  name: "Provider",
  table: "providers",
  path: "/providers",
  scope: "providers",
  fields,
  changes: fields.partial(),
  defaults: { api_key: null, model_options: [] },
  naturalKey: ["name"],
  item: fields
    .required()
    .extend({ ...inWorkspace, user_id: z.string(), api_key: z.null() })
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
