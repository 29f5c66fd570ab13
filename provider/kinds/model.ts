import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, type FieldDanger, field, harmless, kind } from "../spec/index.js";
import { atLeast, below, id, scoped, text, timestamps, workspaceId } from "./shared.js";

const cost: readonly FieldDanger[] = [
  { when: "up", rule: "cost-up", level: "medium", over: [20, "refused"], says: "becomes more expensive" },
  {
    when: "down",
    rule: "cost-down",
    level: "low",
    over: [89, "high"],
    says: "becomes so cheap that it barely counts toward budgets",
  },
];

const changed = { when: "changed", rule: "model-changed", level: "medium" } as const;

/** A model that a provider serves (API document, section "Model"). */
export const model = kind("Model", {
  source: created,
  endpoints: scoped("/models", { update: true }),
  scope: "models",
  naturalKey: ["workspaceId", "providerId", "name"],
  inputs: z.strictObject({
    /** Id of the workspace that the model belongs to. */
    workspaceId: workspaceId(),
    /** Id of the provider that serves the model. */
    providerId: field(id(), {
      replace: true,
      refers: { list: "/providers", to: "id" },
      danger: [{ ...changed, level: "high", says: "is served by a different provider" }],
    }),
    /** Internal name of the model. */
    name: text({
      danger: [
        {
          when: "changed",
          rule: "gateway-name-changed",
          level: "refused",
          says: "changes its gateway name, which breaks requests for the old name",
        },
      ],
    }),
    /** Human-readable label. */
    displayName: text({ danger: harmless }),
    /**
     * Name that the provider expects, if it differs from `name`.
     *
     * @default none: the provider expects `name`
     */
    apiName: field(z.string(), {
      danger: [{ ...changed, says: "resolves to a different model of its provider" }],
    }).optional(),
    /** Task of the model. */
    type: field(z.enum(["chat", "embedding", "moderation", "vision", "audio", "image"]), {
      danger: [{ ...changed, says: "is for a different task" }],
    }),
    /** Cost per input unit; the API does not document the unit. */
    inputCost: field(z.number(), { doubt: below(0), danger: cost }),
    /** Cost per output unit; the API does not document the unit. */
    outputCost: field(z.number(), { doubt: below(0), danger: cost }),
    /** Size of the context window in tokens. */
    contextWindow: atLeast(0, {
      danger: [
        { when: "down", rule: "model-changed", level: "medium", says: "accepts only shorter requests" },
      ],
    }),
    /**
     * The last day on which the provider serves the model, `YYYY-MM-DD` in UTC. Starting 30 days before that
     * day, reviews, checks and drift warn about routes to the model. After that day, a guard refuses new
     * routes. The date is stored only in the state and is never sent to the gateway.
     *
     * @default none: no warnings
     */
    retiresOn: field(z.iso.date("must be a date such as 2027-01-31"), {
      local: true,
      danger: harmless,
    }).optional(),
    /**
     * The name that callers should send instead: usually the `gatewayName` of another model in the workspace,
     * such as `openai/gpt-5`. It is stored only in the state and does not redirect requests. To redirect
     * them, declare a mapping.
     *
     * @default none
     */
    replacedBy: field(z.string().min(1), { local: true, danger: harmless }).optional(),
  }),
  danger: { create: [], delete: [{ rule: "deleted", level: "medium", says: "is deleted" }] },
  outputs: z.object({
    /** Name to send to the gateway to route to this model; the API does not document how it is composed. */
    gatewayName: field(z.string(), {
      madeOf: ["workspaceId", "providerId", "name", "apiName"],
      follows: { input: "providerId", list: "/providers", fields: ["name"] },
    }),
    ...timestamps,
  }),
});

/** The arguments of a {@link Model}: the provider that serves it, its names, costs and size. */
export interface ModelArgs extends ArgsOf<typeof model> {}

/**
 * A model that a provider serves inside a workspace.
 *
 * - Replaced on changes to: `workspaceId`, `providerId`.
 * - On destroy: deleted.
 * - Scopes: `models:read`, `models:write`.
 * - Errors: the `name` is already taken (409). Nothing is changed; the error shows the existing object's id
 *   and your options: `adopt`, import or a different name. If no provider has this `providerId`, `up` fails;
 *   the preview cannot detect this.
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * const openai = new gateway.ModelProvider("openai", {
 *   workspaceId: team.id,
 *   name: "openai",
 *   baseUrl: "https://api.openai.com/v1",
 *   priority: 1,
 *   compatibility: "OPENAI_SDK",
 * });
 * const gpt = new gateway.Model("gpt", {
 *   workspaceId: team.id,
 *   providerId: openai.id,
 *   name: "gpt-4.1",
 *   displayName: "GPT 4.1",
 *   type: "chat",
 *   inputCost: 2,
 *   outputCost: 8,
 *   contextWindow: 1_047_576,
 * });
 * export const route = gpt.gatewayName;
 * ```
 */
export class Model extends resource(model) {}
