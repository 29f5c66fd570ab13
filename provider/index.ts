/**
 * Pulumi resources and functions for the Workspace Gateway Management API.
 * This file exports the whole public API.
 */

export * from "./classes.js";

// A gateway whose settings are in the program.

export { Provider, type ProviderArgs } from "./program/explicit-provider.js";

// Functions with their arguments and results (all exports of their files), and the error that they throw.

export { GatewayError } from "./client/exchange.js";
export * from "./functions/budgets.js";
export * from "./functions/configs.js";
export * from "./functions/indexes.js";
export * from "./functions/mappings.js";
export * from "./functions/members.js";
export * from "./functions/metrics.js";
export * from "./functions/model-providers.js";
export * from "./functions/models.js";
export * from "./functions/prompts.js";
export * from "./functions/quotas.js";
export type { ReadOptions, ReadOutputOptions } from "./functions/read/call.js";
export * from "./functions/user.js";
export * from "./functions/workflows.js";
export * from "./functions/workspaces.js";
