import { z } from "@hono/zod-openapi";
import type { Answer } from "../http/answer.ts";
import { type Operation, operation, scope } from "../http/operation.ts";
import { ownRow } from "./account-rows.ts";
import { canonicalRow } from "./canonical.ts";
import { integer } from "./integer.ts";
import { bodyRow } from "./row-schema.ts";

const period = z.enum(["ROLLING", "CALENDAR"]);

const item = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  max_requests: integer,
  period,
  window_minutes: integer,
  current_usage: integer,
  created_at: z.string(),
  updated_at: z.string(),
});

const list = operation({
  tag: "Quotas",
  method: "get",
  path: "/quotas",
  summary: "List the quota rules of the account",
  scope: scope("quotas:read"),
  returns: { kind: "list", schema: item },
  errors: [403],
  handle(call): Answer {
    const table = call.service.store.table("quotas");
    return { kind: "list", items: table.find({ user_id: call.account.id }, call.asOf("quotas", "list")) };
  },
});

const read = operation({
  tag: "Quotas",
  method: "get",
  path: "/quotas/{id}",
  summary: "Read one quota rule",
  scope: scope("quotas:read"),
  returns: { kind: "single", schema: item },
  errors: [403, 404],
  handle: (call): Answer => ({ kind: "single", item: ownRow("quotas", call, call.asOf("quotas", "single")) }),
});

/** PUT keeps what it leaves out, as PATCH does: no field of a quota has a default to go back to. */
function change(method: "patch" | "put"): Operation {
  return operation({
    tag: "Quotas",
    method,
    path: "/quotas/{id}",
    summary: "Change a quota rule",
    scope: scope("quotas:write"),
    body: z.object({
      name: z.string().optional(),
      max_requests: integer.optional(),
      period: period.optional(),
      window_minutes: integer.optional(),
    }),
    returns: { kind: "changed", schema: item },
    errors: [400, 403, 404],
    handle(call): Answer {
      const { service } = call;
      const current = ownRow("quotas", call);
      const sent = bodyRow(call.body);
      const changes = service.variants.canonical ? canonicalRow(sent) : sent;
      const updated_at = service.clock.stamp();
      const row = service.store.table("quotas").update(String(current.id), { ...changes, updated_at });
      return { kind: "changed", item: row ?? current };
    },
  });
}

const remove = operation({
  tag: "Quotas",
  method: "delete",
  path: "/quotas/{id}",
  summary: "Delete a quota rule",
  scope: scope("quotas:write"),
  returns: { kind: "deleted", schema: z.object({ success: z.boolean() }) },
  errors: [403, 404],
  handle(call): Answer {
    call.service.store.table("quotas").remove(String(ownRow("quotas", call).id));
    return { kind: "deleted" };
  },
});

/** The endpoints of api.md, "Quotas". */
export const quotas: Operation[] = [list, read, change("patch"), change("put"), remove];
