import { z } from "zod";
import { config } from "../kinds/config.js";
import type { Read } from "./read/call.js";
import { type ManyArgs, many } from "./read/many.js";
import { type OneArgs, one } from "./read/one.js";
import { output } from "./read/output.js";
import { byName, identity, ofWorkspace } from "./read/places.js";
import { placeOf, reading, shownBy } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

/** The configs of a workspace (api.md, "Config"). */
export const configs = reading({
  ...placeOf(config),
  where: ofWorkspace,
  by: byName,
  result: z.object({
    ...identity,
    ...config.inputs.omit({ replaceOrder: true }).shape,
    ...shownBy(config),
  }),
});

/** A config of a workspace, as {@link getConfig} reads it. */
export interface GetConfigResult extends ResultOf<typeof configs.result> {}
/** Which config {@link getConfig} reads: one of a workspace, by `id` or by `name`. */
export type GetConfigArgs = OneArgs<typeof configs>;
/** The workspace whose configs {@link getConfigs} reads. */
export type GetConfigsArgs = ManyArgs<typeof configs>;

/**
 * Reads a config of a workspace by id or name (api.md, "Config"; scope `models:read`). `workflow` is the
 * graph, exactly as the gateway gives it. Fails if no config or more than one has the name, or if the gateway
 * did not send the whole list. Fails with a {@link GatewayError} if the gateway refuses, has no config with
 * the id (404), or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = await gateway.getWorkspace({ name: "House rules" });
 * const { workflow } = await gateway.getConfig({ workspaceId: shared.id, name: "standard" });
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Config("standard", { workspaceId: team.id, name: "standard", isDefault: true, workflow });
 * ```
 */
export const getConfig: Read<GetConfigArgs, GetConfigResult> = one("getConfig", configs);

/**
 * Does the same as {@link getConfig} (scope `models:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = gateway.getWorkspaceOutput({ name: "House rules" });
 * export const workflow = gateway.getConfigOutput({ workspaceId: shared.id, name: "standard" }).workflow;
 * ```
 */
export const getConfigOutput = output(getConfig);

/**
 * Reads all configs of a workspace, each as {@link getConfig} reads one (api.md, "Config"; scope
 * `models:read`). Fails if the gateway did not send the whole list. Fails with a {@link GatewayError} if the
 * gateway refuses or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * const configs = await gateway.getConfigs({ workspaceId });
 * export const standard = configs.find(({ isDefault }) => isDefault)?.name;
 * ```
 */
export const getConfigs: Read<GetConfigsArgs, GetConfigResult[]> = many("getConfigs", configs);

/**
 * Does the same as {@link getConfigs} (scope `models:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * export const configs = gateway.getConfigsOutput({ workspaceId: team.id }).length;
 * ```
 */
export const getConfigsOutput = output(getConfigs);
