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
    workspaceId: workspaceId(),
    /** Incoming model name that callers send, or a pattern for it. */
    sourceName: text(),
    /** Gateway name to route to. */
    targetModel: text(),
    /** Order of matching; lower runs first. */
    priority: z.int().optional(),
    enabled: z.boolean().optional(),
    /** Treat `sourceName` as a pattern instead of an exact match. */
    isPattern: z.boolean().optional(),
  }),
  outputs: z.object({ ...timestamps }),
});

export interface MappingArgs extends ArgsOf<typeof mapping> {}

/**
 * Points an incoming model name at a target model (api.md, "Mapping").
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
