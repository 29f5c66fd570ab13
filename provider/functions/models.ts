import { z } from "zod";
import { model } from "../kinds/model.js";
import type { Read } from "./read/call.js";
import { type ManyArgs, many } from "./read/many.js";
import { type OneArgs, one } from "./read/one.js";
import { output } from "./read/output.js";
import { byName, identity, ofWorkspace } from "./read/places.js";
import { placeOf, reading, shownBy } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

/** The models of a workspace (api.md, "Model"). */
export const models = reading({
  ...placeOf(model),
  where: ofWorkspace,
  by: byName.extend({
    /**
     * Id of the provider. Needed if several providers serve a model of that name.
     *
     * @default any provider
     */
    providerId: model.inputs.shape.providerId.optional(),
  }),
  result: z.object({
    ...identity,
    ...model.inputs.shape,
    ...shownBy(model),
    /** Id of the account that created it. */
    userId: z.string(),
    /** Name that the provider expects; null if it expects `name`. */
    apiName: z.string().nullable(),
  }),
});

/** A model of a workspace, as {@link getModel} reads it. */
export interface GetModelResult extends ResultOf<typeof models.result> {}
/**
 * Which model {@link getModel} reads: one of a workspace, by `id`, or by `name`, if necessary with
 * `providerId`.
 */
export type GetModelArgs = OneArgs<typeof models>;
/** The workspace whose models {@link getModels} reads. */
export type GetModelsArgs = ManyArgs<typeof models>;

/**
 * Reads a model of a workspace by id or name (api.md, "Model"; scope `models:read`). `contextWindow` is in
 * tokens. The API does not show the unit of `inputCost` and `outputCost`. `apiName` is null if the provider
 * expects `name`. Fails if no model or more than one has the name (give `providerId` if several providers
 * serve a model of that name), or if the gateway did not send the whole list. Fails with a
 * {@link GatewayError} if the gateway refuses, has no model with the id (404), or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * const large = await gateway.getModel({ workspaceId, name: "gpt-4.1" });
 * new gateway.Mapping("default", { workspaceId, sourceName: "default", targetModel: large.gatewayName });
 * ```
 */
export const getModel: Read<GetModelArgs, GetModelResult> = one("getModel", models);

/**
 * Does the same as {@link getModel} (scope `models:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = gateway.getWorkspaceOutput({ name: "Shared models" });
 * export const route = gateway.getModelOutput({ workspaceId: shared.id, name: "gpt-4.1" }).gatewayName;
 * ```
 */
export const getModelOutput = output(getModel);

/**
 * Reads all models of a workspace, each as {@link getModel} reads one (api.md, "Model"; scope `models:read`).
 * Fails if the gateway did not send the whole list. Fails with a {@link GatewayError} if the gateway refuses
 * or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * const models = await gateway.getModels({ workspaceId });
 * export const chat = models.filter(({ type }) => type === "chat").map(({ gatewayName }) => gatewayName);
 * ```
 */
export const getModels: Read<GetModelsArgs, GetModelResult[]> = many("getModels", models);

/**
 * Does the same as {@link getModels} (scope `models:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = gateway.getWorkspaceOutput({ name: "Shared models" });
 * export const routes = gateway
 *   .getModelsOutput({ workspaceId: shared.id })
 *   .apply((models) => models.map(({ gatewayName }) => gatewayName));
 * ```
 */
export const getModelsOutput = output(getModels);
