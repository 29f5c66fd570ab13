export { getBudget, getBudgetOutput } from "./budget.js";
export type { ReadOptions } from "./call.js";
export { getConfig, getConfigOutput, getConfigs, getConfigsOutput } from "./configs.js";
export { getIndex, getIndexes, getIndexesOutput, getIndexOutput } from "./indexes.js";
export { getMapping, getMappingOutput, getMappings, getMappingsOutput } from "./mappings.js";
export { getMembers, getMembersOutput } from "./members.js";
export {
  getMetric,
  getMetricOutput,
  getMetrics,
  getMetricsOutput,
  type Metric,
  type MetricsArgs,
  metrics,
} from "./metrics.js";
export {
  getModelProvider,
  getModelProviderOutput,
  getModelProviders,
  getModelProvidersOutput,
} from "./model-providers.js";
export { getModel, getModelOutput, getModels, getModelsOutput } from "./models.js";
export type { ReadOutputOptions } from "./output.js";
export { getPrompt, getPromptOutput, getPrompts, getPromptsOutput } from "./prompts.js";
export { getQuota, getQuotaOutput, getQuotas, getQuotasOutput } from "./quotas.js";
export { getUser, getUserOutput } from "./user.js";
export { getWorkflow, getWorkflowOutput, getWorkflows, getWorkflowsOutput } from "./workflows.js";
export { getWorkspace, getWorkspaceOutput, getWorkspaces, getWorkspacesOutput } from "./workspaces.js";
