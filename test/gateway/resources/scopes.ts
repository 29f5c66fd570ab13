import { resources } from "./kinds.ts";

const others = [
  "profile:read",
  "workspaces:read",
  "workspaces:write",
  "members:read",
  "members:write",
  "usage:read",
];

/** Every scope (the API's section "Authentication"). */
export const scopes: readonly string[] = [
  ...others,
  ...new Set(
    ["quotas", ...resources.map(({ scope }) => scope)].flatMap((name) => [`${name}:read`, `${name}:write`]),
  ),
];
