import { z } from "zod";
import { model } from "../kinds/model.js";
import { byName, creator, type ManyArgs, type OneArgs, objectsOf, type ResultOf } from "./read/reading.js";
import { type KindReaders, kindReaders } from "./read/rows.js";

/** The models of a workspace. */
const models = objectsOf(
  model,
  model.inputs.omit({ retiresOn: true, replacedBy: true }).extend({
    ...creator,
    /** Name that the provider expects; null if it expects `name`. */
    apiName: z.string().nullable(),
  }),
  byName.extend({
    /**
     * Id of the provider. Required if several providers serve a model with this name.
     *
     * @default any provider
     */
    providerId: model.inputs.shape.providerId.optional(),
  }),
);

/** A model of a workspace, as returned by {@link getModel}. */
export interface GetModelResult extends ResultOf<typeof models.result> {}
export type GetModelArgs = OneArgs<typeof models>;
export type GetModelsArgs = ManyArgs<typeof models>;

/**
 * Reads a model of a workspace by id or name. `contextWindow` is in tokens. The
 * API does not document the unit of `inputCost` and `outputCost`. `apiName` is null if the provider expects
 * `name`. Specify `providerId` if several providers serve a model with this name.
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * const large = await gateway.getModel({ workspaceId, name: "gpt-4.1" });
 * new gateway.Mapping("default", { workspaceId, sourceName: "default", targetModel: large.gatewayName });
 * ```
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * const models = await gateway.getModels({ workspaceId });
 * export const chat = models.filter(({ type }) => type === "chat").map(({ gatewayName }) => gatewayName);
 * ```
 */
export const {
  get: getModel,
  getOutput: getModelOutput,
  list: getModels,
  listOutput: getModelsOutput,
}: KindReaders<GetModelArgs, GetModelsArgs, GetModelResult> = kindReaders(models);
