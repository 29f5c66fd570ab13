import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { adopted, kind } from "../spec/index.js";
import { inWorkspace, workspaceId } from "./shared.js";

/** The monthly spend cap of a workspace (api.md, "Budget"): every workspace has one. */
export const budget = kind("Budget", {
  source: adopted({
    onDestroy: ["keep", "restore"],
    whenMissing: "Does the workspace exist?",
  }),
  endpoints: {
    get: "/workspaces/{workspaceId}/budget",
    patch: "/workspaces/{workspaceId}/budget",
    parent: inWorkspace,
  },
  scope: "workspaces",
  naturalKey: ["workspaceId"],
  inputs: z.strictObject({
    workspaceId: workspaceId(),
    /** Monthly spend cap, 0 to 1000000; the API does not show the unit (api.md, "Limits" 3). */
    budget: z.number().min(0).max(1_000_000),
  }),
  outputs: z.object({}),
  volatile: z.object({ currentSpend: z.number(), remaining: z.number() }),
});

export interface BudgetArgs extends ArgsOf<typeof budget> {}

/**
 * The monthly spend cap of a workspace (api.md, "Budget"). It exists with the workspace: destroying the resource keeps
 * it as it is, or with `onDestroy: "restore"` puts back the value from before, if nobody has changed it since.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Budget("cap", { workspaceId: team.id, budget: 500 });
 * ```
 */
export class Budget extends resource(budget) {}
