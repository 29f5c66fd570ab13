import fc from "fast-check";
import { expect, test } from "vitest";
import { chartsSvg } from "../../../../cli/review/html/chart/charts-svg.js";
import { dailyCharts } from "../../../../cli/usage/charts/daily-charts.js";
import { type DailyRow, type DayFigure, dailyUsage } from "../../../../cli/usage/daily-usage.js";
import { anyText } from "../../graph/hostile.ts";
import { elementsOf } from "../../graph/xml-elements.ts";

const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);

const anyDay = fc.oneof(fc.integer({ min: 0, max: 400 }).map(day), fc.constant(null));
/** In hundredths: naive sums of them are exact. */
const anyFigure = fc.record({
  day: anyDay,
  name: fc.oneof(fc.constantFrom("a", "b", "c"), fc.string({ maxLength: 2 }), fc.constant(null)),
  requests: fc.nat(10_000),
  cost: fc.integer({ min: -1000, max: 100_000 }).map((cents) => cents / 100),
});
const anyFigures = fc.array(anyFigure, { maxLength: 60 });

const inAll = (figures: readonly DayFigure[]) => ({
  requests: figures.reduce((sum, { requests }) => sum + requests, 0),
  cents: figures.reduce((sum, { cost }) => sum + Math.round(cost * 100), 0),
});
const sumsOf = (rows: readonly DailyRow[]) => ({
  requests: rows.reduce((sum, { requests }) => sum + requests.sum, 0),
  cents: Math.round(rows.reduce((sum, { cost }) => sum + cost.sum, 0) * 100),
});
const added = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);

test("what is drawn by name, with the others, is what all figures come to, in sum and day by day", () => {
  fc.assert(
    fc.property(anyFigures, (figures) => {
      const daily = dailyUsage(figures);
      expect(sumsOf([daily.all])).toEqual(inAll(figures));
      expect(sumsOf(daily.rows)).toEqual(inAll(figures));
      expect(added(daily.rows.map(({ names }) => names))).toBe(new Set(figures.map(({ name }) => name)).size);
      daily.spans.forEach(({ first, last }, at) => {
        const inside = figures.filter((each) => each.day !== null && each.day >= first && each.day <= last);
        expect(daily.all.requests.inSpans[at]).toBe(inAll(inside).requests);
        expect(added(daily.rows.map(({ requests }) => requests.inSpans[at] ?? 0))).toBe(
          inAll(inside).requests,
        );
      });
      expect(added(daily.all.requests.inSpans) + daily.undated).toBe(inAll(figures).requests);
    }),
    { numRuns: 200 },
  );
});

test("the order of the figures does not matter, and the most used come first", () => {
  fc.assert(
    fc.property(anyFigures, (figures) => {
      const named = figures.filter(({ name }) => name !== null);
      const daily = dailyUsage(named);
      expect(dailyUsage(named.toReversed())).toEqual(daily);
      const single = daily.rows.filter(({ names }) => names === 1).map(({ requests }) => requests.sum);
      expect(single).toEqual(single.toSorted((a, b) => b - a));
    }),
  );
});

test("each day between the first and the last has a column, whether it has figures or not", () => {
  const figures = [0, 3].map((at) => ({ day: day(at), name: "m", requests: 1, cost: 0.5 }));
  const [requests, cost] = dailyCharts(dailyUsage(figures), { of: "model", currency: "USD" });
  expect(requests?.rows.map(({ name, figures: words, shape }) => [name, words, shape])).toEqual(
    ["all models", "m"].map((name) => [
      name,
      "2, most on 2026-01-01: 1",
      { is: "columns", heights: [1, 0, 0, 1] },
    ]),
  );
  expect(requests?.axis).toEqual(["2026-01-01", "a column a day", "2026-01-04"]);
  expect(cost?.title).toBe("Cost in USD by day and model");
  expect(cost?.table.rows.map((cells) => cells.join(" "))).toEqual([
    "2026-01-01 0.5 0.5",
    "2026-01-02 0 0",
    "2026-01-03 0 0",
    "2026-01-04 0.5 0.5",
    "in all 1 1",
  ]);
});

test("a chart is bounded, whatever the number of models and of days", () => {
  /** Each name on every tenth day, another one than the next. */
  const some = (names: number, days: number) =>
    Array.from({ length: (names * days) / 10 }, (_, at) => ({
      day: day((at * 10 + Math.floor((at * 10) / days)) % days),
      name: `model ${"x".repeat(300)} ${Math.floor((at * 10) / days)}`,
      requests: 1 + (at % 977),
      cost: (at % 31) / 7,
    }));
  const drawn = (names: number, days: number) =>
    chartsSvg("All", dailyCharts(dailyUsage(some(names, days)), { of: "model" })).length;
  expect(drawn(1000, 400)).toBeLessThan(40_000);
  const [{ table, axis } = { table: undefined, axis: undefined }] = dailyCharts(dailyUsage(some(30, 400)));
  expect(table?.rows).toHaveLength(Math.ceil(400 / 7) + 1);
  expect(axis).toEqual([day(0), "7 days a column", day(399)]);
});

test("days from far away are drawn, too, and what is no day is in the sums alone", () => {
  const figures = ["0001-01-01", "9999-12-31", "+012345-01", "no day", null].map((each) => ({
    day: each,
    name: "m",
    requests: 1,
    cost: 1,
  }));
  const daily = dailyUsage(figures);
  expect(daily.spans.length).toBeLessThan(63);
  expect([daily.all.requests.sum, daily.undated]).toEqual([5, 2]);
  expect(dailyCharts(daily)[0]?.about).toContain("2 requests without a day: in the sums alone.");
});

test("nothing at all is a chart, too", () => {
  const charts = dailyCharts(dailyUsage([]), { of: "model" });
  expect(charts.map(({ rows }) => rows.map(({ figures }) => figures))).toEqual([["0"], ["0"]]);
  elementsOf(chartsSvg("Nothing", charts));
});

const named = (text: string) => {
  const figures = ["a", "b"].map((each) => ({
    day: day(0),
    name: `${each} ${text}`,
    requests: 3,
    cost: 0.25,
  }));
  return chartsSvg(text, dailyCharts(dailyUsage(figures), { of: "model" }));
};

test("no name adds an element or an attribute to a chart, and it is XML that refers to nothing", () => {
  const plain = elementsOf(named("x"));
  fc.assert(
    fc.property(anyText, (text) => {
      expect(elementsOf(named(text))).toEqual(plain);
    }),
    { numRuns: 100 },
  );
  expect(named("x")).not.toMatch(/href|url\(|@import|<script|<image|<foreignObject|style="|\son[a-z]+=/);
});

test("a chart says in words what it shows, and is light and dark", () => {
  const text = named("x");
  expect(text).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img" aria-labelledby="title desc" /,
  );
  expect(text).toContain('<title id="title">x</title>');
  expect(text).toContain("Requests by day and model. From 2026-01-01 to 2026-01-01, a column a day.");
  expect(text).toContain("a x: 3. b x: 3. Cost by day and model.");
  expect(text).toContain("prefers-color-scheme: dark");
});
