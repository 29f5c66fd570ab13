import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { adopted, field, kind } from "../spec/index.js";
import { inWorkspace, workspaceId } from "./shared.js";

/** The monthly spend cap of a workspace (API document, section "Budget"). The API cannot create one. */
export const budget = kind("Budget", {
  source: adopted({
    onDestroy: ["keep", "restore"],
    whenMissing: "Check that the workspace exists.",
  }),
  endpoints: {
    get: "/workspaces/{workspaceId}/budget",
    patch: "/workspaces/{workspaceId}/budget",
    parent: inWorkspace,
  },
  scope: "workspaces",
  scopeIsAssumed: true,
  naturalKey: ["workspaceId"],
  inputs: z.strictObject({
    /** Id of the workspace whose spending is capped. */
    workspaceId: workspaceId(),
    /** Monthly spend cap, from 0 to 1000000; the API does not document the unit. */
    budget: field(z.number().min(0).max(1_000_000), {
      danger: [
        {
          when: "up",
          rule: "budget-up",
          level: "medium",
          over: [50, "refused"],
          says: "allows more spending",
        },
        {
          when: "down",
          rule: "budget-down",
          level: "medium",
          over: [50, "refused"],
          says: "allows less spending",
        },
      ],
    }),
  }),
  outputs: z.object({}),
  danger: { create: [], delete: [] },
  volatile: z.object({
    /** Current spend of the workspace, as reported by the gateway; the API does not document the unit. */
    currentSpend: z.number(),
    /** Remaining part of `budget`, as reported by the gateway; the API does not document the unit. */
    remaining: z.number(),
  }),
});

/** The arguments of a {@link Budget}: the workspace and its spend cap. */
export interface BudgetArgs extends ArgsOf<typeof budget> {}

/**
 * The monthly spend cap of a workspace. Every workspace has exactly one, and the API cannot create more, so
 * this resource adopts and updates the existing cap.
 *
 * - Replaced on changes to: `workspaceId`.
 * - On destroy: kept; `onDestroy: "restore"` restores the original value, unless it was changed outside
 *   of Pulumi.
 * - Scopes: `workspaces:read`, `workspaces:write`. The API does not document the scopes of budgets, so this package
 *   assumes those of workspaces.
 * - Errors: the workspace does not exist, or the account cannot see it (404); the account is not an
 *   administrator of the workspace (403).
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Budget("cap", { workspaceId: team.id, budget: 500 });
 * ```
 */
export class Budget extends resource(budget) {}
