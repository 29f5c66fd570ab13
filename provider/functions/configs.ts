import { config } from "../kinds/config.js";
import { byName, type ManyArgs, type OneArgs, objectsOf, type ResultOf } from "./read/reading.js";
import { type KindReaders, kindReaders } from "./read/rows.js";

/** The configs of a workspace. */
const configs = objectsOf(config, config.inputs.omit({ replaceOrder: true }), byName);

/** A config of a workspace, as returned by {@link getConfig}. */
export interface GetConfigResult extends ResultOf<typeof configs.result> {}
export type GetConfigArgs = OneArgs<typeof configs>;
export type GetConfigsArgs = ManyArgs<typeof configs>;

/**
 * Reads a config of a workspace by id or name. `workflow` is the graph, exactly as the gateway returns it.
 *
 * @example
 * ```ts
 * const shared = await gateway.getWorkspace({ name: "House rules" });
 * const { workflow } = await gateway.getConfig({ workspaceId: shared.id, name: "standard" });
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Config("standard", { workspaceId: team.id, name: "standard", isDefault: true, workflow });
 * ```
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * const configs = await gateway.getConfigs({ workspaceId });
 * export const standard = configs.find(({ isDefault }) => isDefault)?.name;
 * ```
 */
export const {
  get: getConfig,
  getOutput: getConfigOutput,
  list: getConfigs,
  listOutput: getConfigsOutput,
}: KindReaders<GetConfigArgs, GetConfigsArgs, GetConfigResult> = kindReaders(configs);
