import { z } from "@hono/zod-openapi";
import { ApiError } from "../http/api-error.ts";
import { type Operation, operation, scope } from "../http/operation.ts";
import { pageQuery } from "../http/page.ts";
import type { Row } from "../json.ts";
import { accountItems } from "./account-items.ts";

const item = z.object({
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

/** Every operation on metrics, deletion too, asks for the one scope they have (the API's section "Authentication", 3). */
const needed = "usage:read";

const moment = z
  .string()
  .refine(
    (text) => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
    "must be an ISO 8601 date",
  )
  .openapi({ format: "date-time" });

/** The endpoints of the API's section "Metrics". */
export const metrics: Operation[] = [
  operation({
    tag: "Metrics",
    scope: scope(needed),
    method: "get",
    path: "/metrics",
    summary: "Page through the requests of the account, the newest first",
    query: z.object({
      ...pageQuery,
      key_id: z.string().optional(),
      start_date: moment.optional(),
      end_date: moment.optional(),
    }),
    returns: {
      kind: "list",
      schema: item,
      more: { page: z.int(), limit: z.int(), total_pages: z.int() },
    },
    errors: [400, 403],
    handle(call) {
      const { key_id, start_date, end_date } = call.query;
      // Defaults: the API's section "Limits", 4.
      const page = Number(call.query.page ?? 1);
      const asked = Number(call.query.limit ?? 10);
      const { maxLimit, aboveMaxLimit } = call.service.variants;
      const size = Math.min(asked, maxLimit ?? asked);
      if (size < asked && aboveMaxLimit === "refused") throw new ApiError(400, `limit is at most ${size}`);
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
  ...accountItems({ tag: "Metrics", table: "metrics", noun: "metric", scopes: [needed, needed], item }),
];
