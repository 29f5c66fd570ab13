import { data, inWorkspaces } from "../../kinds/data.ts";
import { del, type Exchange, exchange, type Group, get } from "../exchange.ts";
import { aWorkspace, scope as inWorkspace } from "../shared.ts";

/** Authentication 3, row by row; budget is left out, because its scope is not shown. */
const table: [resource: string, path: string, read: string, write: string | undefined][] = [
  ["User", "/user", "profile:read", undefined],
  ["Workflows", "/workflows", "models:read", undefined],
  ["Metrics", "/metrics", "usage:read", undefined],
  ...data.flatMap(({ collection }): typeof table => {
    if (collection === undefined) return [];
    const { heading, path, scope } = collection;
    return [[heading, path, `${scope}:read`, `${scope}:write`]];
  }),
];

const every = [...new Set(table.flatMap(([, , read, write]) => (write ? [read, write] : [read])))];

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
  const scope = [...inWorkspaces, "/workflows"].includes(path) ? inWorkspace : undefined;
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
