import { Command, Option } from "commander";
import {
  type Client,
  defined,
  hasStatus,
  howMany,
  idOf,
  type Json,
  type JsonObject,
  messageOf,
  metricRow,
  metricsPlace,
  path,
  resultReader,
  systemIo,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { clientFor, type GatewayOptions, gatewayCommand, settingsFor } from "../gateway.js";
import {
  colorsOf,
  isForPrograms,
  type OutputOptions,
  resultText,
  tableText,
  withMarkdown,
} from "../output.js";
import { type Terminal, UsageError } from "../terminal.js";
import { dayMs, timeOf, utcDay } from "../text/words.js";
import { RowSum, RowSums } from "../usage/usage.js";

const notes =
  "A date without a time means the whole day, in UTC. All pages are read. Rows recorded after the command starts are\n" +
  "omitted. The token requires the scope usage:read.";

export function metricsCommand(terminal: Terminal): Command {
  const list = filtered("list", "List metrics of the account, in the gateway's order.", {
    examples: [
      "workspace-gateway metrics list --start-date 2026-11-21",
      "workspace-gateway metrics list --json | jq '.[] | select(.statusCode >= 500)'",
    ],
    notes: `${notes} The table truncates long values. --json does not.`,
    formats: withMarkdown,
  }).action((options: MetricsOptions) => listMetrics(options, terminal));

  const by = new Option("--by <part...>", "group by one or more of these; if omitted, show only the total");
  const sum = filtered("sum", "Sum up the account's metrics: requests, errors, tokens, cost, time.", {
    examples: [
      "workspace-gateway metrics sum --by model --start-date 2026-11-01",
      "workspace-gateway metrics sum --by day model",
      "workspace-gateway metrics sum --key-id key_123 --json",
    ],
    formats: withMarkdown,
    notes:
      `${notes}\n\nErrors are responses with a status of 400 or higher. Days are in UTC. Missing values count as 0, except in the\n` +
      "mean duration, which covers only rows with a duration.",
  })
    .addOption(by.choices(parts))
    .action((options: SumOptions) => sumMetrics(options, terminal));

  const remove = filtered(
    "delete",
    "Delete metrics of the account after showing their number and asking for confirmation.",
    {
      examples: [
        "workspace-gateway metrics delete --end-date 2025-12-31 --dry-run",
        "workspace-gateway metrics delete --key-id key_123 --start-date 2026-01-01 --end-date 2026-01-31 --yes",
        "workspace-gateway metrics delete --id metric_1 metric_2",
      ],
      notes:
        "Deletes one row at a time, and stops at the first error. Run the command again to delete the rest.",
    },
  )
    .option("--id <id...>", "delete the metrics with these ids, instead of using a filter")
    .option("--dry-run", "only show what would be deleted")
    .option("-y, --yes", "delete without asking; required without a terminal")
    .action((options: DeleteOptions) => deleteMetrics(options, terminal));

  const metrics = new Command("metrics");
  metrics.description("Commands for the account's metrics, which have one row for each request.");
  return metrics.addCommand(list).addCommand(sum).addCommand(remove);
}

function filtered(...command: Parameters<typeof gatewayCommand>): Command {
  return gatewayCommand(...command)
    .option("--key-id <id>", "only metrics of this key")
    .option("--start-date <date>", "only metrics recorded at this time or later (ISO 8601)")
    .option(
      "--end-date <date>",
      "only metrics recorded at this time or earlier (ISO 8601; a date includes that day; default: now)",
    );
}

interface MetricsOptions extends GatewayOptions, OutputOptions {
  readonly keyId?: string;
  readonly startDate?: string;
  readonly endDate?: string;
}

type MetricsFilter = ReturnType<typeof metricsFilter>;

/** An end date includes its whole day in UTC. Without one, the pager stops at the gateway's current time. */
export function metricsFilter({ keyId, startDate, endDate }: MetricsOptions) {
  const from = timeOption("--start-date", startDate);
  const end = timeOption("--end-date", endDate);
  const to = end !== undefined && day.safeParse(endDate).success ? end + dayMs - 1 : end;
  if (from !== undefined && to !== undefined && from > to) {
    throw new UsageError("--start-date is later than the end date");
  }
  const isoTime = (time: number | undefined) =>
    time === undefined ? undefined : new Date(time).toISOString();
  return {
    values: defined({ keyId, startDate: isoTime(from), endDate: isoTime(to) }),
    /** Undefined if the row lacks the fields needed to decide. */
    matches: ({ key_id, created_at = null }: JsonObject): boolean | undefined => {
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

/**
 * A time without a zone would depend on the machine. `Date.parse` would turn February 30 into a day in March.
 */
const day = z.iso.date();
const zoned = z.union([day, z.iso.datetime({ offset: true })]);

function timeOption(option: string, text: string | undefined): number | undefined {
  if (text !== undefined && !zoned.safeParse(text).success) {
    throw new UsageError(
      `${option} must be an ISO 8601 date, or a time with a zone, such as 2026-01-31 or 2026-01-31T12:00:00Z`,
    );
  }
  return text === undefined ? undefined : Date.parse(text);
}

const toResult = resultReader(metricRow);

async function* readMetrics(
  client: Client,
  { values, matches }: MetricsFilter,
  { progress }: Pick<Terminal, "progress">,
): AsyncGenerator<Values, void> {
  const onRows = (rows: number) => progress(`${howMany(rows, "row")} read`);
  for await (const row of client.metricRows(values, { onRows })) {
    if (matches(row) === false) {
      throw new Error("the gateway returned metrics that do not match the filter.");
    }
    yield toResult(row);
  }
}

/** Prints nothing until all rows are read, because a partial list would look complete. */
async function listMetrics(options: MetricsOptions, terminal: Terminal): Promise<void> {
  const filter = metricsFilter(options);
  const { client } = clientFor(settingsFor(terminal, options), terminal);
  const rows: Values[] = [];
  for await (const row of readMetrics(client, filter, terminal)) {
    rows.push(row);
  }
  const lines = rows.map((row) => columns.map(([, field]) => cellOf(row[field])));
  const table = {
    columns: columns.map(([, , isNumber]) => ({ isNumber, widest: 40 })),
    head: columns.map(([title]) => title),
    rows: lines,
  };
  terminal.out(
    resultText(
      options,
      () => rows,
      (format) => tableText(table, colorsOf(terminal), format),
    ),
  );
  terminal.note(`${howMany(rows.length, "row")}.`);
}

const columns: readonly (readonly [string, keyof (typeof metricRow)["shape"], true?])[] = [
  ["Time", "createdAt"],
  ["Status", "statusCode", true],
  ["Method", "method"],
  ["Endpoint", "endpoint"],
  ["ms", "durationMs", true],
  ["Tokens in", "tokensInput", true],
  ["Tokens out", "tokensOutput", true],
  ["Cost", "cost", true],
  ["Model", "modelId"],
  ["Provider", "providerId"],
  ["Key", "keyId"],
  ["ID", "id"],
];

function cellOf(value: Json = null): string {
  return value === null ? "–" : typeof value === "string" ? value : JSON.stringify(value);
}

const parts = ["model", "provider", "day", "key"] as const;
type Part = (typeof parts)[number];

interface SumOptions extends MetricsOptions {
  readonly by?: readonly Part[];
}

async function sumMetrics(options: SumOptions, terminal: Terminal): Promise<void> {
  const filter = metricsFilter(options);
  const by = [...new Set(options.by)];
  const { client } = clientFor(settingsFor(terminal, options), terminal);
  const metricSums = new MetricSums(by);
  for await (const row of readMetrics(client, filter, terminal)) {
    metricSums.add(row);
  }
  const { total } = metricSums;
  const groups = metricSums.groups();
  const flat = groups.map(({ key, sums }) => ({ ...key, ...sums.toJSON() }));
  const table = tableOf(by, groups, metricSums);
  const facts = { by, groups: flat, total: total.toJSON() };
  terminal.out(
    resultText(
      options,
      () => facts,
      (format) => tableText(table, colorsOf(terminal), format),
    ),
  );
  if (total.withoutCost > 0) {
    terminal.note(
      `${total.withoutCost} of ${howMany(total.requests, "row")} had no cost, so their cost was counted as 0.`,
    );
  }
}

interface Group {
  /** The values that all rows of the group share. Null if the rows have no value. */
  readonly key: { readonly [P in Part]?: string | null };
  readonly sums: RowSum;
}

export class MetricSums {
  readonly total = new RowSum();
  private readonly parts = new RowSums<Group["key"]>();

  constructor(private readonly by: readonly Part[]) {}

  add(row: Values): void {
    this.total.add(row);
    if (this.by.length > 0) {
      this.parts.add(Object.fromEntries(this.by.map((part) => [part, partOf(row, part)])), row);
    }
  }

  groups(): Group[] {
    const byCost = (a: RowSum, b: RowSum) =>
      this.by.includes("day") ? 0 : b.cost - a.cost || b.requests - a.requests;
    return [...this.parts.byName]
      .toSorted(([aName, a], [bName, b]) => byCost(a.sums, b.sums) || (aName < bName ? -1 : 1))
      .map(([, group]) => group);
  }
}

function partOf(row: Values, part: Part): string | null {
  if (part === "day") {
    const at = timeOf(row.createdAt);
    return at === undefined ? null : utcDay(at);
  }
  const value = row[`${part}Id`] ?? null;
  return value === null ? null : String(value);
}

function tableOf(by: readonly Part[], groups: readonly Group[], { total }: MetricSums) {
  const names = by.length === 0 ? [""] : by;
  const numbers = ["Requests", "Errors", "Tokens in", "Tokens out", "Cost", "Mean ms"];
  const whole = (count: number) => count.toLocaleString("en-US");
  const row = (labels: readonly string[], sums: RowSum) => [
    ...names.map((_name, at) => labels[at] ?? ""),
    ...[sums.requests, sums.errors, sums.tokensInput, sums.tokensOutput].map(whole),
    sums.cost.toFixed(6),
    sums.meanDurationMs === null ? "–" : whole(sums.meanDurationMs),
  ];
  const columns = [...names.map(() => ({ widest: 40 })), ...numbers.map(() => ({ isNumber: true }))];
  const labels = (key: Group["key"]) => Object.values(key).map((part) => part ?? "–");
  const lines = groups.map(({ key, sums }) => row(labels(key), sums));
  const titles = names.map((name) => name.replace(/^./, (letter) => letter.toUpperCase()));
  return { columns, head: [...titles, ...numbers], rows: [...lines, row(["Total"], total)] };
}

const { scope } = metricsPlace;

interface DeleteOptions extends MetricsOptions {
  readonly id?: readonly string[];
  readonly dryRun?: true;
  readonly yes?: true;
}

async function deleteMetrics(options: DeleteOptions, terminal: Terminal): Promise<void> {
  const { yes = false, dryRun = false } = options;
  const filter = deletionFilter(options);
  if (!dryRun && !yes && (!terminal.interactive || isForPrograms(options))) {
    throw new UsageError(
      "cannot ask for confirmation here: pass --yes to delete, or --dry-run to see what would be deleted",
    );
  }
  const { client } = clientFor(settingsFor(terminal, options), terminal);
  const ids = [...new Set(options.id)];
  const onRows = (count: number) => terminal.progress(`${howMany(count, "metric")} found`);
  const rows = new Map<string, JsonObject>();
  const all = filter ? client.metricRows(filter.values, { onRows }) : rowsById(client, ids, onRows);
  for await (const row of all) {
    if (filter !== undefined && filter.matches(row) !== true) {
      throw new Error("the gateway returned metrics that do not match the filter, so nothing was deleted");
    }
    rows.set(idOf(row) ?? "", row); // the pager rejects rows without an id
  }
  const found = [...rows.keys()];
  const missing = ids.filter((id) => !rows.has(id));
  const times = [...rows.values()].map(({ created_at }) => String(created_at)).sort();
  const range = found.length === 0 ? "" : `, recorded from ${times[0]} to ${times.at(-1)}`;
  terminal.note(`${howMany(found.length, "metric")} to delete${range}.`);
  const isWanted = !dryRun && found.length > 0 && (yes || (await terminal.confirm("Delete permanently?")));
  const { deleted, failed } = await deleteEach(client, isWanted ? found : [], terminal);
  const done = `Deleted ${deleted.length} of ${found.length}.`;
  const said = dryRun ? "Nothing was deleted: this was a dry run." : done;
  terminal.out(
    resultText(
      options,
      () => ({ found, missing, dryRun, deleted, failed }),
      () => said,
    ),
  );
  if (failed !== undefined) {
    const left = howMany(found.length - deleted.length, "metric");
    throw new Error(`${left} not deleted. ${failed.id} failed: ${failed.error}`);
  }
  if (missing.length > 0) {
    throw new Error(`no such metric: ${missing.join(", ")}`);
  }
}

/** Undefined with `--id`. Refuses to select all metrics. Without an end date, the filter ends now. */
function deletionFilter({ id, ...filter }: DeleteOptions): MetricsFilter | undefined {
  const { keyId, startDate, endDate } = filter;
  const isFiltered = [keyId, startDate, endDate].some((option) => option !== undefined);
  if (id !== undefined && isFiltered) {
    throw new UsageError("--id cannot be used with --key-id, --start-date or --end-date");
  }
  if (id === undefined && !isFiltered) {
    throw new UsageError("select metrics with --key-id, --start-date or --end-date, or with --id");
  }
  const now = new Date(systemIo.now()).toISOString();
  return id === undefined ? metricsFilter({ ...filter, endDate: endDate ?? now }) : undefined;
}

async function* rowsById(
  client: Client,
  ids: readonly string[],
  onRows: (count: number) => void,
): AsyncGenerator<JsonObject> {
  for (const [at, id] of ids.entries()) {
    onRows(at);
    try {
      const row = await client.item({ method: "GET", path: path`/metrics/${id}`, scope });
      if (row !== undefined) yield row;
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
    }
  }
}

async function deleteEach(client: Client, ids: readonly string[], terminal: Terminal) {
  const deleted: string[] = [];
  for (const id of ids) {
    terminal.progress(`${deleted.length} of ${ids.length} deleted`);
    try {
      await client.send({ method: "DELETE", path: path`/metrics/${id}`, scope });
    } catch (error) {
      // A 404 means success: the request may have been repeated after its response was lost.
      if (!hasStatus(error, 404)) {
        return { deleted, failed: { id, error: messageOf(error) } };
      }
    }
    deleted.push(id);
  }
  return { deleted };
}
