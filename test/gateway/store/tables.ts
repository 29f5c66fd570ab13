import type { Columns } from "./table.ts";

interface TableSpec {
  columns: Columns;
  /** Lists of columns that are looked up together. */
  lookups: string[][];
}

const stamps = { created_at: "text", updated_at: "text" } as const;

/** Columns of the same type, beside those of others. */
function text<const Name extends string>(...names: Name[]): Record<Name, "text"> {
  return Object.fromEntries(names.map((name) => [name, "text"])) as Record<Name, "text">;
}

/** Every table. The columns of an object of the API are its fields, in the order of the API document's field tables. */
export const tables = {
  users: {
    columns: {
      ...text("id", "email", "username", "role", "account_type", "plan"),
      email_verified: "boolean",
      created_at: "text",
    },
    lookups: [["username"]],
  },
  apps: {
    columns: {
      ...text("id", "name", "owner_id", "secret_hash"),
      redirect_uris: "json",
      scopes: "json",
      created_at: "text",
    },
    lookups: [["owner_id"]],
  },
  tokens: {
    columns: {
      ...text("id", "kind", "user_id", "app_id"),
      scopes: "json",
      family: "text",
      details: "json",
      expires_at: "integer",
      used: "boolean",
      created_at: "text",
    },
    lookups: [["family"]],
  },
  workspaces: {
    columns: { id: "text", name: "text", owner_id: "text", budget: "real", current_spend: "real", ...stamps },
    lookups: [["owner_id", "name"]],
  },
  members: {
    columns: { id: "text", workspace_id: "text", user_id: "text", role: "text", created_at: "text" },
    lookups: [["workspace_id", "user_id"], ["user_id"]],
  },
  invitations: {
    columns: {
      ...text("id", "workspace_id", "code"),
      restricted_to: "json",
      max_uses: "integer",
      uses: "integer",
      ...text("expires_at", "created_at"),
    },
    lookups: [["code"], ["workspace_id"]],
  },
  providers: {
    columns: {
      ...text("id", "user_id", "workspace_id", "name", "base_url"),
      priority: "integer",
      ...text("api_key", "compatibility"),
      model_options: "json",
      ...stamps,
    },
    lookups: [["workspace_id", "name"]],
  },
  models: {
    columns: {
      ...text("id", "user_id", "workspace_id", "provider_id", "name", "display_name", "api_name", "type"),
      input_cost: "real",
      output_cost: "real",
      gateway_name: "text",
      context_window: "integer",
      ...stamps,
    },
    lookups: [["workspace_id", "provider_id", "name"], ["provider_id"]],
  },
  prompts: {
    columns: {
      ...text("id", "workspace_id", "model_id", "name", "content", "type"),
      is_global: "boolean",
      enabled: "boolean",
      position: "integer",
      environment: "text",
      ...stamps,
    },
    lookups: [["workspace_id", "name"], ["model_id"]],
  },
  mappings: {
    columns: {
      ...text("id", "workspace_id", "source_name", "target_model"),
      priority: "integer",
      enabled: "boolean",
      is_pattern: "boolean",
      ...stamps,
    },
    lookups: [["workspace_id", "source_name"]],
  },
  indexes: {
    columns: {
      ...text("id", "workspace_id", "base_url", "title"),
      page_count: "integer",
      pages: "json",
      ...text("status", "error"),
      max_pages: "integer",
      ...stamps,
    },
    lookups: [["workspace_id", "base_url"]],
  },
  configs: {
    columns: {
      ...text("id", "workspace_id", "name", "description"),
      enabled: "boolean",
      is_default: "boolean",
      workflow: "json",
      ...stamps,
    },
    lookups: [["workspace_id", "name"]],
  },
  workflows: {
    columns: {
      ...text("id", "workspace_id", "name", "description"),
      enabled: "boolean",
      is_default: "boolean",
      workflow: "json",
      ...stamps,
    },
    lookups: [["workspace_id"]],
  },
  quotas: {
    columns: {
      ...text("id", "user_id", "name"),
      max_requests: "integer",
      period: "text",
      window_minutes: "integer",
      current_usage: "integer",
      ...stamps,
    },
    lookups: [["user_id"]],
  },
  metrics: {
    columns: {
      ...text("id", "user_id", "key_id", "method", "endpoint"),
      status_code: "integer",
      duration_ms: "integer",
      tokens_input: "integer",
      tokens_output: "integer",
      cost: "real",
      ...text("provider_id", "model_id", "created_at"),
    },
    lookups: [["user_id"]],
  },
} satisfies Record<string, TableSpec>;

export type TableName = keyof typeof tables;
