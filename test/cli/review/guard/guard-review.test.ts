import { expect, test } from "vitest";
import { rules } from "../../../../cli/review/facts/review.js";
import { guard } from "../../../../cli/review/guard/guard-review.js";
import {
  alwaysRefused,
  costRule,
  type GuardRules,
  onlyWarned,
  safeRules,
} from "../../../../cli/review/guard/guard-rules.js";
import { someChange, someEnd, someFinding, someReview, someRoute } from "./some-review.ts";

const judged = (review: Parameters<typeof guard>[0], changed: Partial<GuardRules> = {}) =>
  guard(review, { ...safeRules, ...changed });

test("every rule is refused, has a limit, or only warns", () => {
  expect([...alwaysRefused, ...onlyWarned, costRule].toSorted()).toEqual([...rules].toSorted());
});

test("what changes nothing passes, whatever is found in the setup", () => {
  const findings = rules.map((rule) => someFinding(rule, "thing", 1000));
  expect(judged(someReview({ changes: [], findings }))).toMatchObject({ passes: true, refused: [] });
});

test.each(alwaysRefused)("%s is refused, and told how it is let through", (rule) => {
  const { passes, refused } = judged(someReview({ findings: [someFinding(rule, "it's")] }));
  expect(passes).toBe(false);
  expect(refused).toMatchObject([
    { rule, name: "it's", reason: `${rule} is found.`, option: `--allow '${rule}:it'\\''s'` },
  ]);
});

test.each(onlyWarned)("%s only warns, unless the rules refuse it", (rule) => {
  const review = someReview({ findings: [someFinding(rule)] });
  expect(judged(review)).toMatchObject({ passes: true, refused: [], warned: [{ rule }] });
  expect(judged(review, { refuse: [rule] })).toMatchObject({
    passes: false,
    refused: [{ rule }],
    warned: [],
  });
});

test("an allowed finding passes and is shown as allowed; another one of its rule is refused", () => {
  const review = someReview({
    findings: [someFinding("access-removed", "ann"), someFinding("access-removed", "bob")],
  });
  const one = judged(review, { allow: [{ rule: "access-removed", name: "ann" }] });
  expect([one.allowed.map(({ name }) => name), one.refused.map(({ name }) => name)]).toEqual([
    ["ann"],
    ["bob"],
  ]);
  const all = judged(review, { allow: [{ rule: "access-removed" }] });
  expect([all.passes, all.allowed.length, all.unused]).toEqual([true, 2, []]);
});

test("a permit that matches nothing is told, and one that matches a warning is not", () => {
  const review = someReview({ findings: [someFinding("key-rotated", "ci")] });
  const allow = [
    { rule: "key-rotated", name: "ci" },
    { rule: "role-lowered", name: "ann" },
    { rule: "route-lost" },
  ] as const;
  expect(judged(review, { allow }).unused).toEqual(["role-lowered:ann", "route-lost"]);
});

test.each([
  [10, 0, 10],
  [11, 1, 10],
  [1, 1, 0],
])("%i deletes give %i refusals under a limit of %i", (deletes, refusals, limit) => {
  const changes = Array.from({ length: deletes }, (_, index) => someChange("delete", `gpt-${index}`));
  expect(judged(someReview({ changes }), { maxDeletes: limit }).refused).toHaveLength(refusals);
});

test("a limit that is too small says how many, of how many, and which option lets them through", () => {
  const changes = [1, 2, 3].map((index) => someChange("replace", `gpt-${index}`));
  expect(judged(someReview({ changes })).refused).toEqual([
    {
      rule: "max-replaces",
      reason: "3 resources are replaced: at most 2 may, 10 % of 20 resources.",
      option: "--max-replaces 3",
    },
  ]);
});

test("one object of the smallest stack may be deleted by a percentage, two may not", () => {
  const [one, other] = [someChange("delete", "one"), someChange("delete", "other")];
  expect(judged(someReview({ changes: [one] }, 3)).passes).toBe(true);
  expect(judged(someReview({ changes: [one, other] }, 3)).passes).toBe(false);
  expect(judged(someReview({ changes: [one] }, 3), { maxDeletes: "0%" }).passes).toBe(false);
});

test("routes count as moved if somebody can use them now, and new ones do not", () => {
  const moved = (incoming: string) =>
    someRoute({ incoming, moved: true, after: someEnd("model", "openai/other", incoming) });
  const { before: _, ...unborn } = moved("new");
  const revived = { ...moved("revived"), before: someEnd("nowhere") };
  expect(judged(someReview({ routes: [moved("a"), unborn, revived] })).passes).toBe(true);
  expect(judged(someReview({ routes: [moved("a"), moved("b")] })).refused).toMatchObject([
    { rule: "max-moved-routes", reason: "2 routes end elsewhere: at most 1 may, 10 % of 2 routes." },
  ]);
});

test("what only a raised limit lets through is told, and a lowered one raises nothing", () => {
  const changes = [1, 2, 3].map((index) => someChange("delete", `gpt-${index}`));
  const review = someReview({ changes, findings: [someFinding("cost-up", "gpt", 90)] });
  expect(judged(review, { maxDeletes: "100%", maxCostUp: 100 })).toMatchObject({
    passes: true,
    raised: [{ rule: "max-deletes" }, { rule: "cost-up", name: "gpt" }],
    warned: [],
  });
  expect(judged(review, { maxDeletes: 1, maxCostUp: 5 })).toMatchObject({
    refused: [{ rule: "max-deletes" }, { rule: "cost-up" }],
    raised: [],
  });
});

test("a cost may rise to the limit, and not over it", () => {
  const review = (amount: number) => someReview({ findings: [someFinding("cost-up", "gpt", amount)] });
  expect(judged(review(20))).toMatchObject({ passes: true, warned: [{ rule: "cost-up" }] });
  expect(judged(review(20.1))).toMatchObject({ passes: false, refused: [{ option: "--allow cost-up:gpt" }] });
  expect(judged(review(1), { refuse: ["cost-up"] }).passes).toBe(false);
});
