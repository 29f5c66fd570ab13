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
     * Id of the provider, where several serve a model of the name.
     *
     * @default any provider
     */
    providerId: model.inputs.shape.providerId.optional(),
  }),
  result: z.object({
    ...identity,
    ...model.inputs.shape,
    ...shownBy(model),
    /** Account id of who made it. */
    userId: z.string(),
    /** Name that the provider expects; null where that is `name`. */
    apiName: z.string().nullable(),
  }),
});

/** A model of a workspace, as {@link getModel} reads it. */
export interface GetModelResult extends ResultOf<typeof models.result> {}
/** Which model {@link getModel} reads: one of a workspace, by `id`, or by `name` and if need be `providerId`. */
export type GetModelArgs = OneArgs<typeof models>;
/** Whose models {@link getModels} reads. */
export type GetModelsArgs = ManyArgs<typeof models>;

/**
 * Reads a model of a workspace by id or name (api.md, "Model"; scope `models:read`). `contextWindow` is in tokens; the
 * API does not show the unit of `inputCost` and `outputCost`; `apiName` is null where the provider expects `name`.
 * Fails if no model or several have the name (`providerId` chooses among those of several providers) or the gateway
 * cut the list, and with a {@link GatewayError} if the gateway refuses, has nothing with the id (404) or cannot be
 * reached.
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
 * As {@link getModel} (scope `models:read`), for arguments that are outputs and for `dependsOn`. What fails there
 * fails the run here.
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
 * Reads all models of a workspace, as {@link getModel} reads one (api.md, "Model"; scope `models:read`). Fails if the
 * gateway cut the list, and with a {@link GatewayError} if it refuses or cannot be reached.
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
 * As {@link getModels} (scope `models:read`), for arguments that are outputs and for `dependsOn`. What fails there
 * fails the run here.
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
