import { z } from "zod";
import type { Columns, TableSpec } from "../store/table.ts";
import { metricItem, quotaItem, userItem } from "./account.ts";
import { type Resource, resources } from "./kinds.ts";
import { workflowItem } from "./workflows.ts";

export const tables: Readonly<Record<string, TableSpec>> = {
  users: { columns: columnsOf(userItem.shape), lookups: [["username"]] },
  apps: {
    columns: { ...text("id name owner_id secret_hash created_at"), redirect_uris: "json", scopes: "json" },
    lookups: [["owner_id"]],
  },
  tokens: {
    columns: {
      ...text("id kind user_id app_id family created_at"),
      ...{ scopes: "json", details: "json", expires_at: "integer", used: "boolean" },
    },
    lookups: [["family"]],
  },
  workspaces: {
    columns: { ...text("id name owner_id created_at updated_at"), budget: "real", current_spend: "real" },
    lookups: [["owner_id", "name"]],
  },
  members: {
    columns: text("id workspace_id user_id role created_at"),
    lookups: [["workspace_id", "user_id"], ["user_id"]],
  },
  invitations: {
    columns: {
      ...text("id workspace_id code expires_at created_at"),
      ...{ restricted_to: "json", max_uses: "integer", uses: "integer" },
    },
    lookups: [["code"], ["workspace_id"]],
  },
  workflows: { columns: columnsOf(workflowItem.shape), lookups: [["workspace_id"]] },
  quotas: { columns: columnsOf(quotaItem.shape), lookups: [["user_id"]] },
  metrics: { columns: columnsOf(metricItem.shape), lookups: [["user_id"]] },
  ...Object.fromEntries(resources.map((resource) => [resource.table, tableOf(resource)])),
};

/** The fields in responses, and fields that are only stored. */
function tableOf({ fields, item, defaults, sealed = [], naturalKey }: Resource): TableSpec {
  const stored = ["id", "workspace_id", ...Object.keys(item.shape), ...Object.keys(defaults), ...sealed];
  const schemas = stored.map((name) => [name, fields.shape[name] ?? item.shape[name]]);
  const columns = columnsOf(Object.fromEntries(schemas));
  const references = Object.keys(columns).filter(
    (name) => /_id$/.test(name) && !["workspace_id", "user_id"].includes(name),
  );
  return { columns, lookups: [["workspace_id", ...naturalKey], ...references.map((name) => [name])] };
}

/** Returns text columns with these names. */
function text(names: string): Columns {
  return Object.fromEntries(names.split(" ").map((name) => [name, "text"]));
}

function columnsOf(shape: Record<string, z.core.$ZodType | undefined>): Columns {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, columnType(schema)]));
}

function columnType(schema: z.core.$ZodType | undefined): Columns[string] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return columnType(schema.unwrap());
  if (schema instanceof z.ZodNumber) return schema.isInt ? "integer" : "real";
  if (schema instanceof z.ZodBoolean) return "boolean";
  return schema === undefined || schema instanceof z.ZodString || schema instanceof z.ZodEnum
    ? "text"
    : "json";
}
