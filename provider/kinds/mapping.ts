import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, kind } from "../spec/index.js";
import { scoped, text, timestamps, workspaceId } from "./shared.js";

/** Points an incoming model name at a target model (api.md, "Mapping"). */
export const mapping = kind("Mapping", {
  source: created,
  endpoints: scoped("/mappings", { update: true }),
  scope: "mapping",
  naturalKey: ["workspaceId", "sourceName"],
  inputs: z.strictObject({
    /** Id of the workspace that it belongs to. */
    workspaceId: workspaceId(),
    /** Incoming model name that callers send, or a pattern for it. */
    sourceName: text(),
    /** Gateway name to route to: the `gatewayName` of a model. */
    targetModel: text(),
    /**
     * Order of matching; lower runs first.
     *
     * @default the gateway's
     */
    priority: z.int().optional(),
    /**
     * Whether it is active.
     *
     * @default the gateway's
     */
    enabled: z.boolean().optional(),
    /**
     * Treat `sourceName` as a pattern instead of an exact match.
     *
     * @default the gateway's
     */
    isPattern: z.boolean().optional(),
  }),
  outputs: z.object({ ...timestamps }),
});

/** What a {@link Mapping} is declared with: a name to match and the model to route to. */
export interface MappingArgs extends ArgsOf<typeof mapping> {}

/**
 * Points an incoming model name at a target model (api.md, "Mapping").
 *
 * - Replaced by a change of: `workspaceId`.
 * - On destroy: deleted.
 * - Scopes: `mapping:read`, `mapping:write`.
 * - Errors: a `sourceName` that is taken (409): nothing is changed, and the error names the id and the ways on
 *   (`adopt`, import, another name).
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Mapping("default", {
 *   workspaceId: team.id,
 *   sourceName: "gpt-.*",
 *   targetModel: "openai/gpt-4.1",
 *   isPattern: true,
 *   priority: 10,
 * });
 * ```
 */
export class Mapping extends resource(mapping) {}
