import { expect, test } from "vitest";
import { type Judgement, judged, type Verdict } from "../../../cli/guard/guard.js";
import { documentOf } from "../../../cli/review/document/document.js";
import { longestComment, markdown } from "../../../cli/review/document/markdown.js";
import type { Review } from "../../../cli/review/facts/review.js";
import { someChange, someFinding, someReview } from "../review/some-review.ts";

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
const { rule = "access-removed", urn = "", name = "ann", reason = "" } = found[0] ?? {};

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
    { ...nothing, passes: false, refused: [{ rule, urn, name, reason, option: "--allow x" }] },
    { findings: found },
  ],
  ["only-raised", { ...nothing, raised: [judgement("ann")] }],
])("the comment of a verdict that %s reads as it was found good", async (is, verdict, parts = {}) => {
  const text = markdown(documentOf({ ...changed, ...parts }, judged(verdict)));
  await expect(text).toMatchFileSnapshot(`./verdicts/${is}.md`);
});

test("names and reasons cannot break out of their line", () => {
  const refused = [judgement("`a`\n# b <img> @all", "x\n\n- @all <b>")];
  const text = comment({ ...nothing, passes: false, refused });
  expect(text.split("\n").filter((line) => line.includes("access-removed"))).toHaveLength(1);
  expect(text).not.toMatch(/<(b|img)>|(^|[^\u200b;])@all/);
});

test("a verdict of thousands of lines leaves room for the changes, and says how many are left out", () => {
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
  expect(text).toMatch(/- \d+ more are left out here, \d+ of them with a high risk\./);
  expect(text).toContain("**Updated** model `gpt`");
});
