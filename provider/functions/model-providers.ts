import { z } from "zod";
import { modelProvider } from "../kinds/model-provider.js";
import type { Read } from "./read/call.js";
import { type ManyArgs, many } from "./read/many.js";
import { type OneArgs, one } from "./read/one.js";
import { output } from "./read/output.js";
import { byName, identity, ofWorkspace } from "./read/places.js";
import { placeOf, reading, shownBy } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

/** The providers of a workspace (api.md, "Provider"). */
export const modelProviders = reading({
  ...placeOf(modelProvider),
  where: ofWorkspace,
  by: byName,
  result: z.object({
    ...identity,
    ...modelProvider.inputs.omit({ apiKey: true }).shape,
    ...shownBy(modelProvider),
    /** Id of the account that created it. */
    userId: z.string(),
  }),
});

/** A provider of a workspace, without its API key, as {@link getModelProvider} reads it. */
export interface GetModelProviderResult extends ResultOf<typeof modelProviders.result> {}
/** Which provider {@link getModelProvider} reads: one of a workspace, by `id` or by `name`. */
export type GetModelProviderArgs = OneArgs<typeof modelProviders>;
/** The workspace whose providers {@link getModelProviders} reads. */
export type GetModelProvidersArgs = ManyArgs<typeof modelProviders>;

/**
 * Reads a provider of a workspace by id or name (api.md, "Provider"; scope `providers:read`). The result has
 * no API key, because the gateway never shows it. A provider with a lower `priority` is tried first. Fails if
 * no provider or more than one has the name, or if the gateway did not send the whole list. Fails with a
 * {@link GatewayError} if the gateway refuses, has no provider with the id (404), or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * const openai = await gateway.getModelProvider({ workspaceId, name: "openai" });
 * export const upstream = openai.baseUrl;
 * ```
 */
export const getModelProvider: Read<GetModelProviderArgs, GetModelProviderResult> = one(
  "getModelProvider",
  modelProviders,
);

/**
 * Does the same as {@link getModelProvider} (scope `providers:read`). Its arguments may be outputs, and it
 * takes `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = gateway.getWorkspaceOutput({ name: "Shared models" });
 * export const priority = gateway.getModelProviderOutput({ workspaceId: shared.id, name: "openai" }).priority;
 * ```
 */
export const getModelProviderOutput = output(getModelProvider);

/**
 * Reads all providers of a workspace, each as {@link getModelProvider} reads one (api.md, "Provider"; scope
 * `providers:read`). Fails if the gateway did not send the whole list. Fails with a {@link GatewayError} if
 * the gateway refuses or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * const providers = await gateway.getModelProviders({ workspaceId });
 * export const tried = providers.toSorted((a, b) => a.priority - b.priority).map(({ name }) => name);
 * ```
 */
export const getModelProviders: Read<GetModelProvidersArgs, GetModelProviderResult[]> = many(
  "getModelProviders",
  modelProviders,
);

/**
 * Does the same as {@link getModelProviders} (scope `providers:read`). Its arguments may be outputs, and it
 * takes `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * export const providers = gateway.getModelProvidersOutput({ workspaceId: team.id }).length;
 * ```
 */
export const getModelProvidersOutput = output(getModelProviders);
