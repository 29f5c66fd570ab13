import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { UsageError } from "../terminal.js";

export interface FilterOptions {
  readonly id?: string[];
  readonly keyId?: string;
  readonly startDate?: string;
  readonly endDate?: string;
}

/** Which metrics are meant: those with some ids, or all of a key, of a time, or of both. */
export type MetricsFilter =
  | { readonly ids: readonly string[] }
  | { readonly values: Values; matches(row: JsonObject): boolean };

/**
 * Reads the options. Options that would mean all metrics are refused.
 * Without an end date the filter ends now: so metrics that are added during the run do not shift the pages.
 */
export function readFilter({ id, keyId, startDate, endDate }: FilterOptions, now: number): MetricsFilter {
  const filtered = [keyId, startDate, endDate].some((option) => option !== undefined);
  if (id !== undefined && filtered) {
    throw new UsageError("--id cannot be used with --key-id, --start-date or --end-date");
  }
  if (id !== undefined) {
    return { ids: [...new Set(id)] };
  }
  if (!filtered) {
    throw new UsageError("which metrics? Give --key-id, --start-date or --end-date, or --id");
  }
  const from = startDate === undefined ? Number.NEGATIVE_INFINITY : moment("--start-date", startDate);
  const to = endDate === undefined ? now : moment("--end-date", endDate);
  if (from > to) {
    throw new UsageError("--start-date is later than the end date");
  }
  return {
    values: {
      ...(keyId === undefined ? {} : { keyId }),
      ...(startDate === undefined ? {} : { startDate: new Date(from).toISOString() }),
      endDate: new Date(to).toISOString(),
    },
    matches: ({ key_id, created_at }) => {
      const at = Date.parse(String(created_at));
      return (keyId === undefined || key_id === keyId) && at >= from && at <= to;
    },
  };
}

function moment(option: string, text: string): number {
  const at = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(at)) {
    throw new UsageError(`${option} must be an ISO 8601 date, such as 2026-01-31 or 2026-01-31T12:00:00Z`);
  }
  return at;
}
