import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccountObject } from "../../../../cli/account/account-object.js";
import { budgetItem } from "../../../../cli/review/blocks/usage/usage-items.js";
import { budgetEffects, loweredBudgets } from "../../../../cli/usage/cost/limits/budget-effects.js";
import { busiestWindow } from "../../../../cli/usage/cost/limits/busiest-window.js";
import { changedQuotas, quotaEffects } from "../../../../cli/usage/cost/limits/quota-effects.js";
import type { UsageCell } from "../../../../cli/usage/usage.js";
import { unknownValue, type Values } from "../../../../provider/spec/values.js";
import { defined } from "../../../../provider/text/defined.js";
import { runs, seedOf } from "../../../harness/tests/depth.ts";
import { usageOf } from "./some-usage.ts";

const cells = fc.array(
  fc.record({ minute: fc.integer({ min: 1000, max: 1060 }), requests: fc.integer({ min: 1, max: 9 }) }),
  { maxLength: 40 },
);

/** Tries every window of whole minutes, one after the other. */
function naivePeak(of: readonly UsageCell[], minutes: number, isFixed: boolean): number {
  const starts = Array.from({ length: 200 }, (_, at) => 900 + at);
  const begins = starts.filter((start) => !isFixed || start % minutes === 0);
  const sums = begins.map((start) =>
    of
      .filter(({ minute }) => minute >= start && minute < start + minutes)
      .reduce((sum, { requests }) => sum + requests, 0),
  );
  return Math.max(0, ...sums);
}

test("the busiest window is the busiest of all that can be tried", () => {
  fc.assert(
    fc.property(cells, fc.integer({ min: 1, max: 70 }), fc.boolean(), (drawn, minutes, isFixed) => {
      const { cells: all } = usageOf(drawn);
      expect(busiestWindow(all, { minutes, isFixed })).toBe(naivePeak(all, minutes, isFixed));
    }),
    { numRuns: runs(1000), seed: seedOf(7) },
  );
});

const noon = "2026-11-20T12:00:00.000Z";
const budget = (amount: number) => ({
  kind: "Budget",
  urn: "cap",
  name: "cap",
  inputs: { workspaceId: "team", budget: amount },
  outputs: {},
});

const modelEffect = {
  model: "m",
  urn: "m",
  workspace: "team",
  requests: 1,
  tokensInput: 1,
  tokensOutput: 1,
  isAffected: true,
  destinations: [],
} as const;

function lasting(
  old: number,
  planned: number,
  cost: { now: number; after: number },
  spent?: number,
  until = noon,
  workspace = "team",
) {
  const model = {
    ...modelEffect,
    workspace,
    cost: { now: cost.now, after: { least: 0, most: cost.after } },
    isAffected: cost.now !== cost.after,
  };
  const spending = new Map(spent === undefined ? [] : [["team", spent]]);
  const change = { before: [budget(old)], after: [budget(planned)] };
  return budgetEffects(change, [model], spending, { until })[0];
}

test.each([
  [
    "at the same pace, a smaller one is used up sooner",
    [500, 460, { now: 300, after: 300 }, 450],
    ["2026-11-25", "2026-11-21"],
  ],
  [
    "at twice the pace, in half the time",
    [500, 500, { now: 300, after: 600 }, 450],
    ["2026-11-25", "2026-11-23"],
  ],
  [
    "one that lasts to the end of the month has no day",
    [900, 500, { now: 300, after: 300 }, 450],
    [undefined, "2026-11-25"],
  ],
  [
    "one of which more is spent already is used up today",
    [500, 400, { now: 300, after: 300 }, 450],
    ["2026-11-25", "2026-11-20"],
  ],
  ["without requests it lasts", [500, 460, { now: 0, after: 0 }, 450], [undefined, undefined]],
  ["nobody knows it of what was not read", [500, 460, { now: 300, after: 300 }], [undefined, undefined]],
] as const)("a budget's last day: %s", (_what, [old, planned, cost, spent], [before, after]) => {
  const effect = lasting(old, planned, cost, spent);
  expect([effect?.usedUp.before, effect?.usedUp.after]).toEqual([before, after]);
  expect(effect?.isSpent).toEqual({ before: false, after: spent !== undefined && spent > planned });
});

