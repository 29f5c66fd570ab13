import { defined } from "../text/defined.js";
import { isJsonObject, type JsonObject } from "../text/json.js";
import type { Reply } from "./http/exchange.js";

/** A list answer. `complete` is false if the gateway says that there are more rows than it sent. */
export interface Rows {
  readonly rows: readonly JsonObject[];
  readonly complete: boolean;
}

/** One answer with rows of a list, and how many the gateway says that there are. */
export interface Listing extends Rows {
  readonly total?: number;
}

/** The answer where there is no list. */
export const noRows: Rows = { rows: [], complete: true };

/** Reads `{data: [...], total?}` or a bare array (the API's section "Response shape"); undefined if it is neither. */
export function listOf({ body }: Reply): Listing | undefined {
  const data = isJsonObject(body) ? body.data : body;
  if (!Array.isArray(data)) {
    return undefined;
  }
  const rows = data.filter(isJsonObject);
  const total = numberIn(body, "total");
  return { rows, complete: (total ?? 0) <= rows.length, ...defined({ total }) };
}

/** A number that a list answer says beside its rows; undefined if it does not say it. */
export function numberIn(body: unknown, key: string): number | undefined {
  const value = isJsonObject(body) ? Number(body[key] ?? Number.NaN) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
}

/** Reads `{data: {...}}` or the bare object (the API's section "Response shape"); undefined if it is neither. */
export function itemOf({ body }: Reply): JsonObject | undefined {
  const item = isJsonObject(body) && isJsonObject(body.data) ? body.data : body;
  return isJsonObject(item) && Object.keys(item).length > 0 ? item : undefined;
}

/** The id of a row. An id is a string (the API's section "Resources"); a number becomes a string. */
export function idOf(row: JsonObject | undefined): string | undefined {
  const id = row?.id;
  return (typeof id === "string" && id !== "") || Number.isFinite(id) ? String(id) : undefined;
}
