import { z } from "zod";
import { created } from "../lifecycle/created.js";
import { collection } from "../lifecycle/endpoints.js";
import { kind } from "../lifecycle/kind.js";
import { type ArgsOf, resource } from "../lifecycle/resource.js";
import { timestamps } from "./fields.js";

/** Groups providers, models, prompts, mappings, configs and indexes (api.md, "Workspace"). */
export const workspace = kind("Workspace", {
  source: created,
  endpoints: collection("/workspaces", { update: true }),
  scope: "workspaces",
  naturalKey: ["name"],
  inputs: z.strictObject({
    /** 1 to 128 characters (api.md, "Limits" 3). */
    name: z.string().min(1).max(128),
  }),
  outputs: z.object({
    /** Account id of the owner. */
    ownerId: z.string(),
    ...timestamps,
  }),
});

export interface WorkspaceArgs extends ArgsOf<typeof workspace> {}

/**
 * A workspace: what groups everything else (api.md, "Workspace").
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
