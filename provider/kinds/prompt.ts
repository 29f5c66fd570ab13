import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, type FieldDanger, field, harmless, kind, type Where } from "../spec/index.js";
import { id, scoped, text, timestamps, workspaceId } from "./shared.js";

const everywhere: Where = { isGlobal: [true], environment: ["PRODUCTION", null], enabled: [true, null] };
/** A prompt without an environment also applies in production. */
const production: readonly Where[] = [{ environment: ["PRODUCTION", null], enabled: [true, null] }];
const ofAll = { rule: "production-prompt-changed", level: "high", where: [everywhere] } as const;
const ofProduction = { rule: "production-prompt-changed", level: "medium", where: production } as const;
const applied: FieldDanger = {
  when: "changed",
  ...ofProduction,
  says: "is applied differently in production",
};
/** Removing a prompt from production is as serious as deleting it. */
const gone = { ...ofProduction, level: "high", says: "is no longer used in production" } as const;
const begun: FieldDanger = { when: "changed", ...ofAll, says: "is added to or removed from every request" };

/** A reusable message text, for one model or for the whole workspace (API document, section "Prompt"). */
export const prompt = kind("Prompt", {
  source: created,
  endpoints: scoped("/prompts", { update: true }),
  scope: "prompts",
  naturalKey: ["workspaceId", "name"],
  distinguishedBy: ["environment", "modelId"],
  inputs: z.strictObject({
    /** Id of the workspace that the prompt belongs to. */
    workspaceId: workspaceId(),
    /** Name of the prompt in its workspace. */
    name: text({ danger: harmless }),
    /** The prompt's text. */
    content: text({
      prose: true,
      danger: [{ when: "changed", ...ofProduction, over: [50, "high"], says: "changes in production" }],
    }),
    /**
     * Role of the message.
     *
     * @default set by the gateway
     */
    type: field(z.enum(["SYSTEM", "USER", "ASSISTANT"]), { danger: [applied] }).optional(),
    /**
     * Id of the model that the prompt is attached to. To detach it, set `null` or remove the property.
     *
     * @default set by the gateway
     */
    modelId: field(id(), { refers: { list: "/models", to: "id" }, danger: [applied] }).nullish(),
    /**
     * Whether the prompt applies to the whole workspace.
     *
     * @default set by the gateway
     */
    isGlobal: field(z.boolean(), { danger: [begun, applied] }).optional(),
    /**
     * Whether the prompt is active.
     *
     * @default set by the gateway
     */
    enabled: field(z.boolean(), {
      danger: [begun, applied, { when: "to", value: false, ...gone }],
    }).optional(),
    /**
     * Position in the order in which prompts are applied.
     *
     * @default set by the gateway
     */
    position: field(z.int(), { danger: [applied] }).optional(),
    /**
     * Environment that the prompt is for. To clear it, set `null` or remove the property.
     *
     * @default set by the gateway
     */
    environment: field(z.enum(["PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"]), {
      danger: [
        begun,
        applied,
        { when: "from", value: "PRODUCTION", ...gone },
        { when: "from", value: null, ...gone },
      ],
    }).nullish(),
  }),
  outputs: z.object({ ...timestamps }),
  danger: {
    create: [
      { ...ofAll, says: "is added to every request" },
      { ...ofProduction, says: "is new in production" },
    ],
    delete: [
      { ...ofAll, says: "is no longer added to every request" },
      { ...ofProduction, level: "high", says: "is no longer used in production" },
    ],
  },
  contradictions: [["modelId", "isGlobal"]],
});

/** The arguments of a {@link Prompt}: the text, and where it applies. */
export interface PromptArgs extends ArgsOf<typeof prompt> {}

/**
 * A reusable message text, for one model or for the whole workspace.
 *
 * - Replaced on changes to: `workspaceId`.
 * - On destroy: deleted.
 * - Scopes: `prompts:read`, `prompts:write`.
 * - Errors: the `name` is already taken (409). Nothing is changed; the error shows the existing object's id
 *   and your options: `adopt`, import or a different name. You can declare several prompts with the same
 *   `name` that differ in `environment` or `modelId`. The gateway decides whether to accept them. If no model
 *   has this `modelId`, `up` fails; the preview cannot detect this. Setting both `modelId` and `isGlobal`
 * causes
 *   a warning.
 *
 * @example
 * ```ts
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
