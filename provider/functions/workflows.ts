import { z } from "zod";
import { config } from "../kinds/config.js";
import { id } from "../kinds/shared.js";
import { output, type Read } from "./read/call.js";
import { byName, type ManyArgs, none, type OneArgs, objectsOf, type ResultOf } from "./read/reading.js";
import { many, one } from "./read/rows.js";

/**
 * A workflow as it appears in a list: a config without its graph (API document, section "Workflow").
 * Workflows share the scope of configs (API document, section "Authentication", item 3).
 */
const summaries = {
  ...objectsOf(config, config.inputs.omit({ replaceOrder: true, workflow: true }), byName),
  name: "Workflow",
  list: "/workflows",
  get: "/workflows/{id}",
};

/** A workflow of a workspace with its graph. */
const workflow = {
  ...summaries,
  result: summaries.result.extend({
    /** Workflow graph, as the gateway returns it. */
    workflow: z.record(z.string(), z.unknown()),
  }),
};

/** The workflows of one workspace or of all workspaces. */
const workflows = {
  ...summaries,
  where: z.object({
    /**
     * Id of the workspace to look in.
     *
     * @default all workspaces
     */
    workspaceId: id().optional(),
    /**
     * Part of the name.
     *
     * @default any name
     */
    name: z.string().optional(),
  }),
  by: none,
};

/** A workflow with its graph, as returned by {@link getWorkflow}. */
export interface GetWorkflowResult extends ResultOf<typeof workflow.result> {}
export type GetWorkflowArgs = OneArgs<typeof workflow>;
/** A workflow without its graph, as returned by {@link getWorkflows}. */
export interface GetWorkflowsResult extends ResultOf<typeof workflows.result> {}
/** The filters of {@link getWorkflows}. Only workflows that match all of them are read. */
export type GetWorkflowsArgs = ManyArgs<typeof workflows>;

/**
 * Reads a routing workflow of a workspace with its graph, by id or name.
 * Workflows are created in the console. `workflow` is the graph, exactly as the gateway returns it.
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * const { workflow } = await gateway.getWorkflow({ workspaceId, name: "Fallback" });
 * new gateway.Config("fallback", { workspaceId, name: "fallback", workflow });
 * ```
 */
export const getWorkflow: Read<GetWorkflowArgs, GetWorkflowResult> = one(workflow);
export const getWorkflowOutput = output(getWorkflow);

/**
 * Reads workflows without their graphs: all workflows that the account can see, optionally limited to a
 * workspace (`workspaceId`) and to names that contain the given text (`name`).
 *
 * @example
 * ```ts
 * const fallbacks = await gateway.getWorkflows({ name: "fallback" });
 * export const enabled = fallbacks.filter(({ enabled }) => enabled).map(({ id }) => id);
 * ```
 */
export const getWorkflows: Read<GetWorkflowsArgs, GetWorkflowsResult[]> = many(workflows);
export const getWorkflowsOutput = output(getWorkflows);
