import { dayMs, utcDay } from "../text/utc-day.js";
import { DecimalSum } from "./decimal-sum.js";

/** What was requested of something on a day. */
export interface DayFigure {
  /** `2026-11-20`, in UTC; null where nobody knows. */
  readonly day: string | null;
  /** What it is called; null where nobody knows. */
  readonly name: string | null;
  readonly requests: number;
  readonly cost: number;
}

/** An amount in all, and in each span of days. What names no day is in the sum alone. */
export interface Spread {
  readonly sum: number;
  readonly inSpans: readonly number[];
}

export interface DailyRow {
  /** How many names it stands for. */
  readonly names: number;
  /** Of a single one. */
  readonly name: string | null;
  readonly requests: Spread;
  readonly cost: Spread;
}

/** Requests and cost by day: of the names that were used most, of all others together, and of all. */
export interface DailyUsage {
  /** The days that stand together, from the first to the last; most often one. */
  readonly spans: readonly DaySpan[];
  readonly days: number;
  readonly all: DailyRow;
  /** The most used first; the others, if there are any, are the last. */
  readonly rows: readonly DailyRow[];
  /** Requests of which nobody knows the day. */
  readonly undated: number;
}

interface DaySpan {
  readonly first: string;
  readonly last: string;
}

/** More names than these are added up, and more days stand together: a chart has an end. */
const mostNames = 5;
const mostSpans = 62;

/** Adds figures up for a chart. Days without a figure count between those that have one. */
export function dailyUsage(figures: readonly DayFigure[]): DailyUsage {
  const range = rangeOf(figures);
  const rowOf = (some: readonly DayFigure[], names: number): DailyRow => ({
    names,
    name: names === 1 ? (some[0]?.name ?? null) : null,
    ...spreadsOf(some, range),
  });
  const named = [...Map.groupBy(figures, ({ name }) => name).values()].toSorted(mostUsedFirst);
  // A single other one is shown by its name.
  const shown = named.length <= mostNames + 1 ? named : named.slice(0, mostNames);
  const others = named.slice(shown.length);
  return {
    spans: range.spans,
    days: range.days,
    all: rowOf(figures, named.length),
    rows: [
      ...shown.map((some) => rowOf(some, 1)),
      ...(others.length === 0 ? [] : [rowOf(others.flat(), others.length)]),
    ],
    undated: requestsOf(figures.filter(({ day }) => range.spanOf(day) === undefined)),
  };
}

interface DayRange {
  readonly spans: readonly DaySpan[];
  readonly days: number;
  /** The place of a day among the spans. */
  spanOf(day: string | null): number | undefined;
}

function rangeOf(figures: readonly DayFigure[]): DayRange {
  const numbers = new Map([...new Set(figures.map(({ day }) => day))].map((day) => [day, numberOf(day)]));
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const at of numbers.values()) {
    [first, last] = at === undefined ? [first, last] : [Math.min(first, at), Math.max(last, at)];
  }
  const days = Math.max(0, last - first + 1);
  const size = Math.ceil(days / mostSpans);
  const spans = Array.from({ length: Math.ceil(days / Math.max(1, size)) }, (_, at) => ({
    first: dayOf(first + at * size),
    last: dayOf(Math.min(last, first + (at + 1) * size - 1)),
  }));
  return {
    spans,
    days,
    spanOf: (day) => {
      const at = numbers.get(day);
      return at === undefined ? undefined : Math.floor((at - first) / size);
    },
  };
}

/** Days since the epoch. */
function numberOf(day: string | null): number | undefined {
  const at = day === null ? Number.NaN : Date.parse(day);
  return Number.isNaN(at) ? undefined : Math.floor(at / dayMs);
}

function dayOf(number: number): string {
  return utcDay(number * dayMs);
}

function spreadsOf(
  figures: readonly DayFigure[],
  { spans, spanOf }: DayRange,
): Pick<DailyRow, "requests" | "cost"> {
  const inSpans = Map.groupBy(figures, ({ day }) => spanOf(day));
  const spread = (sumOf: (some: readonly DayFigure[]) => number): Spread => ({
    sum: sumOf(figures),
    inSpans: spans.map((_, at) => sumOf(inSpans.get(at) ?? [])),
  });
  return { requests: spread(requestsOf), cost: spread(costOf) };
}

function requestsOf(figures: readonly DayFigure[]): number {
  return figures.reduce((sum, { requests }) => sum + requests, 0);
}

function costOf(figures: readonly DayFigure[]): number {
  const sum = new DecimalSum();
  for (const { cost } of figures) {
    sum.add(cost);
  }
  return sum.value;
}

/** So the order of the figures does not matter. */
function mostUsedFirst(a: readonly DayFigure[], b: readonly DayFigure[]): number {
  const [one, other] = [a, b].map((some) => some[0]?.name ?? "");
  return requestsOf(b) - requestsOf(a) || costOf(b) - costOf(a) || ((one ?? "") < (other ?? "") ? -1 : 1);
}
