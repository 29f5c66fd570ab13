import { howMany, type Json, type Values } from "pulumi-workspace-gateway/tools";
import { TextTable } from "../../text/text-table.js";
import { timeOf, utcDay } from "../../text/utc-day.js";
import { DecimalSum, isCost } from "../../usage/usage.js";
import { clientFor, settingsFor } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import { type MetricsOptions, metricsFilter, readMetrics } from "./list.js";

export const parts = ["model", "provider", "day", "key"] as const;
type Part = (typeof parts)[number];

export interface SumOptions extends MetricsOptions {
  readonly by?: readonly Part[];
}

export async function sumMetrics(options: SumOptions, terminal: Terminal): Promise<void> {
  const filter = metricsFilter(options);
  const by = [...new Set(options.by)];
  const { client } = clientFor(settingsFor(terminal, options), terminal);
  const metricSums = new MetricSums(by);
  for await (const row of readMetrics(client, filter, terminal)) {
    metricSums.add(row);
  }
  const { total } = metricSums;
  const groups = metricSums.groups();
  if (options.json) {
    const flat = groups.map(({ key, sums }) => ({ ...key, ...sums.toJSON() }));
    terminal.out(JSON.stringify({ by, groups: flat, total }));
  } else {
    tableLines(by, groups, metricSums).forEach(terminal.out);
  }
  if (total.withoutCost > 0) {
    terminal.note(`${total.withoutCost} of ${howMany(total.requests, "row")} have no cost and count as 0.`);
  }
}

interface Group {
  /** The value of each part that all rows share; null if they lack it. */
  readonly key: { readonly [P in Part]?: string | null };
  readonly sums: Tally;
}

/** Adds rows up, by group and in total. It keeps no row. */
export class MetricSums {
  readonly total = new Tally();
  private readonly byName = new Map<string, Group>();

  constructor(private readonly by: readonly Part[]) {}

  add(row: Values): void {
    this.total.add(row);
    if (this.by.length > 0) {
      const key = Object.fromEntries(this.by.map((part) => [part, partOf(row, part)]));
      const name = JSON.stringify(Object.values(key));
      const group = this.byName.get(name) ?? { key, sums: new Tally() };
      this.byName.set(name, group);
      group.sums.add(row);
    }
  }

  /** By day in order; without days, the most expensive group first. */
  groups(): Group[] {
    const byCost = (a: Tally, b: Tally) =>
      this.by.includes("day") ? 0 : b.cost - a.cost || b.requests - a.requests;
    return [...this.byName]
      .toSorted(([aName, a], [bName, b]) => byCost(a.sums, b.sums) || (aName < bName ? -1 : 1))
      .map(([, group]) => group);
  }
}

/** The sums of some rows. A missing value counts as 0. */
class Tally {
  requests = 0;
  /** Answers with a status of 400 or higher. */
  errors = 0;
  tokensInput = 0;
  tokensOutput = 0;
  withoutCost = 0;
  private readonly costs = new DecimalSum();
  private duration = 0;
  private timed = 0;

  add({ statusCode, tokensInput, tokensOutput, cost, durationMs }: Values): void {
    this.requests++;
    this.errors += amount(statusCode) >= 400 ? 1 : 0;
    this.tokensInput += amount(tokensInput);
    this.tokensOutput += amount(tokensOutput);
    this.duration += amount(durationMs);
    this.timed += typeof durationMs === "number" ? 1 : 0;
    if (isCost(cost)) {
      this.costs.add(cost);
    } else {
      this.withoutCost++;
    }
  }

  get cost(): number {
    return this.costs.value;
  }

  /** Of the rows that have a time, in whole milliseconds; null if none has. */
  get meanDurationMs(): number | null {
    return this.timed === 0 ? null : Math.round(this.duration / this.timed);
  }

  toJSON() {
    const { requests, errors, tokensInput, tokensOutput, cost, meanDurationMs, withoutCost } = this;
    return { requests, errors, tokensInput, tokensOutput, cost, meanDurationMs, withoutCost };
  }
}

function amount(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}

function partOf(row: Values, part: Part): string | null {
  if (part === "day") {
    const at = timeOf(row.createdAt);
    return at === undefined ? null : utcDay(at);
  }
  const value = row[`${part}Id`] ?? null;
  return value === null ? null : String(value);
}

function tableLines(by: readonly Part[], groups: readonly Group[], { total }: MetricSums): string[] {
  const names = by.length === 0 ? [""] : by;
  const numbers = ["requests", "errors", "tokens in", "out", "cost", "mean ms"];
  const whole = (count: number) => count.toLocaleString("en-US");
  const row = (labels: readonly string[], sums: Tally) => [
    ...names.map((_name, at) => labels[at] ?? ""),
    ...[sums.requests, sums.errors, sums.tokensInput, sums.tokensOutput].map(whole),
    sums.cost.toFixed(6),
    sums.meanDurationMs === null ? "–" : whole(sums.meanDurationMs),
  ];
  const columns = [...names.map(() => ({ widest: 40 })), ...numbers.map(() => ({ isNumber: true }))];
  const lines = groups.map(({ key, sums }) =>
    row(
      Object.values(key).map((part) => part ?? "–"),
      sums,
    ),
  );
  return new TextTable(columns).lines([[...names, ...numbers], ...lines, row(["total"], total)]);
}
