import { modelProvider } from "../kinds/model-provider.js";
import { byName, creator, type ManyArgs, type OneArgs, objectsOf, type ResultOf } from "./read/reading.js";
import { type KindReaders, kindReaders } from "./read/rows.js";

/** The providers of a workspace. */
const modelProviders = objectsOf(
  modelProvider,
  modelProvider.inputs.omit({ apiKey: true }).extend(creator),
  byName,
);

/** A provider of a workspace without its API key, as returned by {@link getModelProvider}. */
export interface GetModelProviderResult extends ResultOf<typeof modelProviders.result> {}
export type GetModelProviderArgs = OneArgs<typeof modelProviders>;
export type GetModelProvidersArgs = ManyArgs<typeof modelProviders>;

/**
 * Reads a provider of a workspace by id or name. The result does not include the API key, because the
 * gateway never returns it. Providers with a lower `priority` are tried first.
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * const openai = await gateway.getModelProvider({ workspaceId, name: "openai" });
 * export const upstream = openai.baseUrl;
 * ```
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Shared models" });
 * const providers = await gateway.getModelProviders({ workspaceId });
 * export const tried = providers.toSorted((a, b) => a.priority - b.priority).map(({ name }) => name);
 * ```
 */
export const {
  get: getModelProvider,
  getOutput: getModelProviderOutput,
  list: getModelProviders,
  listOutput: getModelProvidersOutput,
}: KindReaders<GetModelProviderArgs, GetModelProvidersArgs, GetModelProviderResult> = kindReaders(
  modelProviders,
);
