import path from "node:path";
import { expect, test } from "vitest";
import { chartsSvg } from "../../../../cli/review/html/chart/charts-svg.js";
import { dailyCharts } from "../../../../cli/usage/charts/daily-charts.js";
import { dailyUsage } from "../../../../cli/usage/daily-usage.js";
import { paths } from "../../../harness/paths.ts";

const models = [
  "openai/gpt-4.1",
  "openai/gpt-4.1-mini",
  "cerebras/llama-3.3",
  "nim/nemotron",
  "deepseek/chat",
];

test("docs/usage.md shows what a chart looks like; -u at the end of the line draws it anew", async () => {
  const figures = Array.from({ length: 8 * 21 }, (_, at) => {
    const [model, day] = [at % 8, Math.floor(at / 8)];
    const isWeekend = [5, 6].includes(day % 7);
    const requests = Math.round((4000 / (model + 1)) * (isWeekend ? 0.3 : 1) * (1 + ((at * 7) % 5) / 10));
    return {
      day: new Date(Date.UTC(2026, 10, 2 + day)).toISOString().slice(0, 10),
      name: models[model] ?? `team/model-${model}`,
      requests,
      cost: (requests * (1 + ((model * 3) % 4))) / 500,
    };
  });
  const text = chartsSvg(
    "Requests and cost by day and model",
    dailyCharts(dailyUsage(figures), { of: "model" }),
  );
  await expect(text).toMatchFileSnapshot(path.join(paths.root, "docs/images/usage-chart.svg"));
});
