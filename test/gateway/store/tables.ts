import type { Columns } from "./columns.ts";

interface TableSpec {
  columns: Columns;
  /** Lists of columns that are looked up together. */
  lookups: string[][];
}

const stamps = { created_at: "text", updated_at: "text" } as const;

/** Every table. The columns of an object of the API are its fields, in the order of api.md's field tables. */
export const tables = {
  users: {
    columns: {
      id: "text",
      email: "text",
      username: "text",
      role: "text",
      account_type: "text",
      plan: "text",
      email_verified: "boolean",
      created_at: "text",
    },
    lookups: [["username"]],
  },
  apps: {
    columns: {
      id: "text",
      name: "text",
      owner_id: "text",
      secret_hash: "text",
      redirect_uris: "json",
      scopes: "json",
      created_at: "text",
    },
    lookups: [["owner_id"]],
  },
  tokens: {
    columns: {
      id: "text",
      kind: "text",
      user_id: "text",
      app_id: "text",
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
      id: "text",
      workspace_id: "text",
      code: "text",
      restricted_to: "json",
      max_uses: "integer",
      uses: "integer",
      expires_at: "text",
      created_at: "text",
    },
    lookups: [["code"], ["workspace_id"]],
  },
  providers: {
    columns: {
      id: "text",
      user_id: "text",
      workspace_id: "text",
      name: "text",
      base_url: "text",
      priority: "integer",
      api_key: "text",
      compatibility: "text",
      model_options: "json",
      ...stamps,
    },
    lookups: [["workspace_id", "name"]],
  },
  models: {
    columns: {
      id: "text",
      user_id: "text",
      workspace_id: "text",
      provider_id: "text",
      name: "text",
      display_name: "text",
      api_name: "text",
      type: "text",
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
      id: "text",
      workspace_id: "text",
      model_id: "text",
      name: "text",
      content: "text",
      type: "text",
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
      id: "text",
      workspace_id: "text",
      source_name: "text",
      target_model: "text",
      priority: "integer",
      enabled: "boolean",
      is_pattern: "boolean",
      ...stamps,
    },
    lookups: [["workspace_id", "source_name"]],
  },
  indexes: {
    columns: {
      id: "text",
      workspace_id: "text",
      base_url: "text",
      title: "text",
      page_count: "integer",
      pages: "json",
      status: "text",
      error: "text",
      max_pages: "integer",
      ...stamps,
    },
    lookups: [["workspace_id", "base_url"]],
  },
  configs: {
    columns: {
      id: "text",
      workspace_id: "text",
      name: "text",
      description: "text",
      enabled: "boolean",
      is_default: "boolean",
      workflow: "json",
      ...stamps,
    },
    lookups: [["workspace_id", "name"]],
  },
  workflows: {
    columns: {
      id: "text",
      workspace_id: "text",
      name: "text",
      description: "text",
      enabled: "boolean",
      is_default: "boolean",
      workflow: "json",
      ...stamps,
    },
    lookups: [["workspace_id"]],
  },
  quotas: {
    columns: {
      id: "text",
      user_id: "text",
      name: "text",
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
      id: "text",
      user_id: "text",
      key_id: "text",
      method: "text",
      endpoint: "text",
      status_code: "integer",
      duration_ms: "integer",
      tokens_input: "integer",
      tokens_output: "integer",
      cost: "real",
      provider_id: "text",
      model_id: "text",
      created_at: "text",
    },
    lookups: [["user_id"]],
  },
} satisfies Record<string, TableSpec>;

export type TableName = keyof typeof tables;
