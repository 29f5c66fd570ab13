import { z } from "@hono/zod-openapi";
import { changes, type Operation, operation, scope } from "../http/operation.ts";
import { accountItems, ownRow } from "./account-items.ts";
import { bodyRow, integer, stamps } from "./row-schema.ts";
import { storedRow } from "./stored.ts";

const tag = "Quotas";

const fields = z.object({
  name: z.string(),
  max_requests: integer,
  period: z.enum(["ROLLING", "CALENDAR"]),
  window_minutes: integer,
});

const item = fields.extend({ id: z.string(), user_id: z.string(), current_usage: integer, ...stamps });

/** The endpoints of the API's section "Quotas". */
export const quotas: Operation[] = [
  operation({
    tag,
    method: "get",
    path: "/quotas",
    summary: "List the quota rules of the account",
    scope: scope("quotas:read"),
    returns: { kind: "list", schema: item },
    errors: [403],
    handle(call) {
      const table = call.service.store.table("quotas");
      return { kind: "list", items: table.find({ user_id: call.account.id }, call.asOf("quotas", "list")) };
    },
  }),
  ...accountItems({
    tag,
    table: "quotas",
    noun: "quota rule",
    scopes: ["quotas:read", "quotas:write"],
    item,
  }),
  // PUT keeps what it leaves out, as PATCH does: no field of a quota has a default to go back to.
  ...changes({
    tag,
    path: "/quotas/{id}",
    summary: "Change a quota rule",
    scope: scope("quotas:write"),
    body: fields.partial(),
    returns: { kind: "changed", schema: item },
    errors: [400, 403, 404],
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
