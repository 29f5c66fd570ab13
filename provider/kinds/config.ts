import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, flags, kind } from "../spec/index.js";
import { scoped, text, timestamps, workspaceId } from "./shared.js";

/** Holds a workflow that decides how requests are handled (api.md, "Config"). The API has no update of one. */
export const config = kind("Config", {
  source: created,
  endpoints: scoped("/configs", { update: false }),
  scope: "models",
  naturalKey: ["workspaceId", "name"],
  inputs: z.strictObject({
    workspaceId: workspaceId(),
    name: text(),
    description: z.string().nullish(),
    enabled: z.boolean().optional(),
    /** Used when a request names no config. */
    isDefault: z
      .boolean()
      .register(flags, {
        exclusive: "without a default config, requests that name none are handled by the gateway's own rules",
      })
      .optional(),
    /** Workflow graph: any JSON object, sent as it is. */
    workflow: z.record(z.string(), z.unknown()).optional(),
    /**
     * `deleteFirst` (the default) or, where the gateway allows two configs of a name, `createFirst`: what a change,
     * which always makes a new config, does first.
     */
    replaceOrder: z.enum(["deleteFirst", "createFirst"]).register(flags, { local: true }).optional(),
  }),
  outputs: z.object({ ...timestamps }),
  overlap: { input: "replaceOrder", value: "createFirst" },
});

export interface ConfigArgs extends ArgsOf<typeof config> {}

/**
 * A workflow that decides how requests are handled in a workspace (api.md, "Config"). The API cannot update one, so
 * every change replaces it: while its name stays, the old one is deleted first.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Config("standard", { workspaceId: team.id, name: "standard", isDefault: true, workflow: { steps: [] } });
 * ```
 */
export class Config extends resource(config) {}
