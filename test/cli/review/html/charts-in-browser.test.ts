import { describe, expect, test } from "vitest";
import { documentOf } from "../../../../cli/review/blocks/document.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { blockMarkup } from "../../../../cli/review/html/block-markup.js";
import { chartStyle } from "../../../../cli/review/html/chart/chart-style.js";
import { framed } from "../../../../cli/review/html/frame.js";
import { html } from "../../../../cli/review/html/markup.js";
import { page as pageOf } from "../../../../cli/review/html/page.js";
import { dailyCharts } from "../../../../cli/usage/charts/daily-charts.js";
import { dailyUsage } from "../../../../cli/usage/daily-usage.js";
import { kinds } from "../../../../provider/every-kind.js";
import { askedUsage, usageOf } from "../../usage/cost/some-usage.ts";
import { planOf } from "../facts/support/preview.ts";
import { openai, resource } from "../facts/support/stack.ts";
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

/** A review whose usage is of nine models on ten days; half of them move to a dearer one. */
function reviewed() {
  const numbers = Array.from({ length: 9 }, (_, at) => at);
  const nameOf = (at: number) => `vendor/model-${at}`;
  const models = numbers.map((at) =>
    resource("Model", `m${at}`, { name: `m${at}`, outputs: {} }).same({ gatewayName: nameOf(at) }),
  );
  const mappings = numbers.map((at) => {
    const mapping = resource("Mapping", `to${at}`, { sourceName: `name${at}`, targetModel: nameOf(at) });
    return at % 2 === 0 ? mapping.same() : mapping.updated({ targetModel: nameOf((at + 3) % 9) });
  });
  const cells = Array.from({ length: 240 }, (_, at) => ({ modelId: `m${at % 9}-id`, cost: (at % 17) / 7 }));
  const plan = planOf(openai.same(), ...models, ...mappings);
  return documentOf(reviewOf(plan, kinds, undefined, undefined, askedUsage(usageOf(cells))));
}

describe.skipIf(browserPath === undefined)("charts in a browser", () => {
  const opened = browserOf("charts.html");
  const faultless = { seen: undefined, overlaps: [], outside: [], wide: [], faint: [] };

  test.each([
    { width: 1280, colours: "light" },
    { width: 390, colours: "dark" },
  ] as const)("nothing overlaps, sticks out or is faint: $width px, $colours", async ({ width, colours }) => {
    const all = [charts(1), charts(14), charts(400), charts(7, (model) => `${"网".repeat(90)}${model}`)];
    const markup = all.map((each, at) => blockMarkup({ is: "charts", charts: each }, `charts-${at}`, 1e6));
    const page = framed("Charts", html`${markup}`, undefined, chartStyle);
    const looks = await opened(page, { viewport: { width, height: 900 }, colorScheme: colours }, looksOf);
    expect({ ...looks, seen: undefined }).toEqual(faultless);
    expect(looks.seen.texts).toBeGreaterThan(100);
  });

  test.each([
    { width: 1280, colours: "dark" },
    { width: 390, colours: "light" },
  ] as const)(
    "the page of a review with usage is a good one: $width px, $colours",
    async ({ width, colours }) => {
      const page = pageOf(reviewed());
      const looks = await opened(page, { viewport: { width, height: 900 }, colorScheme: colours }, looksOf);
      expect({ ...looks, seen: undefined }).toEqual(faultless);
      expect(page.match(/<svg role="img" aria-labelledby="usage-/g)).toHaveLength(3);
    },
  );
});
