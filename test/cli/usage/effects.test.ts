import { expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.js";
import { guard, judged } from "../../../cli/guard/guard.js";
import { safeRules } from "../../../cli/guard/rules.js";
import { documentOf } from "../../../cli/review/document/document.js";
import { headlineOf } from "../../../cli/review/document/headline.js";
import { markdown } from "../../../cli/review/document/markdown.js";
import type { UsageInput } from "../../../cli/review/facts/review.js";
import { reviewOf } from "../../../cli/review/facts/review-of.js";
import {
  budgetEffects,
  busiestWindow,
  changedQuotas,
  loweredBudgets,
  usageEffects,
} from "../../../cli/usage/effects.js";
import type { UsageCell } from "../../../cli/usage/usage.js";
import { kinds } from "../../../provider/every-kind.js";
import { unknownValue, type Values } from "../../../provider/spec/values.js";
import { defined } from "../../../provider/text/json.js";
import {
  gpt,
  openai,
  type PreviewStep,
  planOf,
  resource,
  route,
  unknown,
} from "../review/facts/support/preview.ts";
import { usageInput, usageOf } from "./some-usage.ts";

const mini = resource("Model", "mini", { name: "mini", inputCost: 1, outputCost: 2 });
const oldGpt = gpt.same({ gatewayName: "openai/gpt" });
const oldMini = mini.same({ gatewayName: "openai/mini" });
const stays = [openai.same(), oldGpt, oldMini];
const other = resource("Mapping", "chat", { sourceName: "chat" });
/** A million tokens in and half a million out of each: 2 and 4 of the one model, 1 and 1 of the other. */
const cells = [
  { modelId: "gpt-id", tokensInput: 1_000_000, tokensOutput: 500_000, cost: 6 },
  { modelId: "mini-id", tokensInput: 1_000_000, tokensOutput: 500_000, cost: 2 },
];
const month = 30 / 7;

const reviewed = (steps: readonly PreviewStep[], more?: Partial<UsageInput>) => effectsOf(steps, cells, more);

function effectsOf(
  steps: readonly PreviewStep[],
  rows: readonly Partial<UsageCell>[],
  more: Partial<UsageInput> = {},
) {
  const review = reviewOf({ plan: planOf(...steps), kinds, usage: usageInput(usageOf(rows), more) });
  const usage = review.usage?.is === "read" ? review.usage : expect.unreachable("usage is not read");
  return { ...usage, headline: headlineOf(review) };
}

const kept = other.with({ targetModel: "openai/gpt" }).same();
const removed = route.with({ targetModel: "openai/gpt" }).deleted();
const moved = (mapping: typeof route) =>
  mapping.with({ targetModel: "openai/gpt" }).updated({ targetModel: "openai/mini" });

test.each<[string, PreviewStep[], least: number, most: number, headline: string]>([
  ["exact where one mapping alone leads to it", [moved(route)], 2, 2, "about 17.1 USD less a month"],
  ["a range where another mapping stays", [moved(route), kept], 2, 6, "up to 17.1 USD less a month"],
  ["nothing where no route takes the requests", [removed], 0, 0, "about 25.7 USD less a month"],
])("the cost of a model's requests is %s", (_what, steps, least, most, first) => {
  const { models, total, headline } = reviewed([...stays, ...steps]);
  const range = (more: number) => ({
    least: expect.closeTo((least + more) * month, 9),
    most: expect.closeTo((most + more) * month, 9),
  });
  expect(models[0]).toMatchObject({ model: "openai/gpt", cost: { now: 6 * month, after: range(0) } });
  expect(total.cost).toMatchObject({ now: expect.closeTo(8 * month, 9), after: range(2) });
  expect(headline[0]).toBe(first);
});

test("a model's destinations are where its requests go after the change", () => {
  const destinations = (step: PreviewStep) => reviewed([...stays, step]).models[0]?.destinations;
  expect(destinations(moved(route))).toMatchObject([{ is: "model", name: "openai/mini" }]);
  expect(destinations(removed)).toMatchObject([{ is: "nowhere" }]);
});

test("the total cost is only a minimum if a route resolves to an unknown model", () => {
  const steps = [...stays, route.with({ targetModel: "openai/gpt" }).updated({ targetModel: "elsewhere/x" })];
  const { models, total } = reviewed(steps);
  expect(models[0]?.cost).toEqual({ now: 6 * month, isOpen: true });
  expect(total.cost).toMatchObject({ isOpen: true, after: { least: expect.closeTo(2 * month, 9) } });
});

test("free models are reported, idle ones are omitted, and unknown ones count only in the total", () => {
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

test("a changed cost is known only in percent if the price unit is not configured", () => {
  const steps = [openai.same(), gpt.updated({ inputCost: 3 }), mini.same({ gatewayName: "openai/mini" })];
  const { models, total, headline } = reviewed(steps, { money: undefined });
  const [dearer, same] = models;
  expect(dearer?.cost).toEqual({ now: 6 * month, isOpen: true });
  expect(dearer?.percent?.most).toBeCloseTo(100 / 6, 9);
  expect(same?.cost.after?.most).toBeCloseTo(2 * month, 9);
  expect(total.percent?.most).toBeCloseTo(100 / 8, 9);
  expect(headline.join()).not.toContain("a month");
});

const mail = resource("Mapping", "mail", { sourceName: "mail" });
const [toGpt, toMini] = [{ targetModel: "openai/gpt" }, { targetModel: "openai/mini" }];
const toNobody = { targetModel: "elsewhere/x" };
const catchAll = resource("Mapping", "all", { sourceName: ".*", isPattern: true, priority: 9, ...toMini });

const calls = [
  { modelId: "gpt-id", keyId: "b", requests: 40, status: 200 },
  { modelId: "gpt-id", keyId: "a", requests: 30, status: 429 },
  { modelId: "gpt-id", keyId: "c", requests: 10, status: 500 },
  { modelId: "mini-id", keyId: "a", requests: 15, status: 200 },
  { modelId: "mini-id", keyId: null, requests: 5, status: 499 },
  { modelId: null, providerId: null, requests: 3, status: null },
] as const;
const ofGpt = { requests: 80, keys: 3 };

const base = stays;
const gptDeleted = [openai.same(), gpt.deleted({ outputs: { gatewayName: "openai/gpt" } }), oldMini];
const idle = resource("Model", "idle", { name: "idle" }).deleted();
const own = resource("Mapping", "own", { sourceName: "openai/gpt", ...toMini }).created();
const first = resource("Mapping", "first", { sourceName: "chat", priority: 1, ...toMini }).created();
const late = other.with({ ...toGpt, priority: 5 }).same();
const chat = other.with(toGpt);
const chatOff = other.with({ ...toGpt, enabled: true }).updated({ enabled: false });
const [mailHere, mailMoves] = [mail.with(toGpt).same(), mail.with(toGpt).updated(toMini)];
const newProvider = resource("ModelProvider", "other", { name: "other" }).same();
const leaves = gpt.updated({ providerId: "other-id" });

/** What changes, and how `openai/gpt` loses its callers, followed by what is hit and why. */
test.each<[string, PreviewStep[], string]>([
  ["nothing changes", [...base, chat.same()], ""],
  ["a model is deleted", gptDeleted, "deleted, model openai/gpt: deleted"],
  ["an unused model is deleted", [openai.same(), oldGpt, idle], ""],
  ["all is deleted", [...gptDeleted, chat.deleted()], "deleted, model openai/gpt: deleted, route chat: lost"],
  ["the only mapping is deleted", [...base, chat.deleted()], "unreachable, route chat: lost"],
  ["one of two is deleted", [...base, chat.deleted(), mailHere], "route chat: lost at most"],
  ["the only mapping moves", [...base, chat.updated(toMini)], "bypassed, route chat: moved"],
  [
    "one of two is deleted and one moves",
    [...base, chat.deleted(), mailMoves],
    "bypassed, route chat: lost at most, route mail: moved at most",
  ],
  ["one of two mappings moves", [...base, chat.same(), mailMoves], "route mail: moved at most"],
  ["it moves to an unmanaged name", [...base, chat.updated(toNobody)], "bypassed, route chat: moved"],
  ["it moves to an unknown name", [...base, chat.updated({ targetModel: unknown })], "route chat: moved"],
  ["another takes over", [...base, chat.updated(toMini), mail.with(toGpt).created()], "route chat: moved"],
  ["a mapping takes the model's own name", [...base, own], "bypassed, route openai/gpt: moved"],
  [
    "a pattern replaces a disabled one",
    [...base, chatOff, catchAll.same()],
    "bypassed, route chat: disabled",
  ],
  ["a pattern stays", [...base, chat.deleted(), catchAll.same()], "bypassed, route chat: deleted"],
  ["a new mapping comes first", [...base, late, first], "bypassed, route chat: moved"],
  ["a model changes its provider", [openai.same(), newProvider, leaves, oldMini], "model gpt: moved"],
  ["a provider is deleted", [openai.deleted()], "provider openai: deleted"],
  ["a host changes", [openai.updated({ baseUrl: "https://x.example" })], "provider openai: moved"],
  ["the path of a provider changes", [openai.updated({ baseUrl: "https://api.example/v2" })], ""],
  ["a model becomes more expensive", [openai.same(), gpt.updated({ outputCost: 9 })], "model gpt: price-up"],
  ["a model gets cheaper", [openai.same(), gpt.updated({ outputCost: 7 })], ""],
])("reports which callers are affected if %s", (_what, steps, expected) => {
  const { losses, hits } = effectsOf(steps, calls);
  const told = hits.map(
    ({ what, name, how, isAtMost }) => `${what} ${name}: ${how}${isAtMost ? " at most" : ""}`,
  );
  expect([...losses.map(({ how }) => how), ...told].join(", ")).toBe(expected);
  for (const { what, requests, keys, keyIds, lastUse } of hits) {
    const all = what === "provider" ? { requests: 100, keys: 3 } : ofGpt;
    expect({ requests, keys, keyIds }).toEqual({ ...all, keyIds: undefined });
    expect(lastUse).toMatch(/^2026-11-20T\d\d:55/);
  }
  for (const loss of losses) expect(loss).toMatchObject({ ...ofGpt, id: "gpt-id", model: "openai/gpt" });
});

test("key ids are shown only on request, and the comment lists only the first models", async () => {
  const names = Array.from({ length: 20 }, (_, at) => `m${at}x`);
  const costlier = names.map((name) => resource("Model", name, { name }).updated({ inputCost: 9 }));
  const rows = usageOf(names.map((name, at) => ({ modelId: `${name}-id`, tokensInput: 1000 * (at + 1) })));
  const printed = (showsKeys: boolean) => {
    const plan = planOf(openai.same(), ...costlier);
    const review = reviewOf({ plan, kinds, usage: usageInput(rows, { showsKeys }) });
    return JSON.stringify(review) + markdown(documentOf(review, judged(guard(review, safeRules))));
  };
  const plain = printed(false);
  const [own = ""] = (plain.split("Cost and affected callers")[1] ?? "").split(/^#+ /m);
  expect(own.split("\n").filter((line) => line.startsWith("|"))).toHaveLength(8);
  expect(plain).not.toContain("key-canary");
  expect(printed(true).split("key-canary-0").length).toBeGreaterThan(2);
});

/** Whether a review without usage leaves open what the change costs. */
function isOpen(steps: readonly PreviewStep[]): boolean {
  const input = usageInput(undefined, { isRequired: true });
  const { findings } = reviewOf({ plan: planOf(openai.same(), ...steps), kinds, usage: input });
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
])("without usage, requests may cost more if %s: %s", (_what, may, steps) => {
  expect(isOpen(steps)).toBe(may);
});

test.each([
  [{}, 1, false, 0],
  [{ 1000: 5, 1004: 3, 1005: 6 }, 5, false, 9],
  [{ 1000: 5, 1004: 3, 1005: 6 }, 6, false, 14],
  [{ 1000: 5, 1004: 3, 1005: 6 }, 5, true, 8],
  [{ 1003: 5, 1006: 9, 1009: 1 }, 4, false, 14],
])(
  "with requests at minutes %j, the busiest window of %i minutes (fixed: %s) has %i requests",
  (busy, minutes, isFixed, most) => {
    const cells = Object.entries(busy).map(([minute, requests]) => ({ minute: Number(minute), requests }));
    expect(busiestWindow(usageOf(cells).cells, { minutes, isFixed })).toBe(most);
  },
);

const budget = (amount: number) => ({
  ...{ kind: "Budget", urn: "cap", name: "cap", outputs: {} },
  inputs: { workspaceId: "team", budget: amount },
});

test.each<[string, number | undefined, number | undefined, number | undefined, object | undefined]>([
  ["falls below what is spent", 500, 400, 450, { spent: 450, isExceeded: { before: false, after: true } }],
  ["falls to what is spent", 500, 450, 450, { spent: 450, isExceeded: { before: false, after: false } }],
  ["rises above what is spent", 400, 500, 450, { spent: 450, isExceeded: { before: true, after: false } }],
  ["stays, and more is spent already", 400, 400, 450, { isExceeded: { before: true, after: true } }],
  ["stays, and less is spent", 500, 500, 450, undefined],
  ["falls, and nobody knows what is spent", 500, 400, undefined, { budget: { before: 500, after: 400 } }],
  ["is declared only now", undefined, 400, 450, { budget: { after: 400 }, spent: 450 }],
  ["is declared of a new workspace", undefined, 400, undefined, undefined],
  ["is no longer declared", 400, undefined, 450, undefined],
])("finds the effect, if any, of a budget that %s", (_what, old, planned, spent, effect) => {
  const [before, after] = [old, planned].map((amount) => (amount === undefined ? [] : [budget(amount)]));
  const spending = new Map(spent === undefined ? [["other", 999]] : [["team", spent]]);
  const effects = budgetEffects({ before: before ?? [], after: after ?? [] }, spending);
  expect(effects).toMatchObject(effect === undefined ? [] : [effect]);
  expect(effects).toHaveLength(effect === undefined ? 0 : 1);
});

test("a budget counts as lowered if its amount falls or may fall", () => {
  const named = (amount: number | undefined) => ({ ...budget(0), inputs: defined({ budget: amount }) });
  const falls = (old: number | undefined, planned: number | undefined) =>
    loweredBudgets({ before: [named(old)], after: [named(planned)] }).length === 1;
  expect([falls(500, 400), falls(500, undefined), falls(undefined, 400)]).toEqual([true, true, true]);
  expect([falls(400, 400), falls(400, 500)]).toEqual([false, false]);
  expect(loweredBudgets({ before: [], after: [budget(1)] })).toEqual([]);
  const other = [5, 4].map((amount) => ({ ...budget(amount), kind: "Quota" }));
  expect(loweredBudgets({ before: other.slice(0, 1), after: other.slice(1) })).toEqual([]);
});

const burst = { maxRequests: 100, windowMinutes: 5, period: "ROLLING" };
const quota = (inputs: Values) => ({ kind: "Quota", urn: "burst", name: "burst", inputs, outputs: {} });
const changed = (before: readonly AccountObject[], after: readonly AccountObject[]) =>
  changedQuotas({ before, after });

test.each<[string, Values, { most: number; window: object }]>([
  ["another number of requests", { maxRequests: 99 }, { most: 99, window: { minutes: 5, isFixed: false } }],
  ["another length", { windowMinutes: 6 }, { most: 100, window: { minutes: 6, isFixed: false } }],
  ["fixed windows", { period: "CALENDAR" }, { most: 100, window: { minutes: 5, isFixed: true } }],
])("a quota counts as changed with %s", (_what, more, limit) => {
  const about = { urn: "burst", name: "burst", ...limit };
  expect(changed([quota(burst)], [quota({ ...burst, ...more })])).toEqual([about]);
  expect(changed([], [quota({ ...burst, ...more })])).toEqual([about]);
});

test("a quota with the same limits, a removed or partly unknown one, or another kind is not a change", () => {
  expect(changed([quota(burst)], [quota({ ...burst, enabled: false })])).toEqual([]);
  expect(changed([quota(burst)], [])).toEqual([]);
  expect(changed([], [{ ...quota(burst), kind: "Budget" }])).toEqual([]);
  for (const field of Object.keys(burst))
    expect(changed([quota(burst)], [quota({ ...burst, [field]: unknownValue })])).toEqual([]);
});

test.each([
  [100, "CALENDAR", 100, false],
  [99, "CALENDAR", 100, true],
  [99, "ROLLING", 100, true],
  [89, "ROLLING", 100, true],
])("a quota of %i requests in a %s window, with a peak of %i, is below it: %s", (most, period, peak, is) => {
  const busy = Object.entries({ 1000: 60, 1004: 40, 1005: 50 });
  const usage = usageOf(busy.map(([minute, requests]) => ({ minute: Number(minute), requests })));
  const after = [quota({ ...burst, maxRequests: most, period })];
  const input = { money: undefined, spending: new Map(), showsKeys: false };
  const { quotas } = usageEffects(usage, { before: [], after, routes: [] }, input);
  expect(quotas).toMatchObject([{ urn: "burst", most, peak, isBelowPeak: is }]);
});
