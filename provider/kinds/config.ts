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
    /** Id of the workspace that it belongs to. */
    workspaceId: workspaceId(),
    /** Name, by which requests choose the config. */
    name: text(),
    /**
     * What people should know of it.
     *
     * @default the gateway's
     */
    description: z.string().nullish(),
    /**
     * Whether it is active.
     *
     * @default the gateway's
     */
    enabled: z.boolean().optional(),
    /**
     * Used when a request names no config; one config of a workspace has it.
     *
     * @default the gateway's
     */
    isDefault: z
      .boolean()
      .register(flags, {
        exclusive: "without a default config, requests that name none are handled by the gateway's own rules",
      })
      .optional(),
    /**
     * Workflow graph: any JSON object, sent as it is.
     *
     * @default an empty object
     */
    workflow: z.record(z.string(), z.unknown()).optional(),
    /**
     * What a replacement does first: `deleteFirst`, or, where the gateway allows two configs of a name, `createFirst`.
     *
     * @default `deleteFirst`
     */
    replaceOrder: z.enum(["deleteFirst", "createFirst"]).register(flags, { local: true }).optional(),
  }),
  outputs: z.object({ ...timestamps }),
  overlap: { input: "replaceOrder", value: "createFirst" },
});

/** What a {@link Config} is declared with: a name and a workflow graph. */
export interface ConfigArgs extends ArgsOf<typeof config> {}

/**
 * A workflow that decides how requests are handled in a workspace (api.md, "Config").
 *
 * - Replaced by a change of: everything but `replaceOrder`, `adopt`.
 * - On destroy: deleted.
 * - Scopes: `models:read`, `models:write`.
 * - Errors: a `name` that is taken (409): nothing is changed, and the error names the id and the ways on (`adopt`,
 *   import, another name); `isDefault` that was lost to another config is reported by a refresh, not repaired.
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