test.each([
  ["2026-11-28T12:00:00Z", "2026-11-30"],
  ["2026-11-29T12:00:00Z", undefined],
  ["2026-12-29T12:00:00Z", "2026-12-31"],
  ["2027-02-26T12:00:00Z", "2027-02-28"],
  ["2027-02-27T12:00:00Z", undefined],
  ["2028-02-27T12:00:00Z", "2028-02-29"],
] as const)("from %s, two days reach to %s: a month has as many days as it has", (until, day) => {
  expect(lasting(500, 470, { now: 300, after: 300 }, 450, until)?.usedUp.after).toBe(day);
});

test("where nobody knows what requests cost with the plan, nobody says that a budget lasts", () => {
  const [effect] = budgetEffects(
    { before: [budget(500)], after: [budget(460)] },
    [{ ...modelEffect, cost: { now: 300, isOpen: true } }],
    new Map([["team", 450]]),
    { until: noon },
  );
  expect(effect?.usedUp).toEqual({ before: "2026-11-25" });
  expect(JSON.stringify(effect && budgetItem(effect, {}))).toContain("used up on: 2026-11-25 → not known");
});

test("a budget that stays, of a workspace whose cost stays, is no effect", () => {
  expect(lasting(500, 500, { now: 300, after: 300 }, 450)).toBeUndefined();
});

test("a budget that a program declares only now may be spent already, and one that goes has no effect", () => {
  const effects = (before: AccountObject[], after: AccountObject[], spent: [string, number][]) =>
    budgetEffects({ before, after }, [], new Map(spent), { until: noon });
  expect(effects([], [budget(400)], [["team", 450]])).toMatchObject([
    { budget: { after: 400 }, spent: 450, isSpent: { before: false, after: true }, usedUp: {} },
  ]);
  const [effect] = effects([], [budget(400)], [["team", 450]]);
  expect(JSON.stringify(effect && budgetItem(effect, {}))).toContain(
    "not known → 400; 450 is spent, used up on: not known → ",
  );
  expect(effects([], [budget(450)], [["team", 450]])[0]?.isSpent.after).toBe(false);
  expect(effects([], [budget(400)], [["other", 450]])).toEqual([]);
  expect(effects([budget(400)], [], [["team", 450]])).toEqual([]);
});

test("a budget counts the models of its own workspace, and what may be spent at most", () => {
  const elsewhere = lasting(500, 460, { now: 300, after: 300 }, 450, noon, "other");
  expect(elsewhere?.usedUp).toEqual({});
});

test("the budgets that fall, or may, are those that get less than they had", () => {
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
  changedQuotas({ before, after, routes: [] });

test.each<[string, Values, { most: number; window: object }]>([
  ["another number of requests", { maxRequests: 99 }, { most: 99, window: { minutes: 5, isFixed: false } }],
  ["another length", { windowMinutes: 6 }, { most: 100, window: { minutes: 6, isFixed: false } }],
  ["fixed windows", { period: "CALENDAR" }, { most: 100, window: { minutes: 5, isFixed: true } }],
])("a quota limits otherwise by %s", (_what, more, limit) => {
  const about = { urn: "burst", name: "burst", ...limit };
  expect(changed([quota(burst)], [quota({ ...burst, ...more })])).toEqual([about]);
  expect(changed([], [quota({ ...burst, ...more })])).toEqual([about]);
});

test("what is no quota, stays, goes, or is not known whole, limits nothing otherwise", () => {
  expect(changed([quota(burst)], [quota({ ...burst, enabled: false })])).toEqual([]);
  expect(changed([quota(burst)], [])).toEqual([]);
  expect(changed([], [{ ...quota(burst), kind: "Budget" }])).toEqual([]);
  for (const field of Object.keys(burst))
    expect(changed([quota(burst)], [quota({ ...burst, [field]: unknownValue })])).toEqual([]);
});

test("a quota is below the peak if more requests than it lets through fell into one window", () => {
  const usage = usageOf([
    { minute: 1000, requests: 60 },
    { minute: 1004, requests: 40 },
    { minute: 1005, requests: 50 },
  ]);
  const limit = (most: number, isFixed: boolean) =>
    quotaEffects([{ urn: "q", name: "q", most, window: { minutes: 5, isFixed } }], usage)[0];
  expect(limit(100, true)).toMatchObject({ peak: 100, isBelowPeak: false });
  expect(limit(99, true)).toMatchObject({ peak: 100, isBelowPeak: true });
  expect(limit(99, false)).toMatchObject({ peak: 100, isBelowPeak: true });
  expect(limit(89, false)).toMatchObject({ name: "q", urn: "q", most: 89 });
});
