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
/** Whose configs {@link getConfigs} reads. */
export type GetConfigsArgs = ManyArgs<typeof configs>;

/**
 * Reads a config of a workspace by id or name (api.md, "Config"; scope `models:read`). `workflow` is the graph, as the
 * gateway gives it. Fails if no config or several have the name or the gateway cut the list, and with a
 * {@link GatewayError} if the gateway refuses, has nothing with the id (404) or cannot be reached.
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
 * As {@link getConfig} (scope `models:read`), for arguments that are outputs and for `dependsOn`. What fails there
 * fails the run here.
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
 * Reads all configs of a workspace, as {@link getConfig} reads one (api.md, "Config"; scope `models:read`). Fails if
 * the gateway cut the list, and with a {@link GatewayError} if it refuses or cannot be reached.
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
 * As {@link getConfigs} (scope `models:read`), for arguments that are outputs and for `dependsOn`. What fails there
 * fails the run here.
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
