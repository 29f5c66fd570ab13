import { ApiError } from "../http/api-error.ts";
import type { Call } from "../http/operation.ts";
import type { Row } from "../json.ts";
import type { TableName } from "../store/tables.ts";

/** The row that the path names, if it belongs to the caller's account; else 404. */
export function ownRow(table: TableName, call: Call<unknown, unknown>, asOf?: number): Row {
  const filter = { id: call.params.id ?? "", user_id: call.account.id };
  const row = call.service.store.table(table).first(filter, asOf);
  if (row === undefined) throw new ApiError(404, "There is no such item");
  return row;
}
