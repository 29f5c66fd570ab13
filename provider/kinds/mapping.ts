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

/** A rule that sends requests for one model name to a target model (the API's section "Mapping"). */
export const mapping = kind("Mapping", {
  source: created,
  endpoints: scoped("/mappings", { update: true }),
  scope: "mapping",
  naturalKey: ["workspaceId", "sourceName"],
  distinguishedBy: ["priority", "isPattern"],
  inputs: z.strictObject({
    /** Id of the workspace that it belongs to. */
    workspaceId: workspaceId(),
    /** Model name that callers send, or a pattern for such names. */
    sourceName: text({ doubt: odd, danger: harmless }),
    /** Name of the model that gets the request: its `gatewayName`. */
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
     * Order of matching: a mapping with a lower number is tried first.
     *
     * @default the gateway's
     */
    priority: field(z.int(), { danger: harmless }).optional(),
    /**
     * Whether the mapping is active.
     *
     * @default the gateway's
     */
    enabled: field(z.boolean(), { danger: harmless }).optional(),
    /**
     * Whether `sourceName` is a pattern. Otherwise it must be the exact name.
     *
     * @default the gateway's
     */
    isPattern: field(z.boolean(), { danger: harmless }).optional(),
  }),
  /** What a change of one does to requests is told route by route. */
  danger: { create: [], delete: [] },
  outputs: z.object({ ...timestamps }),
});

/** What a {@link Mapping} is declared with: a name to match and the model to route to. */
export interface MappingArgs extends ArgsOf<typeof mapping> {}

/**
 * A rule that sends requests for one model name to a target model (the API's section "Mapping").
 *
 * - Replaced by a change of: `workspaceId`.
 * - On destroy: deleted.
 * - Scopes: `mapping:read`, `mapping:write`.
 * - Errors: a `sourceName` that is taken (409): nothing is changed. The error names the id and what you can
 *   do: `adopt`, import or another name. Mappings of one `sourceName` that differ in `priority` or `isPattern`, such as
 *   a chain of fallbacks, may all be declared: the gateway decides whether it takes them.
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
