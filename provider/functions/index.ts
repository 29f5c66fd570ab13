export { type GetBudgetArgs, type GetBudgetResult, getBudget, getBudgetOutput } from "./budgets.js";
export {
  type GetConfigArgs,
  type GetConfigResult,
  type GetConfigsArgs,
  getConfig,
  getConfigOutput,
  getConfigs,
  getConfigsOutput,
} from "./configs.js";
export {
  type GetIndexArgs,
  type GetIndexesArgs,
  type GetIndexResult,
  getIndex,
  getIndexes,
  getIndexesOutput,
  getIndexOutput,
} from "./indexes.js";
export {
  type GetMappingArgs,
  type GetMappingResult,
  type GetMappingsArgs,
  getMapping,
  getMappingOutput,
  getMappings,
  getMappingsOutput,
} from "./mappings.js";
export { type GetMembersArgs, type GetMembersResult, getMembers, getMembersOutput } from "./members.js";
export {
  type GetMetricArgs,
  getMetric,
  getMetricOutput,
  getMetrics,
  getMetricsOutput,
  type Metric,
  type MetricsArgs,
  metrics,
} from "./metrics.js";
export {
  type GetModelProviderArgs,
  type GetModelProviderResult,
  type GetModelProvidersArgs,
  getModelProvider,
  getModelProviderOutput,
  getModelProviders,
  getModelProvidersOutput,
} from "./model-providers.js";
export {
  type GetModelArgs,
  type GetModelResult,
  type GetModelsArgs,
  getModel,
  getModelOutput,
  getModels,
  getModelsOutput,
} from "./models.js";
export {
  type GetPromptArgs,
  type GetPromptResult,
  type GetPromptsArgs,
  getPrompt,
  getPromptOutput,
  getPrompts,
  getPromptsOutput,
} from "./prompts.js";
export {
  type GetQuotaArgs,
  type GetQuotaResult,
  type GetQuotasArgs,
  getQuota,
  getQuotaOutput,
  getQuotas,
  getQuotasOutput,
} from "./quotas.js";
export type { ReadOptions } from "./read/call.js";
export type { ReadOutputOptions } from "./read/output.js";
export { type GetUserArgs, type GetUserResult, getUser, getUserOutput } from "./user.js";
export {
  type GetWorkflowArgs,
  type GetWorkflowResult,
  type GetWorkflowsArgs,
  type GetWorkflowsResult,
  getWorkflow,
  getWorkflowOutput,
  getWorkflows,
  getWorkflowsOutput,
} from "./workflows.js";
export {
  type GetWorkspaceArgs,
  type GetWorkspaceResult,
  type GetWorkspacesArgs,
  getWorkspace,
  getWorkspaceOutput,
  getWorkspaces,
  getWorkspacesOutput,
} from "./workspaces.js";
