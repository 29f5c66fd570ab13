import { z } from "zod";
import { config } from "../kinds/config.js";
import { id, inWorkspace } from "../kinds/shared.js";
import type { Read } from "./read/call.js";
import { type ManyArgs, many } from "./read/many.js";
import { type OneArgs, one } from "./read/one.js";
import { output } from "./read/output.js";
import { byName, identity, none, ofWorkspace } from "./read/places.js";
import { reading, shownBy } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

/** What a list shows of a workflow: the fields of a config without the graph (api.md, "Workflow"). */
const summary = z.object({
  ...identity,
  ...config.inputs.omit({ replaceOrder: true, workflow: true }).shape,
  ...shownBy(config),
});

// Workflows have no scope of their own (api.md, "Authentication" 3).
const place = { list: "/workflows", get: "/workflows/{id}", scope: "models:read", parent: inWorkspace };

/** A workflow of a workspace with its graph. */
export const workflow = reading({
  ...place,
  where: ofWorkspace,
  by: byName,
  result: summary.extend({
    /** Workflow graph, as the gateway gives it. */
    workflow: z.record(z.string(), z.unknown()),
  }),
});

/** The workflows of a workspace, or of all. */
export const workflows = reading({
  ...place,
  where: z.object({
    /**
     * Id of the workspace to look in.
     *
     * @default all workspaces
     */
    workspaceId: id().optional(),
    /**
     * A part of the name.
     *
     * @default any name
     */
    name: z.string().optional(),
  }),
  by: none,
  result: summary,
});

/** A workflow with its graph, as {@link getWorkflow} reads it. */
export interface GetWorkflowResult extends ResultOf<typeof workflow.result> {}
/** Which workflow {@link getWorkflow} reads: one of a workspace, by `id` or by `name`. */
export type GetWorkflowArgs = OneArgs<typeof workflow>;
/** A workflow without its graph, as {@link getWorkflows} reads it. */
export interface GetWorkflowsResult extends ResultOf<typeof workflows.result> {}
/** Which workflows {@link getWorkflows} reads: those that match all given arguments. */
export type GetWorkflowsArgs = ManyArgs<typeof workflows>;

/**
 * Reads a routing workflow of a workspace with its graph, by id or name (api.md, "Workflow"; scope
 * `models:read`). Workflows are made in the console. `workflow` is the graph, exactly as the gateway gives
 * it. Fails if no workflow or more than one has the name, or if the gateway did not send the whole list.
 * Fails with a {@link GatewayError} if the gateway refuses, has no workflow with the id (404), or cannot be
 * reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * const { workflow } = await gateway.getWorkflow({ workspaceId, name: "Fallback" });
 * new gateway.Config("fallback", { workspaceId, name: "fallback", workflow });
 * ```
 */
export const getWorkflow: Read<GetWorkflowArgs, GetWorkflowResult> = one("getWorkflow", workflow);

/**
 * Does the same as {@link getWorkflow} (scope `models:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = gateway.getWorkspaceOutput({ name: "Support assistant" });
 * export const graph = gateway.getWorkflowOutput({ workspaceId: shared.id, name: "Fallback" }).workflow;
 * ```
 */
export const getWorkflowOutput = output(getWorkflow);

/**
 * Reads workflows without their graphs: all that the account can see, or only those of a workspace
 * (`workspaceId`), those whose name contains a text (`name`), or both (api.md, "Workflow"; scope
 * `models:read`). Fails if the gateway did not send the whole list. Fails with a {@link GatewayError} if the
 * gateway refuses or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const fallbacks = await gateway.getWorkflows({ name: "fallback" });
 * export const enabled = fallbacks.filter(({ enabled }) => enabled).map(({ id }) => id);
 * ```
 */
export const getWorkflows: Read<GetWorkflowsArgs, GetWorkflowsResult[]> = many("getWorkflows", workflows);

/**
 * Does the same as {@link getWorkflows} (scope `models:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * export const workflows = gateway.getWorkflowsOutput({ workspaceId: team.id }).length;
 * ```
 */
export const getWorkflowsOutput = output(getWorkflows);
