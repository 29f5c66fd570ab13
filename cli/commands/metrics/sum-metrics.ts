import { howMany } from "pulumi-workspace-gateway/tools";
import { clientFor, settingsFor } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import { csvRecord } from "./csv.js";
import { type RowOptions, rowFilter } from "./filter.js";
import { assertOneForm, type FormOptions } from "./list-metrics.js";
import { type GroupKey, MetricSums, type Part, type Sums } from "./metric-sums.js";
import { type Column, metricTable } from "./metric-table.js";
import { readMetrics } from "./read-metrics.js";

export interface SumMetricsOptions extends FormOptions, RowOptions {
  readonly by?: readonly Part[];
}

/** A line of the result: a group, or all rows. */
interface SumLine {
  readonly key: GroupKey | "total";
  readonly sums: Sums;
}

export async function sumMetrics(options: SumMetricsOptions, terminal: Terminal): Promise<void> {
  assertOneForm(options);
  const filter = rowFilter(options);
  const by = [...new Set(options.by)];
  const { client } = clientFor(settingsFor(terminal, options), terminal);
  const sums = new MetricSums(by);
  for await (const row of readMetrics(client, filter, terminal, options.pageSize)) {
    sums.add(row);
  }
  print(sums, by, options, (line) => terminal.out(line));
  const { withoutCost, requests } = sums.inAll();
  if (withoutCost > 0) {
    terminal.note(
      `${withoutCost} of ${howMany(requests, "row")} do not say what they cost: they count as 0.`,
    );
  }
}

function print(
  sums: MetricSums,
  by: readonly Part[],
  { json, csv }: FormOptions,
  out: (line: string) => void,
): void {
  const groups = sums.byGroup();
  const total = sums.inAll();
  if (json) {
    const flat = groups.map((group) => ({ ...group.key, ...group.sums }));
    out(JSON.stringify({ by, groups: flat, total }));
    return;
  }
  if (csv) {
    // Without a total among groups: who adds the lines up would count everything twice.
    const lines = by.length === 0 ? [{ key: {}, sums: total }] : groups;
    out(csvRecord([...by, ...Object.keys(total)]));
    for (const { key, sums: each } of lines) {
      out(csvRecord([...by.map((part) => key[part]), ...Object.values(each)]));
    }
    return;
  }
  const table = metricTable<SumLine>(columnsFor(by), out);
  groups.forEach(table.print);
  table.print({ key: "total", sums: total });
  table.end();
}

const costDigits = 6;
const whole = new Intl.NumberFormat("en-US");

function columnsFor(by: readonly Part[]): Column<SumLine>[] {
  const number = (title: string, text: (sums: Sums) => string | undefined): Column<SumLine> => ({
    title,
    text: ({ sums }) => text(sums),
    isNumber: true,
  });
  return [
    ...groupColumns(by),
    number("requests", ({ requests }) => whole.format(requests)),
    number("errors", ({ errors }) => whole.format(errors)),
    number("tokens in", ({ tokensInput }) => whole.format(tokensInput)),
    number("out", ({ tokensOutput }) => whole.format(tokensOutput)),
    number("cost", ({ cost }) => cost.toFixed(costDigits)),
    number("mean ms", ({ meanDurationMs }) =>
      meanDurationMs === null ? undefined : whole.format(meanDurationMs),
    ),
  ];
}

/** The total is named in the first column, also where there are no groups. */
function groupColumns(by: readonly Part[]): Column<SumLine>[] {
  const first = by[0];
  const nameOf = (key: SumLine["key"], part: Part, at: number) =>
    key === "total" ? (at === 0 ? "total" : "") : (key[part] ?? undefined);
  return first === undefined
    ? [{ title: "", text: () => "total" }]
    : by.map((part, at) => ({ title: part, text: ({ key }) => nameOf(key, part, at) }));
}
