import { mapping } from "../kinds/mapping.js";
import { type ManyArgs, type OneArgs, objectsOf, type ResultOf } from "./read/reading.js";
import { type KindReaders, kindReaders } from "./read/rows.js";

/** The mappings of a workspace. */
const mappings = objectsOf(
  mapping,
  mapping.inputs,
  mapping.inputs.pick({ sourceName: true }).extend({
    /**
     * Matching order: the mapping's `priority`. Required if several mappings have the same `sourceName`.
     *
     * @default any priority
     */
    priority: mapping.inputs.shape.priority,
    /**
     * Whether `sourceName` is a pattern. Required if several mappings have the same `sourceName`.
     *
     * @default either
     */
    isPattern: mapping.inputs.shape.isPattern,
  }),
);

/** A mapping of a workspace, as returned by {@link getMapping}. */
export interface GetMappingResult extends ResultOf<typeof mappings.result> {}
export type GetMappingArgs = OneArgs<typeof mappings>;
export type GetMappingsArgs = ManyArgs<typeof mappings>;

/**
 * Reads a mapping of a workspace by id or `sourceName`. Mappings with a lower `priority` are
 * tried first. Specify `priority` or `isPattern` if several mappings have the same `sourceName`.
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * export const { targetModel } = await gateway.getMapping({ workspaceId, sourceName: "default" });
 * ```
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * const mappings = await gateway.getMappings({ workspaceId });
 * export const patterns = mappings.filter(({ isPattern }) => isPattern).map(({ sourceName }) => sourceName);
 * ```
 */
export const {
  get: getMapping,
  getOutput: getMappingOutput,
  list: getMappings,
  listOutput: getMappingsOutput,
}: KindReaders<GetMappingArgs, GetMappingsArgs, GetMappingResult> = kindReaders(mappings);
