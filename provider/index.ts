/** Pulumi resources for the Workspace Gateway Management API. */
export { Mapping, type MappingArgs } from "./kinds/mapping.js";
export { Model, type ModelArgs } from "./kinds/model.js";
export { ModelProvider, type ModelProviderArgs } from "./kinds/model-provider.js";
export { Prompt, type PromptArgs } from "./kinds/prompt.js";
export { Workspace, type WorkspaceArgs } from "./kinds/workspace.js";
