import { z } from "zod";
import { prompt } from "../kinds/prompt.js";
import type { Read } from "./read/call.js";
import { type ManyArgs, many } from "./read/many.js";
import { type OneArgs, one } from "./read/one.js";
import { output } from "./read/output.js";
import { byName, identity, ofWorkspace } from "./read/places.js";
import { placeOf, reading, shownBy } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

/** The prompts of a workspace (api.md, "Prompt"). */
export const prompts = reading({
  ...placeOf(prompt),
  where: ofWorkspace,
  by: byName,
  result: z.object({ ...identity, ...prompt.inputs.shape, ...shownBy(prompt) }),
});

/** A prompt of a workspace, as {@link getPrompt} reads it. */
export interface GetPromptResult extends ResultOf<typeof prompts.result> {}
/** Which prompt {@link getPrompt} reads: one of a workspace, by `id` or by `name`. */
export type GetPromptArgs = OneArgs<typeof prompts>;
/** The workspace whose prompts {@link getPrompts} reads. */
export type GetPromptsArgs = ManyArgs<typeof prompts>;

/**
 * Reads a prompt of a workspace by id or name (api.md, "Prompt"; scope `prompts:read`). `modelId` is null if
 * the prompt is attached to no model. `environment` is null if the prompt is for all environments. Fails if
 * no prompt or more than one has the name, or if the gateway did not send the whole list. Fails with a
 * {@link GatewayError} if the gateway refuses, has no prompt with the id (404), or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = await gateway.getWorkspace({ name: "House rules" });
 * const { content } = await gateway.getPrompt({ workspaceId: shared.id, name: "tone" });
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Prompt("tone", { workspaceId: team.id, name: "tone", content });
 * ```
 */
export const getPrompt: Read<GetPromptArgs, GetPromptResult> = one("getPrompt", prompts);

/**
 * Does the same as {@link getPrompt} (scope `prompts:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = gateway.getWorkspaceOutput({ name: "House rules" });
 * export const tone = gateway.getPromptOutput({ workspaceId: shared.id, name: "tone" }).content;
 * ```
 */
export const getPromptOutput = output(getPrompt);

/**
 * Reads all prompts of a workspace, each as {@link getPrompt} reads one (api.md, "Prompt"; scope
 * `prompts:read`). Fails if the gateway did not send the whole list. Fails with a {@link GatewayError} if the
 * gateway refuses or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "House rules" });
 * const prompts = await gateway.getPrompts({ workspaceId });
 * export const off = prompts.filter(({ enabled }) => !enabled).map(({ name }) => name);
 * ```
 */
export const getPrompts: Read<GetPromptsArgs, GetPromptResult[]> = many("getPrompts", prompts);

/**
 * Does the same as {@link getPrompts} (scope `prompts:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = gateway.getWorkspaceOutput({ name: "House rules" });
 * export const prompts = gateway.getPromptsOutput({ workspaceId: shared.id }).length;
 * ```
 */
export const getPromptsOutput = output(getPrompts);
