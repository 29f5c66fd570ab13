import type { Json, JsonObject, Values } from "pulumi-workspace-gateway/tools";
import { defined } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { UsageError } from "../terminal.js";

/** Which rows are meant, by what they say. */
interface RowFilterOptions {
  readonly keyId?: string;
  readonly startDate?: string;
  readonly endDate?: string;
}

/** Which rows a command reads, and how many it asks for in one request. */
export interface RowOptions extends RowFilterOptions {
  readonly pageSize?: number;
}

export interface FilterOptions extends RowOptions {
  readonly id?: string[];
}

/** Which metrics are meant: all of a key, of a time, or of both; without either, all. */
export interface RowFilter {
  /** What the gateway is asked for. */
  readonly values: Values;
  /** Whether a row is one that was asked for; undefined if it does not tell. */
  matches(row: JsonObject): boolean | undefined;
}

/** Which metrics are meant: those with some ids, or all that match. */
export type MetricsFilter = { readonly ids: readonly string[] } | RowFilter;

/**
 * Reads the options of a command that deletes. Options that would mean all metrics are refused.
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
  return rowFilter({
    ...defined({ keyId, startDate }),
    endDate: endDate ?? new Date(now).toISOString(),
  });
}

/** Reads the options of a command that only reads. Without an end date, the pager ends at the gateway's now. */
export function rowFilter({ keyId, startDate, endDate }: RowFilterOptions): RowFilter {
  const from = startDate === undefined ? undefined : moment("--start-date", startDate);
  const to = endDate === undefined ? undefined : moment("--end-date", endDate);
  if (from !== undefined && to !== undefined && from > to) {
    throw new UsageError("--start-date is later than the end date");
  }
  const isMeant = (at: number) => at >= (from ?? at) && at <= (to ?? at);
  return {
    values: defined({
      keyId,
      startDate: from === undefined ? undefined : new Date(from).toISOString(),
      endDate: to === undefined ? undefined : new Date(to).toISOString(),
    }),
    matches: ({ key_id, created_at }) =>
      both(
        keyId === undefined || (key_id === undefined ? undefined : key_id === keyId),
        (from === undefined && to === undefined) || within(created_at, isMeant),
      ),
  };
}

function within(created: Json | undefined, isMeant: (at: number) => boolean): boolean | undefined {
  return created === undefined || created === null ? undefined : isMeant(Date.parse(String(created)));
}

/** One no decides, even if the other is not known. */
function both(one: boolean | undefined, other: boolean | undefined): boolean | undefined {
  return one === false || other === false ? false : one && other;
}

/** A time without its zone would mean another moment on each machine, and February 30 would become March. */
const zoned = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

function moment(option: string, text: string): number {
  if (!zoned.safeParse(text).success) {
    throw new UsageError(
      `${option} must be an ISO 8601 date, or a time with its zone, such as 2026-01-31 or 2026-01-31T12:00:00Z`,
    );
  }
  return Date.parse(text);
}
