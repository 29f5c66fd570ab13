import { del, type Exchange, exchange, type Group, get } from "../exchange.ts";
import { scope as inWorkspace } from "./scoped.ts";
import { aWorkspace } from "./setup.ts";

/** Authentication 3, row by row; budget is left out, because its scope is not shown. */
const table: [resource: string, path: string, read: string, write: string | undefined][] = [
  ["User", "/user", "profile:read", undefined],
  ["Workspaces", "/workspaces", "workspaces:read", "workspaces:write"],
  ["Members", "/workspaces/{ws}/members", "members:read", "members:write"],
  ["Providers", "/providers", "providers:read", "providers:write"],
  ["Models", "/models", "models:read", "models:write"],
  ["Mappings", "/mappings", "mapping:read", "mapping:write"],
  ["Prompts", "/prompts", "prompts:read", "prompts:write"],
  ["Configs", "/configs", "models:read", "models:write"],
  ["Indexes", "/indexes", "models:read", "models:write"],
  ["Workflows", "/workflows", "models:read", undefined],
  ["Quotas", "/quotas", "quotas:read", "quotas:write"],
  ["Metrics", "/metrics", "usage:read", undefined],
];

const every = [...new Set(table.flatMap(([, , read, write]) => (write ? [read, write] : [read])))];

const accountLevel = ["/user", "/quotas", "/metrics", "/workspaces", "/workspaces/{ws}/members"];

/** What a scope alone opens, and all others together do not. */
function opens(
  resource: string,
  scope: string,
  to: "read" | "write",
  request: Exchange["request"],
  status: number,
) {
  const row = `Authentication 2 and 3, ${resource}`;
  const without = every.filter((other) => other !== scope);
  const as = (scopes: string[]) => ({ user: "owner", scopes }) as const;
  return [
    exchange(`${resource}: ${scope} is enough to ${to}`, row, request, status, as([scope])),
    exchange(`${resource}: every scope but ${scope} is not enough to ${to}`, row, request, 403, as(without)),
  ];
}

/** Deletes are of what is not there: the scope alone decides between 403 and 404. */
const opened = ([resource, path, read, write]: (typeof table)[number]): Exchange[] => {
  const scope = accountLevel.includes(path) ? undefined : inWorkspace;
  const missing = del(`${path}/no-such-item`, scope);
  return [
    ...opens(resource, read, "read", get(path, scope), 200),
    ...(write === undefined ? [] : opens(resource, write, "write", missing, 404)),
  ];
};

export const scopes: Group = {
  about: "scopes",
  setup: [aWorkspace],
  life: [],
  further: table.flatMap(opened),
};
