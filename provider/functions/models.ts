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
  // Several providers may serve a model of one name.
  by: byName.extend({ providerId: model.inputs.shape.providerId.optional() }),
  result: z.object({
    ...identity,
    ...model.inputs.shape,
    ...shownBy(model),
    userId: z.string(),
    apiName: z.string().nullable(),
  }),
});

export interface GetModelResult extends ResultOf<typeof models.result> {}
export type GetModelArgs = OneArgs<typeof models>;
export type GetModelsArgs = ManyArgs<typeof models>;

/**
 * Reads a model of a workspace by id or name (api.md, "Model"; scope `models:read`). `contextWindow` is in tokens; the
 * API does not show the unit of `inputCost` and `outputCost`; `apiName` is null where the provider expects `name`.
 * Fails if no model or several have the name: `providerId` chooses among those of several providers.
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
 * As {@link getModel}, for arguments that are outputs and for `dependsOn`.
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
 * Reads all models of a workspace, as {@link getModel} reads one (api.md, "Model"; scope `models:read`).
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
 * As {@link getModels}, for arguments that are outputs and for `dependsOn`.
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
