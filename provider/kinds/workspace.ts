import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { collection, created, flags, kind } from "../spec/index.js";
import { emptiness, timestamps } from "./shared.js";

/** Groups providers, models, prompts, mappings, configs and indexes (api.md, "Workspace"). */
export const workspace = kind("Workspace", {
  source: created,
  endpoints: collection("/workspaces", { update: true }),
  scope: "workspaces",
  naturalKey: ["name"],
  inputs: z.strictObject({
    /** Name of the workspace, 1 to 128 characters (api.md, "Limits" 3). */
    name: z.string().min(1).max(128).register(flags, { doubt: emptiness }),
    /**
     * Allows destroying the workspace with all that is in it; has to be applied before.
     *
     * @default false
     */
    forceDestroy: z.boolean().register(flags, { local: true }).optional(),
  }),
  outputs: z.object({
    /** Account id of the owner. */
    ownerId: z.string(),
    ...timestamps,
  }),
  volatile: z.object({
    /** The caller's role; on list rows. */
    myRole: z.string(),
    /** Counts of what the workspace holds; on list rows. */
    stats: z.object({
      memberCount: z.int(),
      promptCount: z.int(),
      configCount: z.int(),
      mappingCount: z.int(),
      providerCount: z.int(),
    }),
  }),
  guard: {
    unless: "forceDestroy",
    counts: {
      "/providers": "provider_count",
      "/prompts": "prompt_count",
      "/mappings": "mapping_count",
      "/configs": "config_count",
      "/workspaces/{workspaceId}/members": "member_count",
    },
    harmless: [{ what: "workflow", list: "/workflows", scope: "models:read" }],
  },
});

/** What a {@link Workspace} is declared with: its name. */
export interface WorkspaceArgs extends ArgsOf<typeof workspace> {}

/**
 * A workspace: what groups everything else (api.md, "Workspace").
 *
 * - Replaced by a change of: nothing.
 * - On destroy: deleted, if nothing is left in it or `forceDestroy` was applied before.
 * - Scopes: `workspaces:read`, `workspaces:write`; to see that it is empty also the `:read` of every kind that belongs to a
 *   workspace.
 * - Errors: a `name` that is taken (409): nothing is changed, and the error names the id and the ways on (`adopt`,
 *   import, another name); a destroy of one that still holds something says what; only the owner may delete it.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * export const workspaceId = team.id;
 * ```
 */
export class Workspace extends resource(workspace) {}
