/**
 * The public classes with their arguments. This is also the list of all kinds. It is separate from the
 * functions, because the engine's plugin does not need to load them.
 */

export { Budget, type BudgetArgs } from "./kinds/budget.js";
export { Config, type ConfigArgs } from "./kinds/config.js";
export { GatewayKey, type GatewayKeyArgs } from "./kinds/gateway-key.js";
export { Invitation, type InvitationArgs } from "./kinds/invitation.js";
export { Mapping, type MappingArgs } from "./kinds/mapping.js";
export { Member, type MemberArgs } from "./kinds/member.js";
export { Model, type ModelArgs } from "./kinds/model.js";
export { ModelProvider, type ModelProviderArgs } from "./kinds/model-provider.js";
export { Prompt, type PromptArgs } from "./kinds/prompt.js";
export { Quota, type QuotaArgs } from "./kinds/quota.js";
export { Index, type IndexArgs } from "./kinds/site-index.js";
export { Workspace, type WorkspaceArgs } from "./kinds/workspace.js";
