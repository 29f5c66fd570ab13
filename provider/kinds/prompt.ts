import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, kind } from "../spec/index.js";
import { id, scoped, text, timestamps, workspaceId } from "./shared.js";

/** Reusable message text, attached to a model or applied globally (api.md, "Prompt"). */
export const prompt = kind("Prompt", {
  source: created,
  endpoints: scoped("/prompts", { update: true }),
  scope: "prompts",
  naturalKey: ["workspaceId", "name"],
  inputs: z.strictObject({
    workspaceId: workspaceId(),
    name: text(),
    /** The prompt's text. */
    content: text(),
    type: z.enum(["SYSTEM", "USER", "ASSISTANT"]).optional(),
    /** The model that the prompt is attached to; `null`, or leaving it out again, detaches it. */
    modelId: id().nullish(),
    /** Apply across the workspace. */
    isGlobal: z.boolean().optional(),
    enabled: z.boolean().optional(),
    /** Order in which the prompt is applied. */
    position: z.int().optional(),
    environment: z.enum(["PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"]).nullish(),
  }),
  outputs: z.object({ ...timestamps }),
  contradictions: [["modelId", "isGlobal"]],
});

export interface PromptArgs extends ArgsOf<typeof prompt> {}

/**
 * Reusable message text, attached to a model or applied across the workspace (api.md, "Prompt").
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Prompt("tone", {
 *   workspaceId: team.id,
 *   name: "tone",
 *   content: "Answer briefly, and say so if you do not know.",
 *   type: "SYSTEM",
 *   isGlobal: true,
 * });
 * ```
 */
export class Prompt extends resource(prompt) {}
