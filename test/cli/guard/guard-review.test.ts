import { expect, test } from "vitest";
import { guard, type Judgement, judged, type Verdict } from "../../../cli/guard/guard.js";
import { type GuardRules, safeRules } from "../../../cli/guard/rules.js";
import { documentOf } from "../../../cli/review/document/document.js";
import { longestComment, markdown } from "../../../cli/review/document/markdown.js";
import type { Review } from "../../../cli/review/facts/review.js";
import { type Rule, ruleNames } from "../../../cli/review/findings/rules.js";
import { someChange, someEnd, someFinding, someReview, someRoute } from "../review/some-review.ts";

/** What the guard says of a review in which something changes. */
const verdictOf = (parts: Partial<Review>, changed: Partial<GuardRules> = {}, size = 20) =>
  guard(someReview({ changes: [someChange()], ...parts }, size), { ...safeRules, ...changed });

const findingsOf = (rule: Rule, ...names: string[]) => ({
  findings: names.map((name) => someFinding(rule, name)),
});

const changesOf = (operation: "delete" | "replace", count: number) => ({
  changes: Array.from({ length: count }, (_, index) => someChange(`gpt-${index}`, { operation })),
});

test("a review without changes passes, whatever findings the setup has", () => {
  const findings = ruleNames.map((rule) => someFinding(rule, "thing", { amount: 1000 }));
  expect(verdictOf({ changes: [], findings })).toMatchObject({ passes: true, refused: [] });
});

test.each(["low", "medium", "high"] as const)(
  "a %s finding only warns, unless the rules refuse its rule, its level, or a lower level",
  (level) => {
    const rule = "provider-changed";
    const found = { findings: [someFinding(rule, "thing", { level, risk: level })] };
    const warns = { passes: true, refused: [], warned: [{ rule }] };
    expect(verdictOf(found)).toMatchObject(warns);
    for (const refuse of [rule, level, "low"] as const)
      expect(verdictOf(found, { refuse: [refuse] })).toMatchObject({
        ...{ passes: false, refused: [{ rule }], warned: [] },
      });
    expect(verdictOf(found, { refuse: ["key-rotated", "refused"] })).toMatchObject(warns);
    if (level !== "high") expect(verdictOf(found, { refuse: ["high"] })).toMatchObject(warns);
  },
);

const urnOf = (kind: string, parent = "") =>
  `urn:pulumi:prod::shop::${parent}workspace-gateway:index:${kind}::ada`;
const budget = urnOf("Budget", "my:Team$");
const namesakes = [
  someFinding("access-removed", "ada", {
    urn: urnOf("Member"),
    namesakes: [urnOf("GatewayKey"), urnOf("Prompt")],
  }),
  someFinding("access-removed", "ada", { urn: budget, namesakes: [urnOf("Budget", "my:Desk$")] }),
];
/** Two findings, one of which may be permitted by this name. */
const access = (findings: Review["findings"], name?: string) =>
  verdictOf({ findings }, { allow: [{ rule: "access-removed", ...(name && { name }) }] });
const { findings: gone } = findingsOf("access-removed", "ann", "bob");
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
const raising = { ...deletes(3), ...dearer(90, "refused") };

const verdicts: Readonly<Record<string, Verdict>> = {
  "what its level calls refused": verdictOf(findingsOf("role-raised", "it's")),
  "one of two is permitted by its name": access(gone, "ann"),
  "two are permitted by their rule": access(gone),
  "a name that several resources have": access(namesakes, "ada"),
  "a kind and name that several resources have": access(namesakes, "Budget:ada"),
  "a kind and name that one resource has": access(namesakes, "Member:ada"),
  "a URN": access(namesakes, urnOf("Member")),
  "the URN of a resource beside it": access(namesakes, urnOf("GatewayKey")),
  "a name that one resource has, with its kind": access(gone, "Model:ann"),
  "a name that one resource has, with another kind": access(gone, "Prompt:ann"),
  "permits that match nothing, and one that matches a warning": verdictOf(findingsOf("key-rotated", "ci"), {
    allow: [
      { rule: "key-rotated", name: "ci" },
      { rule: "role-lowered", name: "ann" },
      ...[{ rule: "route-lost" } as const, { rule: "unknown", name: "content" } as const],
    ],
  }),
  "ten deletes of ten": verdictOf(deletes(10), { maxDeletes: { amount: 10 } }),
  "eleven deletes of ten": verdictOf(deletes(11), { maxDeletes: { amount: 10 } }),
  "a delete of none": verdictOf(deletes(1), { maxDeletes: { amount: 0 } }),
  "one delete of three resources": verdictOf(deletes(1), {}, 3),
  "two deletes of three resources": verdictOf(deletes(2), {}, 3),
  "a delete of no percent": verdictOf(deletes(1), { maxDeletes: { percent: 0 } }, 3),
  "26 deletes of a thousand resources": verdictOf(deletes(26), {}, 1000),
  "deletes up to the count of a share and a count": verdictOf(deletes(5), both),
  "more deletes than the count of a share and a count": verdictOf(deletes(6), both),
  "three replaces": verdictOf(changesOf("replace", 3)),
  "a new route and one that nobody could use": verdictOf({ routes: [moved("a"), unborn, revived] }),
  "two routes that move": verdictOf({ routes: [moved("a"), moved("b")] }),
  "a cost of the percentage": verdictOf(dearer(20), { maxCostUp: { percent: 20 } }),
  "a cost above the percentage": verdictOf(dearer(20.1), { maxCostUp: { percent: 20 } }),
  "a cost of the amount": verdictOf(dearer(20), { maxCostUp: { amount: 2 } }),
  "a cost above the amount": verdictOf(dearer(20.1), { maxCostUp: { amount: 2 } }),
  "a cost above one of both": verdictOf(dearer(30), { maxCostUp: { percent: 50, amount: 2 } }),
  "a rule that is refused": verdictOf(dearer(1), { maxCostUp: { percent: 20 }, refuse: ["cost-up"] }),
  "an open rise and a share": verdictOf(openRise, { maxBudgetUp: { percent: 1e6 } }),
  "an open rise and an amount": verdictOf(openRise, { maxBudgetUp: { amount: 1e6 } }),
  "budgets that rise by what one may": verdictOf(budgets, { maxBudgetUp: { amount: 600 } }),
  "budgets that together rise by more": verdictOf(budgets, { maxBudgetUp: { amount: 500 } }),
  "raised limits": verdictOf(raising, { maxDeletes: { percent: 100 }, maxCostUp: { percent: 100 } }),
  "lowered limits": verdictOf(raising, { maxDeletes: { amount: 1 }, maxCostUp: { percent: 5 } }),
};

