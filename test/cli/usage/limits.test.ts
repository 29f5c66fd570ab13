import { expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.js";
import {
  budgetEffects,
  busiestWindow,
  changedQuotas,
  loweredBudgets,
  usageEffects,
} from "../../../cli/usage/effects.js";
import { unknownValue, type Values } from "../../../provider/spec/values.js";
import { defined } from "../../../provider/text/json.js";
import { usageOf } from "./some-usage.ts";

test.each([
  [{}, 1, false, 0],
  [{ 1000: 5, 1004: 3, 1005: 6 }, 5, false, 9],
  [{ 1000: 5, 1004: 3, 1005: 6 }, 6, false, 14],
  [{ 1000: 5, 1004: 3, 1005: 6 }, 5, true, 8],
  [{ 1003: 5, 1006: 9, 1009: 1 }, 4, false, 14],
])(
  "of requests at the minutes %j, the busiest window of %i minutes (fixed: %s) has %i",
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
])("a budget that %s", (_what, old, planned, spent, effect) => {
  const [before, after] = [old, planned].map((amount) => (amount === undefined ? [] : [budget(amount)]));
  const spending = new Map(spent === undefined ? [["other", 999]] : [["team", spent]]);
  const effects = budgetEffects({ before: before ?? [], after: after ?? [] }, spending);
  expect(effects).toMatchObject(effect === undefined ? [] : [effect]);
  expect(effects).toHaveLength(effect === undefined ? 0 : 1);
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
  changedQuotas({ before, after });

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

test.each([
  [100, "CALENDAR", 100, false],
  [99, "CALENDAR", 100, true],
  [99, "ROLLING", 100, true],
  [89, "ROLLING", 100, true],
])("a quota of %i requests in a %s window: the peak is %i, and it is below: %s", (most, period, peak, is) => {
  const busy = Object.entries({ 1000: 60, 1004: 40, 1005: 50 });
  const usage = usageOf(busy.map(([minute, requests]) => ({ minute: Number(minute), requests })));
  const after = [quota({ ...burst, maxRequests: most, period })];
  const input = { money: undefined, spending: new Map(), showsKeys: false };
  const { quotas } = usageEffects(usage, { before: [], after, routes: [] }, input);
  expect(quotas).toMatchObject([{ urn: "burst", most, peak, isBelowPeak: is }]);
});
