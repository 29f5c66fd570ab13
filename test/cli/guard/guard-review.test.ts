import { expect, test } from "vitest";
import { guard, type Verdict } from "../../../cli/guard/guard.js";
import { type GuardRules, safeRules } from "../../../cli/guard/rules.js";
import type { Review } from "../../../cli/review/facts/review.js";
import { type Rule, ruleNames } from "../../../cli/review/findings/rules.js";
import { someChange, someEnd, someFinding, someReview, someRoute } from "../review/some-review.ts";

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

test("what changes nothing passes, whatever is found in the setup", () => {
  const findings = ruleNames.map((rule) => someFinding(rule, "thing", { amount: 1000 }));
  expect(judged({ changes: [], findings })).toMatchObject({ passes: true, refused: [] });
});

test("what its level calls refused is refused, and told how it is let through", () => {
  const option = `--allow 'role-raised:it'\\''s'`;
  expect(judged(findingsOf("role-raised", "it's"))).toMatchObject({
    passes: false,
    refused: [{ rule: "role-raised", name: "it's", reason: "role-raised is found.", option }],
  });
});

test.each(["low", "medium", "high"] as const)(
  "what is %s only warns, unless the rules refuse it, its level or a lower one",
  (level) => {
    const rule = "provider-changed";
    const found = { findings: [someFinding(rule, "thing", { level, risk: level })] };
    const warns = { passes: true, refused: [], warned: [{ rule }] };
    expect(judged(found)).toMatchObject(warns);
    for (const refuse of [rule, level, "low"] as const)
      expect(judged(found, { refuse: [refuse] })).toMatchObject({
        ...{ passes: false, refused: [{ rule }], warned: [] },
      });
    expect(judged(found, { refuse: ["key-rotated", "refused"] })).toMatchObject(warns);
    if (level !== "high") expect(judged(found, { refuse: ["high"] })).toMatchObject(warns);
  },
);

test("an allowed finding passes and is shown as allowed; another one of its rule is refused", () => {
  const found = findingsOf("access-removed", "ann", "bob");
  const one = judged(found, { allow: [{ rule: "access-removed", name: "ann" }] });
  expect(one).toMatchObject({ allowed: [{ name: "ann" }], refused: [{ name: "bob" }] });
  const all = judged(found, { allow: [{ rule: "access-removed" }] });
  expect([all.passes, all.allowed.length, all.unused]).toEqual([true, 2, []]);
});

test("a name that several resources have lets none of them through, and the guard says how to name each", () => {
  const urnOf = (kind: string, parent = "") =>
    `urn:pulumi:prod::shop::${parent}workspace-gateway:index:${kind}::ada`;
  const budget = urnOf("Budget", "my:Team$");
  const findings = (
    [
      [urnOf("Member"), [urnOf("GatewayKey"), urnOf("Prompt")]],
      [budget, [urnOf("Budget", "my:Desk$")]],
    ] as const
  ).map(([urn, namesakes]) => someFinding("access-removed", "ada", { urn, namesakes }));
  const allowed = (name: string) => judged({ findings }, { allow: [{ rule: "access-removed", name }] });
  expect(allowed("ada")).toMatchObject({
    ambiguous: [
      `\`access-removed:ada\` may mean several resources, so it lets none through. Write \`access-removed:Member:ada\` or \`access-removed:${budget}\`.`,
    ],
    unused: [],
    allowed: [],
    refused: [
      { option: "--allow access-removed:Member:ada" },
      { option: `--allow 'access-removed:${budget}'` },
    ],
  });
  const ambiguous = [expect.stringContaining("my:Team$")];
  expect(allowed("Budget:ada")).toMatchObject({ allowed: [], ambiguous });
  for (const name of ["Member:ada", urnOf("Member")])
    expect(allowed(name)).toMatchObject({ allowed: [{ urn: urnOf("Member") }], ambiguous: [], unused: [] });
  const unused = [expect.stringContaining("GatewayKey")];
  expect(allowed(urnOf("GatewayKey"))).toMatchObject({ allowed: [], unused });
});

test("a resource whose name nothing else has may be named with its kind, too", () => {
  const passes = (name: string) =>
    judged(findingsOf("access-removed", "ann"), { allow: [{ rule: "access-removed", name }] }).passes;
  expect(["Model:ann", "Prompt:ann"].map(passes)).toEqual([true, false]);
});

test("a permit that matches nothing is told, and one that matches a warning is not", () => {
  const allow = [
    { rule: "key-rotated", name: "ci" },
    { rule: "role-lowered", name: "ann" },
    { rule: "route-lost" },
    { rule: "unknown", name: "content" },
  ] as const;
  const { unused } = judged(findingsOf("key-rotated", "ci"), { allow });
  expect(unused).toEqual(["role-lowered:ann", "route-lost"]);
});

