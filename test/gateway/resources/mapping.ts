import { z } from "@hono/zod-openapi";
import { RE2JS } from "re2js";
import { ApiError } from "../http/reply.ts";
import { integer, inWorkspace, type Resource } from "./resource.ts";

const fields = z.object({
  source_name: z.string(),
  target_model: z.string(),
  priority: integer.optional(),
  enabled: z.boolean().optional(),
  is_pattern: z.boolean().optional(),
});

export const mapping: Resource = {
  name: "Mapping",
  table: "mappings",
  path: "/mappings",
  scope: "mapping",
  fields,
  changes: fields.partial(),
  defaults: { priority: 0, enabled: true, is_pattern: false },
  naturalKey: ["source_name"],
  distinguishedBy: ["priority", "is_pattern"],
  item: fields.required().extend(inWorkspace).openapi("Mapping"),
  compose(draft) {
    if (draft.is_pattern === true) refuseBrokenPattern(String(draft.source_name));
    return draft;
  },
};

function refuseBrokenPattern(pattern: string): void {
  try {
    RE2JS.compile(pattern);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ApiError(400, "The request is invalid", { problems: [{ field: "source_name", message }] });
  }
}
