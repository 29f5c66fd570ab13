import { expect, test } from "vitest";
import { guard } from "../../../cli/guard/guard.js";
import { type GuardRules, safeRules } from "../../../cli/guard/rules.js";
import type { Review, Rule, UsageInput } from "../../../cli/review/facts/review.js";
import { reviewOf } from "../../../cli/review/facts/review-of.js";
import { kinds } from "../../../provider/every-kind.js";
import { planOf, review } from "../review/facts/support/preview.ts";
import { examples } from "../review/rules/examples.ts";
import { usageInput, usageOf } from "./some-usage.ts";

const usageRules = ["model-in-use", "cost-up-money", "budget-spent", "quota-below-peak"] as const;

function reviewed(rule: Rule, which: "found" | "harmless", more: Partial<UsageInput> = {}): Review {
  const { usage, [which]: steps } = examples[rule] ?? expect.unreachable(rule);
  return reviewOf({ plan: planOf(...steps), kinds, usage: { ...usageInput(undefined), ...usage, ...more } });
}

/** What a guard refuses of the rules about usage; those that other rules refuse are let through. */
function refused(of: Review, rules: Partial<GuardRules> = {}): string[] {
  const others = { maxDeletes: { amount: 100 }, maxMovedRoutes: { amount: 100 } };
  const verdict = guard(of, { ...safeRules, ...others, ...rules });
  return verdict.refused.map(({ rule }) => rule).filter((rule) => usageRules.some((each) => each === rule));
}

const strict: Partial<GuardRules> = { maxCostUpMoney: { amount: 0.01 }, refuse: [] };
const nothing = { usage: undefined };

const whenUnknown = {
  "model-in-use": "It may be in use.",
  "cost-up-money": "their number is unknown.",
  "budget-spent": "the amount already spent is unknown.",
  "quota-below-peak": "the busiest window may exceed it.",
};

test("a higher monthly cost is refused only above the limit", () => {
  const found = reviewed("cost-up-money", "found");
  const { difference = 0 } = found.findings.find(({ rule }) => rule === "cost-up-money") ?? {};
  // 100,000 tokens in 7 days, 0.1 dearer for each million; the rows said 0.28 where the new prices make 0.29.
  expect(difference).toBeCloseTo((0.01 * 30) / 7, 9);
  expect(refused(found)).toEqual([]);
  expect(refused(found, { maxCostUpMoney: { amount: difference } })).toEqual([]);
  expect(refused(found, { maxCostUpMoney: { amount: difference / 2 } })).toEqual(["cost-up-money"]);
  expect(refused(found, { maxCostUpMoney: { percent: 3 } })).toEqual(["cost-up-money"]);
});

test.each(usageRules)("without usage, %s is unknown and passes unless usage is required", (rule) => {
  const open = reviewed(rule, "found", nothing);
  expect(open.findings).toEqual(review(...(examples[rule]?.found ?? [])).findings);
  expect(refused(open, strict)).toEqual([]);
  const required = reviewed(rule, "found", { ...nothing, isRequired: true });
  expect(refused(required, strict)).toContain(rule);
  expect(refused(required, { ...strict, allow: usageRules.map((each) => ({ rule: each })) })).toEqual([]);
  const reasons = required.findings.filter((each) => each.rule === rule).map(({ reason }) => reason);
  expect(reasons.join()).toContain(whenUnknown[rule]);
});

test("an unknown cost is refused only if usage is required, whatever the limit", () => {
  const unknown = { money: undefined };
  const open = reviewed("cost-up-money", "found", unknown);
  expect(open.findings.filter(({ rule }) => rule === "cost-up-money")).toMatchObject([
    { level: "low", isNotKnown: true, reason: expect.stringContaining("is unknown") },
  ]);
  expect(refused(open, strict)).toEqual([]);
  const required = (which: "found" | "harmless") =>
    refused(reviewed("cost-up-money", which, { ...unknown, isRequired: true }), strict);
  expect([required("found"), required("harmless")]).toEqual([["cost-up-money"], []]);
});

test.each(["model-in-use", "cost-up-money", "quota-below-peak"] as const)(
  "with incomplete usage, %s treats unread rows as unknown and read rows as a minimum",
  (rule) => {
    const cut = "Usage before noon is incomplete.";
    const unseen = { usage: { ...usageOf([]), cut }, isRequired: true };
    expect(refused(reviewed(rule, "found", unseen), strict)).toContain(rule);
    const harmless = reviewed(rule, "harmless", unseen);
    expect(harmless.findings.filter((each) => each.rule === rule && !each.isNotKnown)).toEqual([]);
    const { usage = usageOf([]) } = examples[rule]?.usage ?? {};
    const seen = reviewed(rule, "found", { usage: { ...usage, cut } });
    expect(refused(seen, strict)).toContain(rule);
    const [{ reason = "" } = {}] = seen.findings.filter((each) => each.rule === rule && !each.isNotKnown);
    expect(reason).toMatch(/at least|that were read|busiest known window/);
  },
);
