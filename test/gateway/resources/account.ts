import { z } from "zod";
import { pageQuery } from "../http/answer.ts";
import { type Call, changes, type Operation, operation, scope } from "../http/operation.ts";
import { ApiError } from "../http/reply.ts";
import type { Row } from "../json.ts";
import { requireRow } from "./access.ts";
import { bodyRow, integer, stamps } from "./kinds.ts";
import { storedRow } from "./stored.ts";

export const userItem = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string().nullable(),
  role: z.string(),
  account_type: z.enum(["PERSONAL", "ORGANIZATION"]),
  plan: z.string().nullable(),
  email_verified: z.boolean(),
  created_at: z.string(),
});

export const user = operation("get", "/user", {
  scope: scope("profile:read"),
  handle({ service, account }) {
    const row = service.accounts.find(account.id);
    if (row === undefined) throw new ApiError(404, "The account no longer exists");
    return { kind: "single", item: row };
  },
});

/** Returns the row in the path if it belongs to the caller's account. Otherwise throws 404. */
function ownRow(table: string, call: Call, asOf?: number): Row {
  return requireRow(call, table, { id: call.params.id ?? "", user_id: call.account.id }, asOf);
}

/** Endpoints that read and delete an item of an account, not of a workspace. */
function accountItems(table: string, readScope: string, writeScope: string): Operation[] {
  const path = `/${table}/{id}`;
  return [
    operation("get", path, {
      scope: scope(readScope),
      handle: (call) => ({ kind: "single", item: ownRow(table, call, call.asOf(table, "single")) }),
    }),
    operation("delete", path, {
      scope: scope(writeScope),
      handle(call) {
        call.service.store.table(table).remove(String(ownRow(table, call).id));
        return { kind: "deleted" };
      },
    }),
  ];
}

const quotaFields = z.object({
  name: z.string(),
  max_requests: integer,
  period: z.enum(["ROLLING", "CALENDAR"]),
  window_minutes: integer,
});

export const quotaItem = z.object({
  id: z.string(),
  user_id: z.string(),
  ...quotaFields.shape,
  current_usage: integer,
  ...stamps,
});

export const quotas: Operation[] = [
  operation("get", "/quotas", {
    scope: scope("quotas:read"),
    handle(call) {
      const table = call.service.store.table("quotas");
      return { kind: "list", items: table.find({ user_id: call.account.id }, call.asOf("quotas", "list")) };
    },
  }),
  ...accountItems("quotas", "quotas:read", "quotas:write"),
  // Like PATCH, PUT keeps omitted fields, because no field of a quota has a default.
  ...changes("/quotas/{id}", {
    scope: scope("quotas:write"),
    body: quotaFields.partial(),
    handle(call) {
      const { service } = call;
      const current = ownRow("quotas", call);
      const sent = bodyRow(call.body);
      const changed = storedRow(sent, service.variants, "change");
      const updated_at = service.clock.stamp();
      const row = service.store.table("quotas").update(String(current.id), { ...changed, updated_at });
      return { kind: "changed", item: row ?? current };
    },
  }),
];

export const metricItem = z.object({
  id: z.string(),
  user_id: z.string(),
  key_id: z.string(),
  method: z.string(),
  endpoint: z.string(),
  status_code: z.int(),
  duration_ms: z.int(),
  tokens_input: z.int(),
  tokens_output: z.int(),
  cost: z.number(),
  provider_id: z.string(),
  model_id: z.string(),
  created_at: z.string(),
});

/** All operations on metrics, including deletion, need this scope (the API's section "Authentication", 3). */
const needed = "usage:read";

const moment = z
  .string()
  .refine(
    (text) => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
    "must be an ISO 8601 date",
  );

export const metrics: Operation[] = [
  operation("get", "/metrics", {
    scope: scope(needed),
    query: z.object({
      ...pageQuery,
      key_id: z.string().optional(),
      start_date: moment.optional(),
      end_date: moment.optional(),
    }),
    handle(call) {
      const { key_id, start_date, end_date } = call.query;
      // Defaults: the API's section "Limits", 4.
      const page = Number(call.query.page ?? 1);
      const asked = Number(call.query.limit ?? 10);
      const { maxLimit, aboveMaxLimit } = call.service.variants;
      const size = Math.min(asked, maxLimit ?? asked);
      if (size < asked && aboveMaxLimit === "refused")
        throw new ApiError(400, `limit must be at most ${size}`);
      const limit = aboveMaxLimit === "silent" ? asked : size;
      const filter: Row = { user_id: call.account.id, ...(key_id === undefined ? {} : { key_id }) };
      const from = start_date === undefined ? -Infinity : Date.parse(start_date);
      const to = end_date === undefined ? Infinity : Date.parse(end_date);
      const rows = call.service.store
        .table("metrics")
        .find(filter, call.asOf("metrics", "list"))
        .filter((row) => {
          const at = Date.parse(String(row.created_at));
          return at >= from && at <= to;
        })
        .sort((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1));
      const start = (page - 1) * size;
      const total_pages = Math.ceil(rows.length / limit);
      return {
        kind: "list",
        items: rows.slice(start, start + size),
        total: rows.length,
        more: { page, limit, total_pages },
      };
    },
  }),
  ...accountItems("metrics", needed, needed),
];
