/**
 * Pulumi resources and functions for the Workspace Gateway Management API.
 * This is the list of all that is public.
 */

export * from "./classes.js";

// A gateway whose settings stand in the program.

export { Provider, type ProviderArgs } from "./program/explicit-provider.js";

// Functions, each with its arguments and its result, and the error that they throw.

export { GatewayError } from "./client/http/gateway-error.js";
export { type GetBudgetArgs, type GetBudgetResult, getBudget, getBudgetOutput } from "./functions/budgets.js";
export {
  type GetConfigArgs,
  type GetConfigResult,
  type GetConfigsArgs,
  getConfig,
  getConfigOutput,
  getConfigs,
  getConfigsOutput,
} from "./functions/configs.js";
export {
  type GetIndexArgs,
  type GetIndexesArgs,
  type GetIndexResult,
  getIndex,
  getIndexes,
  getIndexesOutput,
  getIndexOutput,
} from "./functions/indexes.js";
export {
  type GetMappingArgs,
  type GetMappingResult,
  type GetMappingsArgs,
  getMapping,
  getMappingOutput,
  getMappings,
  getMappingsOutput,
} from "./functions/mappings.js";
export {
  type GetMembersArgs,
  type GetMembersResult,
  getMembers,
  getMembersOutput,
} from "./functions/members.js";
export {
  type GetMetricArgs,
  getMetric,
  getMetricOutput,
  getMetrics,
  getMetricsOutput,
  type Metric,
  type MetricsArgs,
  metrics,
} from "./functions/metrics.js";
export {
  type GetModelProviderArgs,
  type GetModelProviderResult,
  type GetModelProvidersArgs,
  getModelProvider,
  getModelProviderOutput,
  getModelProviders,
  getModelProvidersOutput,
} from "./functions/model-providers.js";
export {
  type GetModelArgs,
  type GetModelResult,
  type GetModelsArgs,
  getModel,
  getModelOutput,
  getModels,
  getModelsOutput,
} from "./functions/models.js";
export {
  type GetPromptArgs,
  type GetPromptResult,
  type GetPromptsArgs,
  getPrompt,
  getPromptOutput,
  getPrompts,
  getPromptsOutput,
} from "./functions/prompts.js";
export {
  type GetQuotaArgs,
  type GetQuotaResult,
  type GetQuotasArgs,
  getQuota,
  getQuotaOutput,
  getQuotas,
  getQuotasOutput,
} from "./functions/quotas.js";
export type { ReadOptions, ReadOutputOptions } from "./functions/read/options.js";
export { type GetUserArgs, type GetUserResult, getUser, getUserOutput } from "./functions/user.js";
export {
  type GetWorkflowArgs,
  type GetWorkflowResult,
  type GetWorkflowsArgs,
  type GetWorkflowsResult,
  getWorkflow,
  getWorkflowOutput,
  getWorkflows,
  getWorkflowsOutput,
} from "./functions/workflows.js";
export {
  type GetWorkspaceArgs,
  type GetWorkspaceResult,
  type GetWorkspacesArgs,
  getWorkspace,
  getWorkspaceOutput,
  getWorkspaces,
  getWorkspacesOutput,
} from "./functions/workspaces.js";
