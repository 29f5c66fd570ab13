import { z } from "@hono/zod-openapi";
import type { Columns, TableSpec } from "../store/table.ts";
import { resources } from "./objects.ts";
import type { Resource } from "./resource.ts";

const stamps = { created_at: "text", updated_at: "text" } as const;

/** Columns of the same type, beside those of others. */
function text<const Name extends string>(...names: Name[]): Record<Name, "text"> {
  return Object.fromEntries(names.map((name) => [name, "text"])) as Record<Name, "text">;
}

/** Tables of what no `Resource` describes. */
const others = {
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

export const tables: Readonly<Record<string, TableSpec>> = {
  ...others,
  ...Object.fromEntries(resources.map((resource) => [resource.table, tableOf(resource)])),
};

/** The fields that a response shows, and those that are stored and not shown. */
function tableOf({ fields, item, defaults, sealed = [], naturalKey }: Resource): TableSpec {
  const names = new Set([
    "id",
    "workspace_id",
    ...Object.keys(item.shape),
    ...Object.keys(defaults),
    ...sealed,
  ]);
  const columns = [...names].map(
    (name) => [name, columnType(fields.shape[name] ?? item.shape[name])] as const,
  );
  const references = [...names].filter(
    (name) => /_id$/.test(name) && !["workspace_id", "user_id"].includes(name),
  );
  return {
    columns: Object.fromEntries(columns),
    lookups: [["workspace_id", ...naturalKey], ...references.map((name) => [name])],
  };
}

function columnType(schema: z.core.$ZodType | undefined): Columns[string] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return columnType(schema.unwrap());
  if (schema instanceof z.ZodNumber) return schema.isInt ? "integer" : "real";
  if (schema instanceof z.ZodBoolean) return "boolean";
  return schema === undefined || schema instanceof z.ZodString || schema instanceof z.ZodEnum
    ? "text"
    : "json";
}
