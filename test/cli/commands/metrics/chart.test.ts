import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sumMetrics } from "../../../../cli/commands/metrics/sum-metrics.js";
import { elementsOf } from "../../graph/xml-elements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { openDesk } from "../support/desk.ts";

/** Metrics of seven models on three days, and a file for the chart. */
async function charted() {
  const desk = await openDesk();
  for (const [at, model_id] of ["a", "b", "c", "d", "e", "f", "g"].entries()) {
    for (let day = 20; day <= 22; day++) {
      const created_at = `2026-11-${day}T1${at}:00:00Z`;
      for (let count = 0; count <= 7 - at; count++) {
        desk.gateway.seed.metric({
          model_id: `model-${model_id}`,
          key_id: "key-hidden",
          cost: 0.25 * day,
          created_at,
        });
      }
    }
  }
  return { ...desk, file: path.join(await temporaryFolder(), "usage.svg") };
}

const until = { endDate: "2026-11-23" };
const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });

test("the figures of a chart are those of `metrics sum`, and its rows come to the total", async () => {
  const { terminal, out, notes, file } = await charted();
  await sumMetrics({ ...until, chart: file, json: true }, terminal);
  await sumMetrics({ ...until, by: ["model"], json: true }, terminal);
  const [{ by, total }, { groups }] = out.map((line) => JSON.parse(line));
  expect([by, notes]).toEqual([["day", "model"], [`The chart is in ${file}.`]]);
  const text = readFileSync(file, "utf8");
  const [, requests = "", cost = ""] =
    /Requests by day and model\.(.*) Cost by day and model\.(.*)<\/desc>/.exec(text) ?? [];
  const figureOf = (words: string, name: string) =>
    new RegExp(`${name}: ([\\d.,]+)[.,] `).exec(`${words} `)?.[1];
  expect([figureOf(requests, "all models"), figureOf(cost, "all models")]).toEqual([
    number.format(total.requests),
    number.format(total.cost),
  ]);
  const shown: { model: string; requests: number; cost: number }[] = groups
    .toSorted((a: { requests: number }, b: { requests: number }) => b.requests - a.requests)
    .slice(0, 5);
  expect(shown).toHaveLength(5);
  for (const group of shown) {
    expect([figureOf(requests, group.model), figureOf(cost, group.model)]).toEqual([
      number.format(group.requests),
      number.format(group.cost),
    ]);
  }
  const others = total.requests - shown.reduce((sum, each) => sum + each.requests, 0);
  expect(figureOf(requests, "2 other models")).toBe(number.format(others));
  elementsOf(text);
});

test("a chart by models has no key and no user", async () => {
  const { terminal, file, gateway } = await charted();
  await sumMetrics({ ...until, chart: file }, terminal);
  const text = readFileSync(file, "utf8");
  expect(text).toContain("model-a");
  for (const { user_id, id } of gateway.rows("metrics")) {
    expect([text.includes(String(user_id)), text.includes(String(id))]).toEqual([false, false]);
  }
  expect(text).not.toContain("key-hidden");
});

test.each([
  ["usage.png", {}, "give a file whose name ends in .svg"],
  ["usage.svg", { by: ["model"] }, "give --by day"],
  ["usage.svg", { by: ["day", "model", "provider"] }, "with one other part or none"],
] as const)(
  "a chart in %s of %j makes no sense, so nothing is asked or written",
  async (name, options, reason) => {
    const { terminal, gateway, file } = await charted();
    const chart = path.join(path.dirname(file), name);
    await expect(sumMetrics({ ...options, chart }, terminal)).rejects.toThrow(reason);
    expect([existsSync(chart), gateway.log.entries()]).toEqual([false, []]);
  },
);

test("a file that cannot be written is told, after the sums were", async () => {
  const { terminal, out, file } = await charted();
  const chart = path.join(file, "in-no-folder.svg");
  await expect(sumMetrics({ ...until, by: ["day"], chart }, terminal)).rejects.toThrow("was not written");
  expect(out.join("\n")).toContain("2026-11-20");
});
