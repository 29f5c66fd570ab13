import { expect, test } from "vitest";
import { guard } from "../../../cli/guard/guard.js";
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
  const { passes, refused } = judged(findingsOf("role-raised", "it's"));
  expect(passes).toBe(false);
  expect(refused).toMatchObject([
    {
      rule: "role-raised",
      name: "it's",
      reason: "role-raised is found.",
      option: `--allow 'role-raised:it'\\''s'`,
    },
  ]);
});

test.each(["low", "medium", "high"] as const)(
  "what is %s only warns, unless the rules refuse it",
  (level) => {
    const found = { findings: [someFinding("provider-changed", "thing", { level, risk: level })] };
    expect(judged(found)).toMatchObject({
      passes: true,
      refused: [],
      warned: [{ rule: "provider-changed" }],
    });
    for (const refuse of ["provider-changed", level, "low"] as const) {
      const strict = judged(found, { refuse: [refuse] });
      expect(strict).toMatchObject({ passes: false, refused: [{ rule: "provider-changed" }], warned: [] });
    }
    expect(judged(found, { refuse: ["key-rotated", "refused"] }).passes).toBe(true);
  },
);

test("a level that is refused leaves alone what is less severe", () => {
  const found = { findings: [someFinding("provider-changed", "thing", { level: "medium", risk: "medium" })] };
  expect(judged(found, { refuse: ["high"] }).passes).toBe(true);
});

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
  const found = [
    [urnOf("Member"), [urnOf("GatewayKey"), urnOf("Prompt")]],
    [urnOf("Budget", "my:Team$"), [urnOf("Budget", "my:Desk$")]],
  ] as const;
  const findings = found.map(([urn, namesakes]) => someFinding("access-removed", "ada", { urn, namesakes }));
  const allowed = (name: string) => judged({ findings }, { allow: [{ rule: "access-removed", name }] });
  const sentence = `\`access-removed:ada\` may mean several resources, so it lets none through. Write \`access-removed:Member:ada\` or \`access-removed:${urnOf("Budget", "my:Team$")}\`.`;
  expect(allowed("ada")).toMatchObject({
    ambiguous: [sentence],
    unused: [],
    allowed: [],
    refused: [
      { option: "--allow access-removed:Member:ada" },
      { option: `--allow 'access-removed:${urnOf("Budget", "my:Team$")}'` },
    ],
  });
  expect(allowed("Budget:ada")).toMatchObject({
    allowed: [],
    ambiguous: [expect.stringContaining("my:Team$")],
  });
  for (const name of ["Member:ada", urnOf("Member")]) {
    expect(allowed(name)).toMatchObject({ allowed: [{ urn: urnOf("Member") }], ambiguous: [], unused: [] });
  }
  expect(allowed(urnOf("GatewayKey"))).toMatchObject({
    allowed: [],
    unused: [expect.stringContaining("GatewayKey")],
  });
});

test("a resource whose name nothing else has may be named with its kind, too", () => {
  const found = findingsOf("access-removed", "ann");
  expect(judged(found, { allow: [{ rule: "access-removed", name: "Model:ann" }] }).passes).toBe(true);
  expect(judged(found, { allow: [{ rule: "access-removed", name: "Prompt:ann" }] }).passes).toBe(false);
});

test("a permit that matches nothing is told, and one that matches a warning is not", () => {
  const allow = [
    { rule: "key-rotated", name: "ci" },
    { rule: "role-lowered", name: "ann" },
    { rule: "route-lost" },
    { rule: "unknown", name: "content" },
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
  expect(judged(changesOf("delete", deletes), { maxDeletes: { amount: limit } }).refused).toHaveLength(
    refusals,
  );
});

test("a limit that is too small says how many, of how many, and which option lets them through", () => {
  const reason = "3 resources are replaced: at most 2 may, 10 % of 20 resources.";
  const refusal = { rule: "max-replaces", reason, option: "--max-replaces 3" };
  expect(judged(changesOf("replace", 3)).refused).toEqual([refusal]);
});

test("one object of the smallest stack may be deleted by a percentage, two may not", () => {
  expect(judged(changesOf("delete", 1), {}, 3).passes).toBe(true);
  expect(judged(changesOf("delete", 2), {}, 3).passes).toBe(false);
  expect(judged(changesOf("delete", 1), { maxDeletes: { percent: 0 } }, 3).passes).toBe(false);
});

test("routes count as moved if somebody can use them now, and new ones do not", () => {
  const moved = (incoming: string) =>
    someRoute(incoming, { moved: true, after: someEnd("model", "openai/other", incoming) });
  const { before: _, ...unborn } = moved("new");
  const revived = { ...moved("revived"), before: someEnd("nowhere") };
  expect(judged({ routes: [moved("a"), unborn, revived] }).passes).toBe(true);
  expect(judged({ routes: [moved("a"), moved("b")] }).refused).toMatchObject([
    { rule: "max-moved-routes", reason: "2 routes move: at most 1 may, 10 % of 2 routes." },
  ]);
});

test("a share and a count hold both", () => {
  expect(judged(changesOf("delete", 5), { maxDeletes: { percent: 50, amount: 5 } }).passes).toBe(true);
  expect(judged(changesOf("delete", 6), { maxDeletes: { percent: 50, amount: 5 } }).refused).toMatchObject([
    { reason: "6 resources are deleted: at most 5 may." },
  ]);
  expect(judged(changesOf("delete", 26), {}, 1000).passes).toBe(false);
});

const dearer = (amount: number, level: "medium" | "refused") =>
  someFinding("cost-up", "gpt", { amount, difference: amount / 10, level });

test("what only a raised limit lets through is told, and a lowered one raises nothing", () => {
  const review = { ...changesOf("delete", 3), findings: [dearer(90, "refused")] };
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

test.each([
  [{ percent: 20 }, 20, true],
  [{ percent: 20 }, 20.1, false],
  [{ amount: 2 }, 20, true],
  [{ amount: 2 }, 20.1, false],
  [{ percent: 50, amount: 2 }, 30, false],
])("under a limit of %j a cost may rise by %d percent: %s", (maxCostUp, amount, passes) => {
  const judgement = judged({ findings: [dearer(amount, "medium")] }, { maxCostUp });
  expect(judgement.passes).toBe(passes);
  expect(judged({ findings: [dearer(1, "medium")] }, { maxCostUp, refuse: ["cost-up"] }).passes).toBe(false);
});

test("a rise that no number says is over every limit", () => {
  const findings = [someFinding("budget-up", "cap")];
  expect(judged({ findings }, { maxBudgetUp: { percent: 1e6 } }).passes).toBe(false);
  expect(judged({ findings }, { maxBudgetUp: { amount: 1e6 } }).passes).toBe(false);
});

test("many budgets may not rise together by more than one may", () => {
  const findings = ["a", "b", "c"].map((name) =>
    someFinding("budget-up", name, { amount: 10, difference: 200, level: "medium", risk: "medium" }),
  );
  expect(judged({ findings }, { maxBudgetUp: { amount: 600 } }).passes).toBe(true);
  expect(judged({ findings }, { maxBudgetUp: { amount: 500 } }).refused).toEqual([
    {
      rule: "max-budget-up",
      reason: "3 changes make 600 together: at most 500 may be.",
      option: "--max-budget-up 600",
    },
  ]);
});