const deletes = (count: number) => changesOf("delete", count);
const dearer = (amount: number, level: "medium" | "refused" = "medium") => ({
  findings: [someFinding("cost-up", "gpt", { amount, difference: amount / 10, level })],
});
/** A rise that no number says is over every limit. */
const openRise = { findings: [someFinding("budget-up", "cap")] };
const budgets = {
  findings: ["a", "b", "c"].map((name) =>
    someFinding("budget-up", name, { amount: 10, difference: 200, level: "medium", risk: "medium" }),
  ),
};
const moved = (incoming: string) =>
  someRoute(incoming, { moved: true, after: someEnd("model", "openai/other", incoming) });
const { before: _, ...unborn } = moved("new");
const revived = { ...moved("revived"), before: someEnd("nowhere") };

const both = { maxDeletes: { percent: 50, amount: 5 } };
const tooDear = "cost-up is found.";
test.each<[string, Verdict, string?]>([
  ["ten deletes of ten", judged(deletes(10), { maxDeletes: { amount: 10 } })],
  [
    "eleven",
    judged(deletes(11), { maxDeletes: { amount: 10 } }),
    "11 resources are deleted: at most 10 may.",
  ],
  [
    "a delete of none",
    judged(deletes(1), { maxDeletes: { amount: 0 } }),
    "1 resource is deleted: at most 0 may.",
  ],
  ["a delete of three", judged(deletes(1), {}, 3)],
  ["two", judged(deletes(2), {}, 3), "2 resources are deleted: at most 1 may, 10 % of 3 resources."],
  [
    "a delete of no percent",
    judged(deletes(1), { maxDeletes: { percent: 0 } }, 3),
    "1 resource is deleted: at most 0 may, 0 % of 3 resources.",
  ],
  ["a new route and one nobody could use", judged({ routes: [moved("a"), unborn, revived] })],
  [
    "two routes that move",
    judged({ routes: [moved("a"), moved("b")] }),
    "2 routes move: at most 1 may, 10 % of 2 routes.",
  ],
  ["a share and a count", judged(deletes(5), both)],
  ["more than the count", judged(deletes(6), both), "6 resources are deleted: at most 5 may."],
  ["26 of a thousand", judged(deletes(26), {}, 1000), "26 resources are deleted: at most 25 may."],
  ["a cost of the percentage", judged(dearer(20), { maxCostUp: { percent: 20 } })],
  ["a cost above the percentage", judged(dearer(20.1), { maxCostUp: { percent: 20 } }), tooDear],
  ["a cost of the amount", judged(dearer(20), { maxCostUp: { amount: 2 } })],
  ["a cost above the amount", judged(dearer(20.1), { maxCostUp: { amount: 2 } }), tooDear],
  ["a cost above one of both", judged(dearer(30), { maxCostUp: { percent: 50, amount: 2 } }), tooDear],
  ["a rule that is refused", judged(dearer(1), { maxCostUp: { percent: 20 }, refuse: ["cost-up"] }), tooDear],
  ["an open rise and a share", judged(openRise, { maxBudgetUp: { percent: 1e6 } }), "budget-up is found."],
  ["an open rise and an amount", judged(openRise, { maxBudgetUp: { amount: 1e6 } }), "budget-up is found."],
  ["budgets that rise by what one may", judged(budgets, { maxBudgetUp: { amount: 600 } })],
])("limits: %s", (_what, { passes, refused }, reason) => {
  expect([passes, refused.map((each) => each.reason)]).toEqual([!reason, reason ? [reason] : []]);
});

test("a limit that is too small says how many, of how many, and which option lets them through", () => {
  const replaced = "3 resources are replaced: at most 2 may, 10 % of 20 resources.";
  expect(judged(changesOf("replace", 3)).refused).toEqual([
    { rule: "max-replaces", reason: replaced, option: "--max-replaces 3" },
  ]);
  const together = "3 changes make 600 together: at most 500 may be.";
  expect(judged(budgets, { maxBudgetUp: { amount: 500 } }).refused).toEqual([
    { rule: "max-budget-up", reason: together, option: "--max-budget-up 600" },
  ]);
});

test("what only a raised limit lets through is told, and a lowered one raises nothing", () => {
  const review = { ...deletes(3), ...dearer(90, "refused") };
  expect(judged(review, { maxDeletes: { percent: 100 }, maxCostUp: { percent: 100 } })).toMatchObject({
    passes: true,
    raised: [{ rule: "max-deletes" }, { rule: "cost-up", name: "gpt" }],
    warned: [],
  });
  expect(judged(review, { maxDeletes: { amount: 1 }, maxCostUp: { percent: 5 } })).toMatchObject({
    refused: [{ rule: "max-deletes" }, { rule: "cost-up" }],
    raised: [],
  });
});
