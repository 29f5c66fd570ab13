import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, flags, kind } from "../spec/index.js";
import { id, scoped, text, timestamps, workspaceId } from "./shared.js";

/** A reusable message text, for one model or for the whole workspace (the API's section "Prompt"). */
export const prompt = kind("Prompt", {
  source: created,
  endpoints: scoped("/prompts", { update: true }),
  scope: "prompts",
  naturalKey: ["workspaceId", "name"],
  distinguishedBy: ["environment", "modelId"],
  inputs: z.strictObject({
    /** Id of the workspace that it belongs to. */
    workspaceId: workspaceId(),
    /** Name of the prompt in its workspace. */
    name: text(),
    /** The prompt's text. */
    content: text({ prose: true }),
    /**
     * Role of the message.
     *
     * @default the gateway's
     */
    type: z.enum(["SYSTEM", "USER", "ASSISTANT"]).optional(),
    /**
     * Id of the model that the prompt is attached to. To detach it, set `null` or leave it out again.
     *
     * @default the gateway's
     */
    modelId: id()
      .register(flags, { refers: { list: "/models", to: "id" } })
      .nullish(),
    /**
     * Whether the prompt applies to the whole workspace.
     *
     * @default the gateway's
     */
    isGlobal: z.boolean().optional(),
    /**
     * Whether the prompt is active.
     *
     * @default the gateway's
     */
    enabled: z.boolean().optional(),
    /**
     * Order in which the prompts are applied.
     *
     * @default the gateway's
     */
    position: z.int().optional(),
    /**
     * Environment that the prompt is for. To remove it, set `null` or leave it out again.
     *
     * @default the gateway's
     */
    environment: z.enum(["PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"]).nullish(),
  }),
  outputs: z.object({ ...timestamps }),
  contradictions: [["modelId", "isGlobal"]],
});

/** What a {@link Prompt} is declared with: the text, and where it applies. */
export interface PromptArgs extends ArgsOf<typeof prompt> {}

/**
 * A reusable message text, for one model or for the whole workspace (the API's section "Prompt").
 *
 * - Replaced by a change of: `workspaceId`.
 * - On destroy: deleted.
 * - Scopes: `prompts:read`, `prompts:write`.
 * - Errors: a `name` that is taken (409): nothing is changed. The error names the id and what you can do:
 *   `adopt`, import or another name. Prompts of one `name` that differ in `environment` or `modelId` may all be
 *   declared: the gateway decides whether it takes them. If no model has the `modelId`, `up` fails; the preview cannot know it.
 *   `modelId` together with `isGlobal` is a warning.
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
