import { z } from "@hono/zod-openapi";
import type { Call } from "../http/operation.ts";
import { ApiError } from "../http/reply.ts";
import { isObject, type Row } from "../json.ts";
import { anyObject, inWorkspace, type Resource } from "./resource.ts";

const fields = z.object({
  name: z.string(),
  description: z.string().nullish(),
  enabled: z.boolean().optional(),
  is_default: z.boolean().optional(),
  workflow: anyObject.optional(),
});

/** The API's section "Config"; configs have no update endpoint. */
export const config: Resource = {
  name: "Config",
  table: "configs",
  path: "/configs",
  scope: "models",
  fields,
  changes: null,
  defaults: { description: null, enabled: true, is_default: false, workflow: {} },
  naturalKey: ["name"],
  item: fields.required().extend(inWorkspace).openapi("Config"),
  compose(draft, { service }) {
    const { workflow } = draft;
    if (service.variants.workflow === "steps" && !(isObject(workflow) && "steps" in workflow)) {
      throw new ApiError(400, "workflow must have steps");
    }
    return draft;
  },
  stored: takeDefault,
  refuseRemoval({ is_default }, { service }) {
    if (is_default === true && !service.variants.deleteDefault) {
      throw new ApiError(409, "The default config cannot be deleted");
    }
  },
};

function takeDefault({ id, workspace_id, is_default }: Row, { service }: Call): void {
  if (is_default !== true || !service.variants.exclusiveDefault) return;
  const configs = service.store.table("configs");
  for (const former of configs.find({ workspace_id: workspace_id ?? null, is_default: true })) {
    if (former.id === id) continue;
    configs.update(String(former.id), { is_default: false, updated_at: service.clock.stamp() });
  }
}
