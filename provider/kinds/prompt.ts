import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, type FieldDanger, field, harmless, kind, type Where } from "../spec/index.js";
import { id, scoped, text, timestamps, workspaceId } from "./shared.js";

const everywhere: Where = { isGlobal: [true], environment: ["PRODUCTION", null], enabled: [true, null] };
/** A prompt for no environment reaches production, too. */
const production: readonly Where[] = [{ environment: ["PRODUCTION", null], enabled: [true, null] }];
const ofAll = { rule: "production-prompt-changed", level: "high", where: [everywhere] } as const;
const ofProduction = { rule: "production-prompt-changed", level: "medium", where: production } as const;
const applied: FieldDanger = {
  when: "changed",
  ...ofProduction,
  says: "is applied differently in production",
};
/** As bad as a delete, as far as production is concerned. */
const gone = { ...ofProduction, level: "high", says: "is no longer used in production" } as const;
const begun: FieldDanger = { when: "changed", ...ofAll, says: "is added to every request, or no longer is" };

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
     * Id of the model that the prompt is attached to. To detach it, set `null` or leave it out again.
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
     * Order in which the prompts are applied.
     *
     * @default set by the gateway
     */
    position: field(z.int(), { danger: [applied] }).optional(),
    /**
     * Environment that the prompt is for. To remove it, set `null` or leave it out again.
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
 * - Replaced by a change of: `workspaceId`.
 * - On destroy: deleted.
 * - Scopes: `prompts:read`, `prompts:write`.
 * - Errors: a `name` that is taken (409). Nothing is changed; the error shows the id of the existing object and your
 *   options: `adopt`, import or another name. You can declare several prompts of one `name` that differ in
 *   `environment` or `modelId`: the gateway decides whether it accepts them. If no model has the `modelId`, `up` fails; the
 *   preview cannot detect this. `modelId` together with `isGlobal` causes a warning.
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
