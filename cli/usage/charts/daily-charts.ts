import { howMany, plural } from "pulumi-workspace-gateway/tools";
import { numberText } from "../../text/numbers.js";
import type { DailyRow, DailyUsage, Spread } from "../daily-usage.js";
import { type Chart, type ChartRow, type ChartTable, shareOf } from "./chart.js";

/** What the rows are of, and what the figures are called. */
export interface DailyWords {
  /** Such as "model". Undefined: there is only what all come to. */
  readonly of?: string | undefined;
  /** What people call it. */
  nameOf?(name: string): string;
  readonly currency?: string | undefined;
  /** Not all was read: figures are at least so much. */
  readonly isAtLeast?: boolean | undefined;
  /** The time that was read begins and ends within a day. */
  readonly isCut?: boolean | undefined;
}

/** What is measured of all that was used. */
interface Measure {
  readonly title: string;
  of(row: DailyRow): Spread;
  text(amount: number): string;
}

/** Requests and cost by day, as two charts with the same rows. */
export function dailyCharts(daily: DailyUsage, words: DailyWords = {}): Chart[] {
  const cost = words.currency === undefined ? "Cost" : `Cost in ${words.currency}`;
  const measures: readonly Measure[] = [
    { title: "Requests", of: (row) => row.requests, text: numberText },
    { title: cost, of: (row) => row.cost, text: costText },
  ];
  return measures.map((measure) => chartOf(daily, words, measure));
}

const costs = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });

/** Six digits after the point, as sums of metrics have them. */
function costText(cost: number): string {
  return costs.format(cost).replace("-", "−");
}

function chartOf(daily: DailyUsage, words: DailyWords, measure: Measure): Chart {
  const { spans, all } = daily;
  const single = words.of === undefined ? [] : daily.rows;
  const days = spans.map(({ first, last }) => (first === last ? first : `${first} to ${last}`));
  const highest = (some: readonly DailyRow[]) =>
    some.reduce((most, row) => Math.max(most, ...measure.of(row).inSpans), 0);
  const rowOf = (row: DailyRow, name: string, of: ChartRow["of"], scale: number): ChartRow => ({
    name,
    of,
    figures: figuresOf(measure, measure.of(row), days),
    shape: { is: "columns", heights: measure.of(row).inSpans.map((amount) => shareOf(amount, scale)) },
  });
  const scale = highest(single);
  return {
    title: `${measure.title} by day${words.of === undefined ? "" : ` and ${words.of}`}`,
    about: aboutOf(daily, words, single.length > 0),
    rows: [
      rowOf(all, words.of === undefined ? "in all" : `all ${plural(words.of)}`, "all", highest([all])),
      ...single.map((row) => rowOf(row, nameOf(row, words), row.names > 1 ? "others" : "one", scale)),
    ],
    axis: axisOf(daily),
    table: tableOf(days, [["all", all], ...single.map((row) => [nameOf(row, words), row] as const)], measure),
  };
}

function nameOf({ names, name }: DailyRow, { of = "", nameOf: called = (id) => id }: DailyWords): string {
  if (names > 1) {
    return `${names} other ${plural(of)}`;
  }
  return name === null ? `no ${of} named` : called(name);
}

function figuresOf({ text }: Measure, { sum, inSpans }: Spread, days: readonly string[]): string {
  const most = Math.max(0, ...inSpans);
  const at = days[inSpans.indexOf(most)];
  return most === 0 || days.length === 1 ? text(sum) : `${text(sum)}, most on ${at}: ${text(most)}`;
}

function aboutOf(daily: DailyUsage, { isAtLeast, isCut }: DailyWords, hasRows: boolean): string {
  const { spans, undated } = daily;
  const [first, last] = [spans[0]?.first, spans.at(-1)?.last];
  return [
    first === undefined ? "No day is known." : `From ${first} to ${last}, ${columnWords(daily)}.`,
    ...(isCut ? ["The first and the last day are parts of days."] : []),
    ...(hasRows ? ["The first row has a scale of its own."] : []),
    ...(undated === 0 ? [] : [`${howMany(undated, "request")} without a day: in the sums alone.`]),
    ...(isAtLeast ? ["Not all was read: figures are at least so much."] : []),
  ].join(" ");
}

function axisOf(daily: DailyUsage): string[] {
  const { spans } = daily;
  const [first, last] = [spans[0], spans.at(-1)];
  return first === undefined || last === undefined || first === last
    ? spans.map((span) => span.first)
    : [first.first, columnWords(daily), last.last];
}

function columnWords({ spans, days }: DailyUsage): string {
  return spans.length === days ? "a column a day" : `${Math.ceil(days / spans.length)} days a column`;
}

function tableOf(
  days: readonly string[],
  rows: readonly (readonly [name: string, row: DailyRow])[],
  { of, text }: Measure,
): ChartTable {
  return {
    head: ["day", ...rows.map(([name]) => name)],
    rows: [
      ...days.map((day, at) => [day, ...rows.map(([, row]) => text(of(row).inSpans[at] ?? 0))]),
      ["in all", ...rows.map(([, row]) => text(of(row).sum))],
    ],
  };
}
