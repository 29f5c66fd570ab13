import {
  type Client,
  defined,
  howMany,
  type Json,
  type JsonObject,
  metricRow,
  metricRows,
  resultReader,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { TextTable } from "../../text/text-table.js";
import { dayMs } from "../../text/utc-day.js";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import { type Terminal, UsageError } from "../terminal.js";

export interface MetricsOptions extends GatewayOptions {
  readonly keyId?: string;
  readonly startDate?: string;
  readonly endDate?: string;
}

/** The rows of a key, of a time, or of both; without either, all. */
export interface MetricsFilter {
  /** The query. */
  readonly values: Values;
  /** Whether a row matches; undefined if it lacks the fields to decide. */
  matches(row: JsonObject): boolean | undefined;
}

/** An end date that is a day includes that day in UTC. Without an end date, the pager ends at the gateway's current time. */
export function metricsFilter({ keyId, startDate, endDate }: MetricsOptions): MetricsFilter {
  const from = timeOption("--start-date", startDate);
  const end = timeOption("--end-date", endDate);
  const to = end !== undefined && isDay(endDate) ? end + dayMs - 1 : end;
  if (from !== undefined && to !== undefined && from > to) {
    throw new UsageError("--start-date is later than the end date");
  }
  return {
    values: defined({ keyId, startDate: isoTime(from), endDate: isoTime(to) }),
    matches: ({ key_id, created_at = null }) => {
      const at = Date.parse(String(created_at));
      const isInTime = created_at === null ? undefined : at >= (from ?? at) && at <= (to ?? at);
      const checks = [
        keyId === undefined || (key_id === undefined ? undefined : key_id === keyId),
        (from === undefined && to === undefined) || isInTime,
      ];
      return checks.includes(false) ? false : checks.includes(undefined) ? undefined : true;
    },
  };
}

/** A time without its zone would differ between machines, and February 30 would become March. */
const day = z.iso.date();
const zoned = z.union([day, z.iso.datetime({ offset: true })]);

function isDay(text: string | undefined): boolean {
  return day.safeParse(text).success;
}

function timeOption(option: string, text: string | undefined): number | undefined {
  if (text !== undefined && !zoned.safeParse(text).success) {
    throw new UsageError(
      `${option} must be an ISO 8601 date, or a time with its zone, such as 2026-01-31 or 2026-01-31T12:00:00Z`,
    );
  }
  return text === undefined ? undefined : Date.parse(text);
}

function isoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

const toResult = resultReader(metricRow);

/** The rows that match, each as `metrics()` returns it to programs. Shows the progress. */
export async function* readMetrics(
  client: Client,
  { values, matches }: MetricsFilter,
  { progress }: Pick<Terminal, "progress">,
): AsyncGenerator<Values, void> {
  const told = (rows: number) => progress(`${rows} rows read`);
  for await (const row of metricRows(client, values, { told })) {
    if (matches(row) === false) {
      throw new Error("the gateway lists metrics that do not match the filter.");
    }
    yield toResult(row);
  }
  progress("");
}

/** Prints nothing before all rows are read: a part of them would look like the whole. */
export async function listMetrics(options: MetricsOptions, terminal: Terminal): Promise<void> {
  const filter = metricsFilter(options);
  const { client } = clientFor(settingsFor(terminal, options), terminal);
  const rows: Values[] = [];
  for await (const row of readMetrics(client, filter, terminal)) {
    rows.push(row);
  }
  if (options.json) {
    terminal.out(JSON.stringify(rows, undefined, 2));
    return;
  }
  const lines = rows.map((row) => columns.map(([, field]) => cellOf(row[field])));
  const table = new TextTable(columns.map(([, , isNumber]) => ({ isNumber, widest: 40 })));
  table.lines([columns.map(([title]) => title), ...lines]).forEach(terminal.out);
  terminal.note(`${howMany(rows.length, "row")}.`);
}

/** The title and the field of each column, and whether it has numbers. */
const columns: readonly (readonly [string, keyof (typeof metricRow)["shape"], true?])[] = [
  ["time", "createdAt"],
  ["status", "statusCode", true],
  ["method", "method"],
  ["endpoint", "endpoint"],
  ["ms", "durationMs", true],
  ["tokens in", "tokensInput", true],
  ["out", "tokensOutput", true],
  ["cost", "cost", true],
  ["model", "modelId"],
  ["provider", "providerId"],
  ["key", "keyId"],
  ["id", "id"],
];

function cellOf(value: Json = null): string {
  return value === null ? "–" : typeof value === "string" ? value : JSON.stringify(value);
}
