import { howMany, type Json, metricRow, type Values } from "pulumi-workspace-gateway/tools";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import { type Terminal, UsageError } from "../terminal.js";
import { csvRecord } from "./csv.js";
import { type RowOptions, rowFilter } from "./filter.js";
import { type Column, metricTable, type RowPrinter } from "./metric-table.js";
import { countMetrics, readMetrics } from "./read-metrics.js";

/** How the result is printed: at most one of the two. */
export interface FormOptions extends GatewayOptions {
  readonly csv?: true;
}

export interface ListMetricsOptions extends FormOptions, RowOptions {
  /** Prints how many rows there are, and no row. */
  readonly count?: true;
}

export async function listMetrics(options: ListMetricsOptions, terminal: Terminal): Promise<void> {
  assertOneForm(options);
  if (options.count && options.csv) {
    throw new UsageError("--csv cannot be used with --count");
  }
  const { pageSize } = options;
  const filter = rowFilter(options);
  const { client } = clientFor(settingsFor(terminal, options), terminal);
  if (options.count) {
    const count = await countMetrics(client, filter, terminal, pageSize);
    terminal.out(options.json ? JSON.stringify({ count }) : String(count));
    return;
  }
  const printer = printerFor(options, (line) => terminal.out(line));
  let rows = 0;
  for await (const row of readMetrics(client, filter, terminal, pageSize)) {
    rows++;
    printer.print(row);
  }
  printer.end();
  terminal.note(`${howMany(rows, "row")}.`);
}

export function assertOneForm({ json, csv }: FormOptions): void {
  if (json && csv) {
    throw new UsageError("--json cannot be used with --csv");
  }
}

function printerFor({ json, csv }: FormOptions, out: (line: string) => void): RowPrinter<Values> {
  if (json) {
    return asJson(out);
  }
  return csv ? asCsv(out) : metricTable(columns, out);
}

/** An array with a row on each line. It comes when all rows are there: a part of them would be no JSON, or would look whole. */
function asJson(out: (line: string) => void): RowPrinter<Values> {
  const lines: string[] = [];
  return {
    print: (row) => void lines.push(`${lines.length === 0 ? "" : ","}${JSON.stringify(row)}`),
    end: () => ["[", ...lines, "]"].forEach(out),
  };
}

function asCsv(out: (line: string) => void): RowPrinter<Values> {
  const fields = Object.keys(metricRow.shape);
  out(csvRecord(fields));
  return { print: (row) => out(csvRecord(fields.map((field) => row[field]))), end: () => {} };
}

const columns: readonly Column<Values>[] = [
  { title: "time", text: ({ createdAt }) => shown(createdAt) },
  { title: "status", text: ({ statusCode }) => shown(statusCode), isNumber: true },
  { title: "method", text: ({ method }) => shown(method) },
  { title: "endpoint", text: ({ endpoint }) => shown(endpoint) },
  { title: "ms", text: ({ durationMs }) => shown(durationMs), isNumber: true },
  { title: "tokens in", text: ({ tokensInput }) => shown(tokensInput), isNumber: true },
  { title: "out", text: ({ tokensOutput }) => shown(tokensOutput), isNumber: true },
  { title: "cost", text: ({ cost }) => shown(cost), isNumber: true },
  { title: "model", text: ({ modelId }) => shown(modelId) },
  { title: "provider", text: ({ providerId }) => shown(providerId) },
  { title: "key", text: ({ keyId }) => shown(keyId) },
  { title: "id", text: ({ id }) => shown(id) },
];

function shown(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
