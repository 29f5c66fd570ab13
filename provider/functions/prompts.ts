import { prompt } from "../kinds/prompt.js";
import { byName, type ManyArgs, type OneArgs, objectsOf, type ResultOf } from "./read/reading.js";
import { type KindReaders, kindReaders } from "./read/rows.js";

/** The prompts of a workspace. */
const prompts = objectsOf(
  prompt,
  prompt.inputs,
  byName.extend({
    /**
     * Environment that the prompt is for; `null` for a prompt without an environment. Required if several
     * prompts share a name.
     *
     * @default any environment
     */
    environment: prompt.inputs.shape.environment,
    /**
     * Id of the model that the prompt is attached to; `null` for a prompt without a model. Required if
     * several prompts share a name.
     *
     * @default any model
     */
    modelId: prompt.inputs.shape.modelId,
  }),
);

/** A prompt of a workspace, as returned by {@link getPrompt}. */
export interface GetPromptResult extends ResultOf<typeof prompts.result> {}
export type GetPromptArgs = OneArgs<typeof prompts>;
export type GetPromptsArgs = ManyArgs<typeof prompts>;

/**
 * Reads a prompt of a workspace by id or name. `modelId` is null if the prompt is not attached to a
 * model. `environment` is null if the prompt has none. Specify `environment` or `modelId` if several
 * prompts share a name.
 *
 * @example
 * ```ts
 * const shared = await gateway.getWorkspace({ name: "House rules" });
 * const { content } = await gateway.getPrompt({ workspaceId: shared.id, name: "tone" });
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Prompt("tone", { workspaceId: team.id, name: "tone", content });
 * ```
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "House rules" });
 * const prompts = await gateway.getPrompts({ workspaceId });
 * export const off = prompts.filter(({ enabled }) => !enabled).map(({ name }) => name);
 * ```
 */
export const {
  get: getPrompt,
  getOutput: getPromptOutput,
  list: getPrompts,
  listOutput: getPromptsOutput,
}: KindReaders<GetPromptArgs, GetPromptsArgs, GetPromptResult> = kindReaders(prompts);
