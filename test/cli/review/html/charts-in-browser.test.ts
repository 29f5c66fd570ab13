import { describe, expect, test } from "vitest";
import { blockMarkup } from "../../../../cli/review/html/block-markup.js";
import { chartStyle } from "../../../../cli/review/html/chart/chart-style.js";
import { framed } from "../../../../cli/review/html/frame.js";
import { html } from "../../../../cli/review/html/markup.js";
import { dailyCharts } from "../../../../cli/usage/charts/daily-charts.js";
import { dailyUsage } from "../../../../cli/usage/charts/daily-usage.js";
import { browserOf, browserPath } from "./support/browser.ts";
import { looksOf } from "./support/looks.ts";

/** Nine models on so many days. */
function charts(days: number, called = (model: number) => `vendor/model-${model}`) {
  const figures = Array.from({ length: 9 * days }, (_, at) => {
    const [model, day] = [at % 9, Math.floor(at / 9)];
    return {
      day: new Date(Date.UTC(2026, 10, 1 + day)).toISOString().slice(0, 10),
      name: called(model),
      requests: 2_000_000 / (model + 1) + 997 * (day % 7),
      cost: (model + 1) / 7 + (day % 5),
    };
  });
  return dailyCharts(dailyUsage(figures), { of: "model", currency: "USD" });
}

describe.skipIf(browserPath === undefined)("charts in a browser", () => {
  const opened = browserOf("charts.html");
  const screens = [1280, 390].flatMap((width) =>
    (["light", "dark"] as const).map((colours) => ({ width, colours })),
  );

  test.each(screens)(
    "nothing overlaps, sticks out or is faint: $width px, $colours",
    async ({ width, colours }) => {
      const all = [charts(1), charts(14), charts(400), charts(7, (model) => `${"网".repeat(90)}${model}`)];
      const markup = all.map((each, at) => blockMarkup({ is: "charts", charts: each }, `charts-${at}`, 1e6));
      const page = framed("Charts", html`${markup}`, undefined, chartStyle);
      const options = { viewport: { width, height: 900 }, colorScheme: colours };
      const looks = await opened(page, options, looksOf);
      expect({ ...looks, seen: undefined }).toEqual({
        seen: undefined,
        overlaps: [],
        outside: [],
        wide: [],
        faint: [],
      });
      expect(looks.seen.texts).toBeGreaterThan(100);
    },
  );
});
