import type { z } from "@hono/zod-openapi";
import { type Call, deleted, type Operation, operation, scope } from "../http/operation.ts";
import type { Row } from "../json.ts";
import { requireRow } from "./access.ts";

/** The row that the path names, if it belongs to the caller's account; else 404. */
export function ownRow(table: string, call: Call, asOf?: number): Row {
  return requireRow(call, table, { id: call.params.id ?? "", user_id: call.account.id }, asOf);
}

interface AccountItems {
  tag: string;
  table: string;
  noun: string;
  /** The scopes to read and to delete. */
  scopes: [string, string];
  item: z.ZodType;
}

/** Reads and deletes one item of what belongs to an account, not to a workspace. */
export function accountItems({ tag, table, noun, scopes, item }: AccountItems): Operation[] {
  const described = { tag, path: `/${table}/{id}`, errors: [403, 404] };
  return [
    operation({
      ...described,
      method: "get",
      summary: `Read one ${noun}`,
      scope: scope(scopes[0]),
      returns: { kind: "single", schema: item },
      handle: (call) => ({ kind: "single", item: ownRow(table, call, call.asOf(table, "single")) }),
    }),
    operation({
      ...described,
      method: "delete",
      summary: `Delete a ${noun}`,
      scope: scope(scopes[1]),
      returns: deleted,
      handle(call) {
        call.service.store.table(table).remove(String(ownRow(table, call).id));
        return { kind: "deleted" };
      },
    }),
  ];
}
