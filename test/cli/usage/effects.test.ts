import { expect, test } from "vitest";
import { reviewOf } from "../../../cli/review/facts/review-of.js";
import type { UsageInput } from "../../../cli/review/facts/usage.js";
import type { UsageCell } from "../../../cli/usage/usage.js";
import { kinds } from "../../../provider/every-kind.js";
import { type PreviewStep, planOf, unknown } from "../review/facts/support/preview.ts";
import { gpt, openai, resource, route } from "../review/facts/support/stack.ts";
import { usageInput, usageOf } from "./some-usage.ts";

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

const reviewed = (steps: readonly PreviewStep[], more?: Partial<UsageInput>) => effectsOf(steps, cells, more);

function effectsOf(
  steps: readonly PreviewStep[],
  rows: readonly Partial<UsageCell>[],
  more: Partial<UsageInput> = {},
) {
  const review = reviewOf(planOf(...steps), kinds, { usage: usageInput(usageOf(rows), more) });
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
  const asked = usageInput(usageOf(more.map((cell) => ({ ...cell, tokensInput: 7, tokensOutput: 5 }))));
  const steps = [openai.same(), mini.updated({ inputCost: 2 }), big, gpt.same({ gatewayName: "openai/gpt" })];
  const { usage } = reviewOf(planOf(...steps), kinds, { usage: asked });
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

const [oldGpt, oldMini] = [stays[1], stays[2]] as [PreviewStep, PreviewStep];
const mail = resource("Mapping", "mail", { sourceName: "mail" });
const [toGpt, toMini, toNobody] = ["openai/gpt", "openai/mini", "elsewhere/x"].map((targetModel) => ({
  targetModel,
})) as [{ targetModel: string }, { targetModel: string }, { targetModel: string }];
const catchAll = resource("Mapping", "all", { sourceName: ".*", isPattern: true, priority: 9, ...toMini });

/** Requests of the one model by three keys, and of the other by one. */
const calls = [
  { modelId: "gpt-id", keyId: "b", requests: 40, status: 200 },
  { modelId: "gpt-id", keyId: "a", requests: 30, status: 429 },
  { modelId: "gpt-id", keyId: "c", requests: 10, status: 500 },
  { modelId: "mini-id", keyId: "a", requests: 15, status: 200 },
  { modelId: "mini-id", keyId: null, requests: 5, status: 499 },
  { modelId: null, providerId: null, requests: 3, status: null },
] as const;
const ofGpt = { requests: 80, keys: 3 };

interface Case {
  readonly steps: readonly PreviewStep[];
  /** `how gateway name`, and `what name: why`. */
  readonly losses?: readonly string[];
  readonly hits?: readonly string[];
}

const cases: Record<string, Case> = {
  "nothing changes": { steps: [openai.same(), oldGpt, oldMini, other.with(toGpt).same()] },
  "a model is deleted": {
    steps: [openai.same(), gpt.deleted({ outputs: { gatewayName: "openai/gpt" } }), oldMini],
    losses: ["deleted openai/gpt"],
    hits: ["model openai/gpt: deleted"],
  },
  "a model is deleted that nobody calls": {
    steps: [openai.same(), oldGpt, resource("Model", "idle", { name: "idle" }).deleted()],
  },
  "a deleted model takes a mapping along": {
    steps: [
      openai.same(),
      gpt.deleted({ outputs: { gatewayName: "openai/gpt" } }),
      oldMini,
      other.with(toGpt).deleted(),
    ],
    losses: ["deleted openai/gpt"],
    hits: ["model openai/gpt: deleted", "route chat: lost"],
  },
  "the only mapping to a model is deleted": {
    steps: [openai.same(), oldGpt, oldMini, other.with(toGpt).deleted()],
    losses: ["unreachable openai/gpt"],
    hits: ["route chat: lost"],
  },
  "one of two mappings to a model is deleted": {
    steps: [openai.same(), oldGpt, oldMini, other.with(toGpt).deleted(), mail.with(toGpt).same()],
    hits: ["route chat: lost, at most"],
  },
  "the only mapping leads to another model": {
    steps: [openai.same(), oldGpt, oldMini, other.with(toGpt).updated(toMini)],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: moved"],
  },
  "one of two mappings is deleted, and the other leads to another model": {
    steps: [openai.same(), oldGpt, oldMini, other.with(toGpt).deleted(), mail.with(toGpt).updated(toMini)],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: lost, at most", "route mail: moved, at most"],
  },
  "one of two mappings leads to another model": {
    steps: [openai.same(), oldGpt, oldMini, other.with(toGpt).same(), mail.with(toGpt).updated(toMini)],
    hits: ["route mail: moved, at most"],
  },
  "the only mapping leads to a name that nobody knows": {
    steps: [openai.same(), oldGpt, oldMini, other.with(toGpt).updated(toNobody)],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: moved"],
  },
  "the only mapping leads to a name that only the `up` knows": {
    steps: [openai.same(), oldGpt, oldMini, other.with(toGpt).updated({ targetModel: unknown })],
    hits: ["route chat: moved"],
  },
  "another mapping takes the place of the one": {
    steps: [openai.same(), oldGpt, oldMini, other.with(toGpt).updated(toMini), mail.with(toGpt).created()],
    hits: ["route chat: moved"],
  },
  "a new mapping of the model's own name leads elsewhere": {
    steps: [
      openai.same(),
      oldGpt,
      oldMini,
      resource("Mapping", "own", { sourceName: "openai/gpt", ...toMini }).created(),
    ],
    losses: ["bypassed openai/gpt"],
    hits: ["route openai/gpt: moved"],
  },
  "a mapping is switched off, and a pattern takes its name": {
    steps: [
      openai.same(),
      oldGpt,
      oldMini,
      other.with({ ...toGpt, enabled: true }).updated({ enabled: false }),
      catchAll.same(),
    ],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: disabled"],
  },
  "a mapping is deleted, and a pattern takes its name": {
    steps: [openai.same(), oldGpt, oldMini, other.with(toGpt).deleted(), catchAll.same()],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: deleted"],
  },
  "a new mapping comes before the one": {
    steps: [
      openai.same(),
      oldGpt,
      oldMini,
      other.with({ ...toGpt, priority: 5 }).same(),
      resource("Mapping", "first", { sourceName: "chat", priority: 1, ...toMini }).created(),
    ],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: moved"],
  },
  "a model goes to another provider": {
    steps: [
      openai.same(),
      resource("ModelProvider", "other", { name: "other" }).same(),
      gpt.updated({ providerId: "other-id" }),
      oldMini,
    ],
    hits: ["model gpt: moved"],
  },
  "a provider is deleted": {
    steps: [openai.deleted()],
    hits: ["provider openai: deleted"],
  },
  "a provider answers at another host": {
    steps: [openai.updated({ baseUrl: "https://x.example" })],
    hits: ["provider openai: moved"],
  },
  "a provider answers at another path of the same host": {
    steps: [openai.updated({ baseUrl: "https://api.example/v2" })],
  },
  "a model gets more expensive": {
    steps: [openai.same(), gpt.updated({ outputCost: 9 })],
    hits: ["model gpt: price-up"],
  },
  "a model gets cheaper": { steps: [openai.same(), gpt.updated({ outputCost: 7 })] },
};

test.each(Object.entries(cases))("whom it hits if %s", (_what, { steps, losses = [], hits = [] }) => {
  const found = effectsOf(steps, calls);
  expect(found.losses.map(({ how, model: name }) => `${how} ${name}`)).toEqual(losses);
  expect(
    found.hits.map(
      ({ what, name, why, isAtMost }) => `${what} ${name}: ${why}${isAtMost ? ", at most" : ""}`,
    ),
  ).toEqual(hits);
  for (const { what, name, requests, keys, keyIds, lastUse } of found.hits) {
    const all = what === "provider" ? { requests: 100, keys: 3 } : ofGpt;
    expect({ name, requests, keys, keyIds }).toEqual({ name, ...all, keyIds: undefined });
    expect(lastUse).toMatch(/^2026-11-20T\d\d:55/);
  }
  for (const { requests, keys, id } of found.losses)
    expect({ requests, keys, id }).toEqual({ ...ofGpt, id: "gpt-id" });
});

test("keys are told by their ids only to who asks for them", () => {
  const { hits } = effectsOf([openai.same(), gpt.updated({ inputCost: 3 })], calls, { showsKeys: true });
  expect(hits[0]?.keyIds).toEqual(["a", "b", "c"]);
});

/** Whether a review without usage leaves open what the change costs. */
function isOpen(steps: readonly PreviewStep[]): boolean {
  const input = usageInput(undefined, { isRequired: true });
  const { findings } = reviewOf(planOf(openai.same(), ...steps), kinds, { usage: input });
  return findings.some(({ rule }) => rule === "cost-up-money");
}

const models = [oldGpt, oldMini];

test.each<[string, boolean, PreviewStep[]]>([
  ["the price of input rises", true, [gpt.updated({ inputCost: 3 }), mini.same()]],
  ["the price of output rises", true, [mini.same(), gpt.updated({ outputCost: 9, inputCost: 1 })]],
  ["a price is known only after the `up`", true, [gpt.updated({ inputCost: unknown })]],
  ["a route moves to a more expensive model", true, [...models, route.with(toMini).updated(toGpt)]],
  ["one of two routes does", true, [...models, route.with(toGpt).same(), other.with(toMini).updated(toGpt)]],
  ["a route moves to an unknown name", true, [...models, route.with(toGpt).updated(toNobody)]],
  ["nothing changes", false, [...models, route.with(toGpt).same()]],
  ["both prices fall", false, [gpt.updated({ inputCost: 1, outputCost: 7 })]],
  ["only a name changes", false, [gpt.updated({ displayName: "X" })]],
  ["a model is deleted", false, [gpt.deleted(), mini.same()]],
  ["a model is made", false, [gpt.same(), mini.created()]],
  ["a route moves to a cheaper model", false, [...models, route.with(toGpt).updated(toMini)]],
  ["a route ends nowhere", false, [...models, route.with(toGpt).deleted()]],
])("without usage, whether requests may cost more if %s: %s", (_what, may, steps) => {
  expect(isOpen(steps)).toBe(may);
});
