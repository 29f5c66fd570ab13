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

/** Without an end date, the pager ends at the gateway's current time. */
export function metricsFilter({ keyId, startDate, endDate }: MetricsOptions): MetricsFilter {
  const from = startDate === undefined ? undefined : timeOption("--start-date", startDate);
  const to = endDate === undefined ? undefined : timeOption("--end-date", endDate);
  if (from !== undefined && to !== undefined && from > to) {
    throw new UsageError("--start-date is later than the end date");
  }
  return {
    values: defined({
      keyId,
      startDate: from === undefined ? undefined : new Date(from).toISOString(),
      endDate: to === undefined ? undefined : new Date(to).toISOString(),
    }),
    matches: ({ key_id, created_at }) => {
      const at = Date.parse(String(created_at ?? ""));
      const checks = [
        keyId === undefined || (key_id === undefined ? undefined : key_id === keyId),
        (from === undefined && to === undefined) ||
          (created_at === undefined || created_at === null
            ? undefined
            : at >= (from ?? at) && at <= (to ?? at)),
      ];
      return checks.includes(false) ? false : checks.includes(undefined) ? undefined : true;
    },
  };
}

/** A time without its zone would differ between machines, and February 30 would become March. */
const zoned = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

function timeOption(option: string, text: string): number {
  if (!zoned.safeParse(text).success) {
    throw new UsageError(
      `${option} must be an ISO 8601 date, or a time with its zone, such as 2026-01-31 or 2026-01-31T12:00:00Z`,
    );
  }
  return Date.parse(text);
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
  const lines = rows.map((row) => columns.map(({ field }) => cellOf(row[field])));
  const table = new TextTable(columns.map(({ isNumber }) => ({ isNumber, widest: 40 })));
  table.lines([columns.map(({ title }) => title), ...lines]).forEach(terminal.out);
  terminal.note(`${howMany(rows.length, "row")}.`);
}

interface Column {
  readonly title: string;
  readonly field: keyof (typeof metricRow)["shape"];
  readonly isNumber?: true;
}

const columns: readonly Column[] = [
  { title: "time", field: "createdAt" },
  { title: "status", field: "statusCode", isNumber: true },
  { title: "method", field: "method" },
  { title: "endpoint", field: "endpoint" },
  { title: "ms", field: "durationMs", isNumber: true },
  { title: "tokens in", field: "tokensInput", isNumber: true },
  { title: "out", field: "tokensOutput", isNumber: true },
  { title: "cost", field: "cost", isNumber: true },
  { title: "model", field: "modelId" },
  { title: "provider", field: "providerId" },
  { title: "key", field: "keyId" },
  { title: "id", field: "id" },
];

function cellOf(value: Json | undefined): string {
  if (value === undefined || value === null) {
    return "–";
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
