import { z } from "zod";
import { mapping } from "../kinds/mapping.js";
import type { Read } from "./read/call.js";
import { type ManyArgs, many } from "./read/many.js";
import { type OneArgs, one } from "./read/one.js";
import { output } from "./read/output.js";
import { identity, ofWorkspace } from "./read/places.js";
import { placeOf, reading, shownBy } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

/** The mappings of a workspace (api.md, "Mapping"). */
export const mappings = reading({
  ...placeOf(mapping),
  where: ofWorkspace,
  by: mapping.inputs.pick({ sourceName: true }),
  result: z.object({ ...identity, ...mapping.inputs.shape, ...shownBy(mapping) }),
});

/** A mapping of a workspace, as {@link getMapping} reads it. */
export interface GetMappingResult extends ResultOf<typeof mappings.result> {}
/** Which mapping {@link getMapping} reads: one of a workspace, by `id` or by `sourceName`. */
export type GetMappingArgs = OneArgs<typeof mappings>;
/** The workspace whose mappings {@link getMappings} reads. */
export type GetMappingsArgs = ManyArgs<typeof mappings>;

/**
 * Reads a mapping of a workspace by id or `sourceName` (api.md, "Mapping"; scope `mapping:read`). A mapping
 * with a lower `priority` is tried first. Fails if no mapping or more than one has the source name, or if the
 * gateway did not send the whole list. Fails with a {@link GatewayError} if the gateway refuses, has no
 * mapping with the id (404), or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * export const target = (await gateway.getMapping({ workspaceId, sourceName: "default" })).targetModel;
 * ```
 */
export const getMapping: Read<GetMappingArgs, GetMappingResult> = one("getMapping", mappings);

/**
 * Does the same as {@link getMapping} (scope `mapping:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = gateway.getWorkspaceOutput({ name: "Shared models" });
 * export const target = gateway.getMappingOutput({ workspaceId: shared.id, sourceName: "default" }).targetModel;
 * ```
 */
export const getMappingOutput = output(getMapping);

/**
 * Reads all mappings of a workspace, each as {@link getMapping} reads one (api.md, "Mapping"; scope
 * `mapping:read`). Fails if the gateway did not send the whole list. Fails with a {@link GatewayError} if the
 * gateway refuses or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * const mappings = await gateway.getMappings({ workspaceId });
 * export const patterns = mappings.filter(({ isPattern }) => isPattern).map(({ sourceName }) => sourceName);
 * ```
 */
export const getMappings: Read<GetMappingsArgs, GetMappingResult[]> = many("getMappings", mappings);

/**
 * Does the same as {@link getMappings} (scope `mapping:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = gateway.getWorkspaceOutput({ name: "Shared models" });
 * export const mappings = gateway.getMappingsOutput({ workspaceId: shared.id }).length;
 * ```
 */
export const getMappingsOutput = output(getMappings);
