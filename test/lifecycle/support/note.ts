import { z } from "zod";
import { scoped } from "../../../provider/kinds/shared.js";
import { flags } from "../../../provider/spec/field.js";
import { kind } from "../../../provider/spec/kind.js";
import { created } from "../../../provider/spec/source.js";

/** A kind with every flag, which cannot be updated. */
export const note = kind("Note", {
  source: created,
  endpoints: scoped("/notes", { update: false }),
  scope: "notes",
  naturalKey: ["workspaceId", "name"],
  inputs: z.strictObject({
    workspaceId: z.string().register(flags, { replace: true }),
    name: z.string(),
    text: z.string().optional(),
    steps: z.array(z.string()).optional(),
    label: z.string().nullish(),
    tags: z.array(z.string()).register(flags, { unordered: true }).optional(),
    graph: z.record(z.string(), z.json()).optional(),
    weight: z.number().optional(),
    url: z.string().register(flags, { readAs: "baseUrl" }).optional(),
    key: z.string().register(flags, { secret: true, writeOnly: true }).nullish(),
    patience: z.number().register(flags, { local: true }).optional(),
  }),
  outputs: z.object({
    createdAt: z.string(),
    code: z.string().register(flags, { secret: true, createOnly: true }),
  }),
  volatile: z.object({ stats: z.number() }),
});
