/** Every scope (the API's section "Authentication"). */
export const scopes: readonly string[] = [
  "profile:read",
  "workspaces:read",
  "workspaces:write",
  "members:read",
  "members:write",
  "providers:read",
  "providers:write",
  "models:read",
  "models:write",
  "mapping:read",
  "mapping:write",
  "prompts:read",
  "prompts:write",
  "quotas:read",
  "quotas:write",
  "usage:read",
];
