import { z } from "@hono/zod-openapi";
import type { Call } from "../http/operation.ts";
import type { Row } from "../json.ts";
import type { Resource } from "./resource.ts";
import { anyObject, inWorkspace } from "./row-schema.ts";

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
  stored: takeDefault,
};

function takeDefault({ id, workspace_id, is_default }: Row, { service }: Call): void {
  if (is_default !== true || !service.variants.exclusiveDefault) return;
  const configs = service.store.table("configs");
  for (const former of configs.find({ workspace_id: workspace_id ?? null, is_default: true })) {
    if (former.id === id) continue;
    configs.update(String(former.id), { is_default: false, updated_at: service.clock.stamp() });
  }
}
