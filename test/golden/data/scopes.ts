import type { Exchange, Group } from "../exchange.ts";
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
const without = (scope: string): string[] => every.filter((other) => other !== scope);

const accountLevel = ["/user", "/quotas", "/metrics", "/workspaces", "/workspaces/{ws}/members"];

const reads = ([resource, path, scope]: (typeof table)[number]): Exchange[] =>
  [
    { scopes: [scope], status: 200, law: `${resource}: ${scope} is enough to read` },
    {
      scopes: without(scope),
      status: 403,
      law: `${resource}: every scope but ${scope} is not enough to read`,
    },
  ].map(({ scopes, status, law }) => ({
    law,
    row: `Authentication 2 and 3, ${resource}`,
    as: { user: "owner", scopes },
    request: {
      method: "GET",
      path,
      ...(accountLevel.includes(path) ? {} : { query: { workspace_id: "{ws}" } }),
    },
    response: { status },
  }));

/** Deletes of what is not there: the scope alone decides between 403 and 404. */
const writes = ([resource, path, , scope]: (typeof table)[number]): Exchange[] =>
  scope === undefined
    ? []
    : [
        { scopes: [scope], status: 404, law: `${resource}: ${scope} is enough to write` },
        {
          scopes: without(scope),
          status: 403,
          law: `${resource}: every scope but ${scope} is not enough to write`,
        },
      ].map(({ scopes, status, law }) => ({
        law,
        row: `Authentication 2 and 3, ${resource}`,
        as: { user: "owner", scopes },
        request: {
          method: "DELETE",
          path: `${path}/no-such-item`,
          ...(accountLevel.includes(path) ? {} : { body: { workspace_id: "{ws}" } }),
        },
        response: { status },
      }));

export const scopes: Group = {
  about: "scopes",
  setup: [aWorkspace],
  life: [],
  further: table.flatMap((row) => [...reads(row), ...writes(row)]),
};