test("the verdicts of the guard match the snapshot", async () => {
  const pages = Object.entries(verdicts).map(([what, { passes, ...lists }]) => {
    const lines = Object.entries(lists).flatMap(([list, all]) =>
      all.map((each) =>
        typeof each === "string"
          ? `- ${list}: ${each}\n`
          : `- ${list} **${each.rule}** ${each.urn ?? ""}: ${each.reason} \`${each.option}\`\n`,
      ),
    );
    return `## ${what}\n\n${passes ? "Passes." : "Is refused."}\n${lines.join("")}`;
  });
  await expect(pages.join("\n")).toMatchFileSnapshot("./verdicts/verdicts.md");
});

const nothing: Verdict = {
  passes: true,
  refused: [],
  allowed: [],
  raised: [],
  warned: [],
  ambiguous: [],
  unused: [],
};

function judgement(name: string, reason = "It is gone."): Judgement {
  return { rule: "access-removed", name, reason, option: `--allow access-removed:${name}` };
}

const changed = someReview({ risk: "high", changes: [someChange()] });

/** The comment of a changed review with this verdict. */
function comment(verdict: Verdict): string {
  return markdown(documentOf(changed, judged(verdict)));
}

const found = ["ann", "bob"].map((name) => someFinding("access-removed", name, { reason: `${name} goes.` }));
const [ann = expect.unreachable()] = found;

test.each<[string, Verdict, Partial<Review>?]>([
  ["passes", nothing],
  [
    "refuses",
    {
      ...{ ...nothing, passes: false, refused: [judgement("ann")], allowed: [judgement("bob")] },
      ...{ ambiguous: ["`role-raised:ada` may mean several resources."], unused: ["route-lost"] },
    },
  ],
  [
    "refuses-one-of-two",
    { ...nothing, passes: false, refused: [{ ...ann, option: "--allow x" }] },
    { findings: found },
  ],
  ["only-raised", { ...nothing, raised: [judgement("ann")] }],
])("the comment of a verdict that %s matches the snapshot", async (is, verdict, parts = {}) => {
  const text = markdown(documentOf({ ...changed, ...parts }, judged(verdict)));
  await expect(text).toMatchFileSnapshot(`./verdicts/${is}.md`);
});

test("names and reasons cannot break out of their line", () => {
  const refused = [judgement("`a`\n# b <img> @all", "x\n\n- @all <b>")];
  const text = comment({ ...nothing, passes: false, refused });
  expect(text.split("\n").filter((line) => line.includes("access-removed"))).toHaveLength(1);
  expect(text).not.toMatch(/<(b|img)>|(^|[^\u200b;])@all/);
});

test("a verdict of thousands of lines leaves room for the changes and counts the omitted lines", () => {
  const many = Array.from({ length: 5000 }, (_, index) => judgement(`person-${index}`, "x".repeat(500)));
  const lists = {
    refused: many,
    allowed: many,
    raised: many,
    ambiguous: many.map(String),
    unused: many.map(String),
  };
  const text = comment({ ...nothing, passes: false, ...lists });
  expect(text.length).toBeLessThanOrEqual(longestComment);
  expect(text).toMatch(/- \d+ more are omitted here, \d+ of them with high risk\./);
  expect(text).toContain("**Updated** model `gpt`");
});
