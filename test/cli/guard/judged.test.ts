import { expect, test } from "vitest";
import { type Judgement, judged, type Verdict } from "../../../cli/guard/guard.js";
import { documentOf } from "../../../cli/review/document/document.js";
import { longestComment, markdown } from "../../../cli/review/document/markdown.js";
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

test("a verdict that passes is told in the title alone", () => {
  expect(comment(nothing)).toContain(
    "## 🔴 Passes the guard, high risk: 1 model cheaper\n\n`shop/prod` · 1 update",
  );
  expect(comment(nothing)).not.toContain("### The guard");
});

test("the verdict comes first, with the options that let through what it refuses", () => {
  const verdict = { ...nothing, passes: false, refused: [judgement("ann")], allowed: [judgement("bob")] };
  const unclear = ["`role-raised:ada` may mean several resources."];
  const [, title, , , , head, , ...lines] = comment({
    ...verdict,
    ambiguous: unclear,
    unused: ["route-lost"],
  }).split("\n");
  expect(title).toBe("## ⛔ Refused by the guard, high risk: 1 model cheaper");
  expect(head).toBe("### The guard refuses this");
  expect(lines.slice(0, 4)).toEqual([
    "- 🔴 **access-removed** `ann`: It is gone. To let it through: `--allow access-removed:ann`",
    "- Allowed by name: **access-removed** `bob`: It is gone.",
    "- `role-raised:ada` may mean several resources.",
    "- `route-lost` matches no finding. Remove it.",
  ]);
});

test("what the guard refuses is not told again among the findings", () => {
  const found = ["ann", "bob"].map((name) =>
    someFinding("access-removed", name, { reason: `${name} goes.` }),
  );
  const [ann] = found.map(({ rule, urn, name, reason }) => ({
    rule,
    urn,
    name,
    reason,
    option: "--allow x",
  }));
  const verdict = { ...nothing, passes: false, refused: ann === undefined ? [] : [ann] };
  const text = markdown(documentOf({ ...changed, findings: found }, judged(verdict)));
  expect(text.match(/ann goes/g)).toHaveLength(1);
  expect(text).toContain("### Also review\n\n- 🔴 bob goes.");
});

test("what only a raised limit lets through is said", () => {
  expect(comment({ ...nothing, raised: [judgement("ann")] })).toContain(
    "### What the guard let pass\n\n- Only a raised limit lets this pass: **access-removed** `ann`: It is gone.",
  );
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
