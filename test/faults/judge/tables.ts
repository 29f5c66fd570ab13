import type { Gateway } from "../../gateway/index.ts";

export type TableName = Parameters<Gateway["rows"]>[0];
export type Row = ReturnType<Gateway["rows"]>[number];

/** Where is looked for what is left. */
export interface Place {
  readonly gateway: Gateway;
  /** Where the site is that indexes crawl. */
  readonly site: string;
  /** The API key that the gateway has sealed in this row of a provider; null if it has none. */
  apiKey(provider: Row): string | null;
}

/** Where the gateway keeps the objects of a kind. */
export const tableOf = {
  Workspace: "workspaces",
  Budget: "workspaces",
  Member: "members",
  Invitation: "invitations",
  ModelProvider: "providers",
  Model: "models",
  Prompt: "prompts",
  Mapping: "mappings",
  Index: "indexes",
  Config: "configs",
  Quota: "quotas",
} as const;

export type TableOfKind = keyof typeof tableOf;

/** A gateway key has none that tells it apart. */
export function hasTable(kind: string): kind is TableOfKind {
  return kind in tableOf;
}

/** What no two objects of a table share (api.md, "Limits"). */
export const uniqueBy = {
  workspaces: ["owner_id", "name"],
  members: ["workspace_id", "user_id"],
  providers: ["workspace_id", "name"],
  models: ["workspace_id", "provider_id", "name"],
  prompts: ["workspace_id", "name"],
  mappings: ["workspace_id", "source_name"],
  indexes: ["workspace_id", "base_url"],
  configs: ["workspace_id", "name"],
} as const satisfies Partial<Record<TableName, readonly string[]>>;
