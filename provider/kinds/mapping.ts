import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, field, harmless, kind } from "../spec/index.js";
import { isUnknown, type Values } from "../spec/values.js";
import type { Json } from "../text/json.js";
import { oddSource } from "../text/patterns.js";
import { emptiness, scoped, text, timestamps, workspaceId } from "./shared.js";

function odd(sourceName: Json, { isPattern = false }: Values): string | undefined {
  const isKnown = typeof sourceName === "string" && !isUnknown(isPattern);
  return emptiness(sourceName) ?? (isKnown ? oddSource(sourceName, isPattern === true) : undefined);
}

/** A rule that sends requests for one model name to a target model (API document, section "Mapping"). */
export const mapping = kind("Mapping", {
  source: created,
  endpoints: scoped("/mappings", { update: true }),
  scope: "mapping",
  naturalKey: ["workspaceId", "sourceName"],
  distinguishedBy: ["priority", "isPattern"],
  inputs: z.strictObject({
    /** Id of the workspace that the mapping belongs to. */
    workspaceId: workspaceId(),
    /** Model name that callers send, or a pattern for such names. */
    sourceName: text({ doubt: odd, danger: harmless }),
    /** The `gatewayName` of the model that receives the requests. */
    targetModel: text({
      refers: {
        list: "/models",
        to: "gatewayName",
        more: { list: "/providers", field: "modelOptions" },
        when: "enabled",
      },
      danger: harmless,
    }),
    /**
     * Matching order: mappings with a lower number are tried first.
     *
     * @default set by the gateway
     */
    priority: field(z.int(), { danger: harmless }).optional(),
    /**
     * Whether the mapping is active.
     *
     * @default set by the gateway
     */
    enabled: field(z.boolean(), { danger: harmless }).optional(),
    /**
     * Whether `sourceName` is a pattern. If not, it matches only the exact name.
     *
     * @default set by the gateway
     */
    isPattern: field(z.boolean(), { danger: harmless }).optional(),
  }),
  /** Reviews report route by route how a changed mapping affects requests. */
  danger: { create: [], delete: [] },
  outputs: z.object({ ...timestamps }),
});

/** The arguments of a {@link Mapping}: a name to match and the model to route to. */
export interface MappingArgs extends ArgsOf<typeof mapping> {}

/**
 * A rule that sends requests for one model name to a target model.
 *
 * - Replaced on changes to: `workspaceId`.
 * - On destroy: deleted.
 * - Scopes: `mapping:read`, `mapping:write`.
 * - Errors: the `sourceName` is already taken (409). Nothing is changed; the error shows the existing
 *   object's id and your options: `adopt`, import or a different name. You can declare several mappings with
 *   the same `sourceName` that differ in `priority` or `isPattern`, such as a chain of fallbacks. The gateway
 *   decides whether to accept them.
 *
 * @example
 * ```ts
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
