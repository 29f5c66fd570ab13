import { expect, test } from "vitest";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import type { AskedUsage } from "../../../../cli/review/facts/usage/usage-facts.js";
import type { UsageCell } from "../../../../cli/usage/usage.js";
import { kinds } from "../../../../provider/every-kind.js";
import { type PreviewStep, planOf } from "../../review/facts/support/preview.ts";
import { gpt, openai, resource, route } from "../../review/facts/support/stack.ts";
import { askedUsage, usageOf } from "./some-usage.ts";

const mini = resource("Model", "mini", { name: "mini", inputCost: 1, outputCost: 2 });
const stays = [
  openai.same(),
  gpt.same({ gatewayName: "openai/gpt" }),
  mini.same({ gatewayName: "openai/mini" }),
];
const other = resource("Mapping", "chat", { sourceName: "chat" });
/** A million tokens in and half a million out of each: 2 and 4 of the one model, 1 and 1 of the other. */
const cells = [
  { modelId: "gpt-id", tokensInput: 1_000_000, tokensOutput: 500_000, cost: 6 },
  { modelId: "mini-id", tokensInput: 1_000_000, tokensOutput: 500_000, cost: 2 },
];
const month = 30 / 7;
const last = Date.parse("2026-11-20T11:00:00Z") / 60_000;

const reviewed = (steps: readonly PreviewStep[], more?: Partial<AskedUsage>) => effectsOf(steps, cells, more);

function effectsOf(
  steps: readonly PreviewStep[],
  rows: readonly Partial<UsageCell>[],
  more: Partial<AskedUsage> = {},
) {
  const review = reviewOf(planOf(...steps), kinds, undefined, undefined, askedUsage(usageOf(rows), more));
  const usage = review.usage?.is === "read" ? review.usage : expect.unreachable("usage is not read");
  return { ...usage, headline: review.headline };
}

const moved = (mapping: typeof route) =>
  mapping.with({ targetModel: "openai/gpt" }).updated({ targetModel: "openai/mini" });

test("where one mapping alone leads to a model, the cost of its requests is exact", () => {
  const { models, total, headline } = reviewed([...stays, moved(route)]);
  expect(models[0]).toMatchObject({
    model: "openai/gpt",
    destinations: [{ is: "model", name: "openai/mini" }],
  });
  expect(models[0]?.cost).toEqual({ now: 6 * month, after: { least: 2 * month, most: 2 * month } });
  expect(total.cost.now).toBeCloseTo(8 * month, 9);
  expect(total.cost.after?.most).toBeCloseTo(4 * month, 9);
  expect(headline[0]).toBe("about 17.1 USD less a month");
});

test("where another mapping stays, it is between what it was and what it may become", () => {
  const { models, headline } = reviewed([
    ...stays,
    moved(route),
    other.with({ targetModel: "openai/gpt" }).same(),
  ]);
  expect(models[0]?.cost.after?.least).toBeCloseTo(2 * month, 9);
  expect(models[0]?.cost.after?.most).toBeCloseTo(6 * month, 9);
  expect(headline[0]).toBe("up to 17.1 USD less a month");
});

test("requests that no route takes any more fail, and cost nothing", () => {
  const { models, hits, losses } = reviewed([...stays, route.with({ targetModel: "openai/gpt" }).deleted()]);
  expect(models[0]).toMatchObject({
    destinations: [{ is: "nowhere" }],
    cost: { after: { least: 0, most: 0 } },
  });
  expect(hits).toMatchObject([{ what: "route", name: "default", why: "lost", requests: 100, keys: 1 }]);
  expect(losses).toMatchObject([{ model: "openai/gpt", how: "unreachable", requests: 100 }]);
});

test("a model to whom nobody can go is not known: the rest is at least", () => {
  const steps = [...stays, route.with({ targetModel: "openai/gpt" }).updated({ targetModel: "elsewhere/x" })];
  const { models, total } = reviewed(steps);
  expect(models[0]?.cost).toEqual({ now: 6 * month, isOpen: true });
  expect(total.cost).toMatchObject({ isOpen: true, after: { least: expect.closeTo(2 * month, 9) } });
});

test("what is free, what nobody called, and what rows name that the account has not, are told as they are", () => {
  const free = resource("Model", "free", { name: "free", inputCost: 0, outputCost: 0 });
  const idle = resource("Model", "idle", { name: "idle" });
  const steps = [
    openai.same(),
    free.updated({ outputCost: 1 }),
    idle.updated({ inputCost: 9 }),
    moved(route),
  ];
  const rows = [
    { modelId: "free-id", tokensInput: 0, tokensOutput: 1_000_000, cost: 0 },
    { modelId: "gone", cost: 5 },
    { modelId: null, providerId: null, keyId: null, cost: 2 },
  ];
  const { models, total, hits, is } = effectsOf(steps, rows);
  expect(is).toBe("read");
  expect(models.map(({ model, cost }) => [model, cost])).toEqual([
    ["free", { now: 0, after: { least: month, most: month } }],
  ]);
  expect(total.cost.now).toBeCloseTo(7 * month, 9);
  expect(total.cost.after?.most).toBeCloseTo(8 * month, 9);
  expect(hits.map(({ name }) => name)).toEqual(["free"]);
});

test("without the unit of prices, what changes is known in percent alone", () => {
  const steps = [openai.same(), gpt.updated({ inputCost: 3 }), mini.same({ gatewayName: "openai/mini" })];
  const { models, total, headline } = reviewed(steps, { money: undefined });
  const [dearer, same] = models;
  expect(dearer?.cost).toEqual({ now: 6 * month, isOpen: true });
  expect(dearer?.percent?.most).toBeCloseTo(100 / 6, 9);
  expect(same?.cost.after?.most).toBeCloseTo(2 * month, 9);
  expect(total.percent?.most).toBeCloseTo(100 / 8, 9);
  expect(headline.join()).not.toContain("a month");
});

test("what changes comes first, then what costs most; a month counts every request", () => {
  const big = resource("Model", "big", { name: "big" }).same({ gatewayName: "openai/big" });
  const more = [
    { modelId: "mini-id", requests: 1, cost: 1, minute: last },
    { modelId: "big-id", requests: 2, cost: 9, minute: last - 24 * 60 },
    { modelId: "gone-id", requests: 3, cost: 4, minute: last },
    { modelId: null, requests: 4, cost: 0, minute: last },
  ];
  const asked = askedUsage(usageOf(more.map((cell) => ({ ...cell, tokensInput: 7, tokensOutput: 5 }))));
  const steps = [openai.same(), mini.updated({ inputCost: 2 }), big, gpt.same({ gatewayName: "openai/gpt" })];
  const { usage } = reviewOf(planOf(...steps), kinds, undefined, undefined, asked);
  const effects = usage?.is === "read" ? usage : expect.unreachable("usage is not read");
  expect(effects.models.map(({ model }) => model)).toEqual(["mini", "openai/big"]);
  const { requests, tokensInput, tokensOutput, cost } = effects.total;
  expect({ requests, tokensInput, tokensOutput }).toEqual({
    requests: 10 * month,
    tokensInput: 28 * month,
    tokensOutput: 20 * month,
  });
  expect(cost.now).toBeCloseTo(14 * month, 9);
});
