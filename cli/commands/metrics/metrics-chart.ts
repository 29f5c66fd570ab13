import { chartsSvg } from "../../review/html/chart/charts-svg.js";
import { dailyCharts } from "../../usage/charts/daily-charts.js";
import { dailyUsage } from "../../usage/daily-usage.js";
import { UsageError } from "../terminal.js";
import type { MetricSums, Part } from "./metric-sums.js";

/** What a chart is by, where nobody says. */
const usualParts: readonly Part[] = ["day", "model"];

/** What metrics have to be added up by for a chart in this file. Refuses what no chart has rows for. */
export function chartedParts(file: string, by: readonly Part[]): readonly Part[] {
  if (!/\.svg$/i.test(file)) {
    throw new UsageError(`--chart writes SVG: give a file whose name ends in .svg, and not ${file}`);
  }
  if (by.length === 0) {
    return usualParts;
  }
  if (!by.includes("day") || by.length > 2) {
    throw new UsageError("a chart has days from left to right: give --by day, with one other part or none");
  }
  return by;
}

/** The sums by day, and by what they are besides. */
export function metricsChart(sums: MetricSums, by: readonly Part[]): string {
  const of = by.find((part) => part !== "day");
  const figures = sums.byGroup().map(({ key, sums: { requests, cost } }) => ({
    day: key.day ?? null,
    name: (of && key[of]) ?? null,
    requests,
    cost,
  }));
  const title = ["Requests and cost by day", ...(of === undefined ? [] : [of])].join(" and ");
  return chartsSvg(title, dailyCharts(dailyUsage(figures), { of }));
}
