import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, flags, kind } from "../spec/index.js";
import { scoped, text, timestamps, workspaceId } from "./shared.js";

/** A workflow that decides how requests are handled (the API's section "Config"). The API cannot update one. */
export const config = kind("Config", {
  source: created,
  endpoints: scoped("/configs", { update: false }),
  scope: "models",
  naturalKey: ["workspaceId", "name"],
  inputs: z.strictObject({
    /** Id of the workspace that it belongs to. */
    workspaceId: workspaceId(),
    /** Name of the config. Requests choose the config by it. */
    name: text(),
    /**
     * Description for people.
     *
     * @default the gateway's
     */
    description: z.string().nullish(),
    /**
     * Whether the config is active.
     *
     * @default the gateway's
     */
    enabled: z.boolean().optional(),
    /**
     * Whether requests that name no config use this one. The API does not say whether several configs of a
     * workspace can be the default: this package expects that another one may take the flag.
     *
     * @default the gateway's
     */
    isDefault: z
      .boolean()
      .register(flags, {
        exclusive:
          "the API does not say how requests that name no config are handled without a default config",
      })
      .optional(),
    /**
     * Workflow graph: any JSON object, sent as it is.
     *
     * @default an empty object
     */
    workflow: z.record(z.string(), z.unknown()).register(flags, { byDefault: {} }).optional(),
    /**
     * Order of a replacement. `deleteFirst` deletes the old config, then creates the new one. `createFirst`
     * is the other way round; it needs a gateway that allows two configs of the same name.
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
 * A workflow that decides how requests are handled in a workspace (the API's section "Config").
 *
 * - Replaced by a change of: everything except `replaceOrder`, `adopt`.
 * - On destroy: deleted.
 * - Scopes: `models:read`, `models:write`.
 * - Errors: a `name` that is taken (409): nothing is changed. The error names the id and what you can do:
 *   `adopt`, import or another name. If another config became the default, a refresh reports it and does not
 *   repair it.
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
