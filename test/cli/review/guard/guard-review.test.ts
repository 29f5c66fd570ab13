import { expect, test } from "vitest";
import { type Review, type Rule, rules } from "../../../../cli/review/facts/review.js";
import { guard } from "../../../../cli/review/guard/guard-review.js";
import {
  alwaysRefused,
  costRule,
  type GuardRules,
  onlyWarned,
  safeRules,
} from "../../../../cli/review/guard/guard-rules.js";
import { someChange, someEnd, someFinding, someReview, someRoute } from "../some-review.ts";

/** What the guard says of a review in which something changes. */
const judged = (parts: Partial<Review>, changed: Partial<GuardRules> = {}, size = 20) =>
  guard(someReview({ changes: [someChange()], ...parts }, size), { ...safeRules, ...changed });

/** Findings of a rule, about things of these names. */
const findingsOf = (rule: Rule, ...names: string[]) => ({
  findings: names.map((name) => someFinding(rule, name)),
});

/** So many objects to which the same happens. */
const changesOf = (operation: "delete" | "replace", count: number) => ({
  changes: Array.from({ length: count }, (_, index) => someChange(`gpt-${index}`, { operation })),
});

test("every rule is refused, has a limit, or only warns", () => {
  expect([...alwaysRefused, ...onlyWarned, costRule].toSorted()).toEqual([...rules].toSorted());
});

test("what changes nothing passes, whatever is found in the setup", () => {
  const findings = rules.map((rule) => someFinding(rule, "thing", { amount: 1000 }));
  expect(judged({ changes: [], findings })).toMatchObject({ passes: true, refused: [] });
});

test.each(alwaysRefused)("%s is refused, and told how it is let through", (rule) => {
  const { passes, refused } = judged(findingsOf(rule, "it's"));
  expect(passes).toBe(false);
  expect(refused).toMatchObject([
    { rule, name: "it's", reason: `${rule} is found.`, option: `--allow '${rule}:it'\\''s'` },
  ]);
});

test.each(onlyWarned)("%s only warns, unless the rules refuse it", (rule) => {
  const found = findingsOf(rule, "thing");
  expect(judged(found)).toMatchObject({ passes: true, refused: [], warned: [{ rule }] });
  const strict = judged(found, { refuse: [rule] });
  expect(strict).toMatchObject({ passes: false, refused: [{ rule }], warned: [] });
});

test("an allowed finding passes and is shown as allowed; another one of its rule is refused", () => {
  const found = findingsOf("access-removed", "ann", "bob");
  const one = judged(found, { allow: [{ rule: "access-removed", name: "ann" }] });
  expect(one).toMatchObject({ allowed: [{ name: "ann" }], refused: [{ name: "bob" }] });
  const all = judged(found, { allow: [{ rule: "access-removed" }] });
  expect([all.passes, all.allowed.length, all.unused]).toEqual([true, 2, []]);
});

test("a permit that matches nothing is told, and one that matches a warning is not", () => {
  const allow = [
    { rule: "key-rotated", name: "ci" },
    { rule: "role-lowered", name: "ann" },
    { rule: "route-lost" },
  ] as const;
  expect(judged(findingsOf("key-rotated", "ci"), { allow }).unused).toEqual([
    "role-lowered:ann",
    "route-lost",
  ]);
});

test.each([
  [10, 0, 10],
  [11, 1, 10],
  [1, 1, 0],
])("%i deletes give %i refusals under a limit of %i", (deletes, refusals, limit) => {
  expect(judged(changesOf("delete", deletes), { maxDeletes: limit }).refused).toHaveLength(refusals);
});

test("a limit that is too small says how many, of how many, and which option lets them through", () => {
  const reason = "3 resources are replaced: at most 2 may, 10 % of 20 resources.";
  const refusal = { rule: "max-replaces", reason, option: "--max-replaces 3" };
  expect(judged(changesOf("replace", 3)).refused).toEqual([refusal]);
});

test("one object of the smallest stack may be deleted by a percentage, two may not", () => {
  expect(judged(changesOf("delete", 1), {}, 3).passes).toBe(true);
  expect(judged(changesOf("delete", 2), {}, 3).passes).toBe(false);
  expect(judged(changesOf("delete", 1), { maxDeletes: "0%" }, 3).passes).toBe(false);
});

test("routes count as moved if somebody can use them now, and new ones do not", () => {
  const moved = (incoming: string) =>
    someRoute(incoming, { moved: true, after: someEnd("model", "openai/other", incoming) });
  const { before: _, ...unborn } = moved("new");
  const revived = { ...moved("revived"), before: someEnd("nowhere") };
  expect(judged({ routes: [moved("a"), unborn, revived] }).passes).toBe(true);
  expect(judged({ routes: [moved("a"), moved("b")] }).refused).toMatchObject([
    { rule: "max-moved-routes", reason: "2 routes end elsewhere: at most 1 may, 10 % of 2 routes." },
  ]);
});

test("what only a raised limit lets through is told, and a lowered one raises nothing", () => {
  const dearer = someFinding("cost-up", "gpt", { amount: 90 });
  const review = { ...changesOf("delete", 3), findings: [dearer] };
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
  const review = (amount: number) => ({ findings: [someFinding("cost-up", "gpt", { amount })] });
  expect(judged(review(20))).toMatchObject({ passes: true, warned: [{ rule: "cost-up" }] });
  expect(judged(review(20.1))).toMatchObject({ passes: false, refused: [{ option: "--allow cost-up:gpt" }] });
  expect(judged(review(1), { refuse: ["cost-up"] }).passes).toBe(false);
});
