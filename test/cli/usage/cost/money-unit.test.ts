import { expect, test } from "vitest";
import type { AccountObject } from "../../../../cli/account/account-object.js";
import { moneyUnit } from "../../../../cli/usage/cost/money-unit.js";
import { unitInRows } from "../../../../cli/usage/cost/unit-in-rows.js";
import { type PricedAccount, pricedAccount } from "./priced-accounts.ts";

const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed + 1);
const found = ({ usage, objects }: PricedAccount) => unitInRows(usage, objects);

test("the unit is found in 50 of 50 accounts", () => {
  const accounts = seeds(50).map((seed) => pricedAccount(seed, "none"));
  expect(accounts.map((account) => found(account)?.unit)).toEqual(accounts.map(({ unit }) => unit));
});

test.each(["stamped", "unseen"] as const)(
  "the unit is called unknown in 10 of 10 accounts whose prices have changed, the change being %s",
  (change) => {
    const accounts = seeds(10).map((seed) => pricedAccount(seed, change));
    expect(accounts.map(found)).toEqual(accounts.map(() => undefined));
  },
);

test("how sure it is are the requests that cost what it makes of their tokens, of all that were judged", () => {
  const { fitting, judged } = found(pricedAccount(3, "none")) ?? {};
  expect(fitting?.requests).toBeGreaterThan((judged?.requests ?? 0) * 0.8);
  expect(fitting?.requests).toBeLessThan(judged?.requests ?? 0);
});

const stamped = (writes: Record<string, string>) => (object: AccountObject) => ({
  ...object,
  outputs: writes,
});

test.each([
  ["without stamps, nobody knows whether prices have changed", {}, undefined],
  ["a model that was made in that time, and not written since, has one price", sameTime(), 1_000],
])("%s", (_what, writes, unit) => {
  const { usage, objects } = pricedAccount(1, "none");
  expect(unitInRows(usage, objects.map(stamped(writes)))?.unit).toBe(unit);
});

function sameTime() {
  return { createdAt: "2026-11-14T00:00:00Z", updatedAt: "2026-11-14T00:00:00Z" };
}

test("few requests tell nothing, nor do rows without a cost, or with a cost of nothing", () => {
  const { usage, objects } = pricedAccount(1, "none");
  const told = (cells: typeof usage.cells) => unitInRows({ ...usage, cells }, objects);
  expect(told(usage.cells.slice(-9))).toBeUndefined();
  expect(told(usage.cells.map((cell) => ({ ...cell, cost: 0 })))).toBeUndefined();
  expect(told(usage.cells.map((cell) => ({ ...cell, cost: 0, withoutCost: 1 })))).toBeUndefined();
});

test("what somebody says of unit and currency decides", () => {
  const { usage, objects } = pricedAccount(1, "none");
  expect(moneyUnit({ unit: 7, currency: "EUR" }, usage, objects)).toEqual({ unit: 7, currency: "EUR" });
  const told = moneyUnit({ currency: "EUR" }, usage, objects);
  expect(told).toMatchObject({
    unit: 1_000,
    currency: "EUR",
    inferred: { judged: { models: expect.any(Number) } },
  });
  expect(moneyUnit({ currency: "EUR" }, { ...usage, cells: [] }, objects)).toBeUndefined();
});
