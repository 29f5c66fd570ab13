import { expect, test } from "vitest";
import type { Judgement, Verdict } from "../../../../cli/review/guard/verdict.js";
import { verdictMarkdown } from "../../../../cli/review/guard/verdict-markdown.js";

const nothing: Verdict = { passes: true, refused: [], allowed: [], raised: [], warned: [], unused: [] };

function judgement(name: string, reason = "It is gone."): Judgement {
  return { rule: "access-removed", name, reason, option: `--allow access-removed:${name}` };
}

test("a verdict that passes is one line", () => {
  expect(verdictMarkdown(nothing)).toBe("### ✅ The guard lets this pass");
});

test("what is refused comes first, with the option that lets it through", () => {
  const verdict = { ...nothing, passes: false, refused: [judgement("ann")], allowed: [judgement("bob")] };
  expect(verdictMarkdown({ ...verdict, unused: ["route-lost"] }).split("\n\n")).toEqual([
    "### ⛔ The guard refuses this",
    "- **access-removed** `ann`: It is gone. To let it through: `--allow access-removed:ann`",
    "- Allowed by name: **access-removed** `bob`: It is gone.",
    "- `route-lost` is allowed, and nothing needs it: take it out.",
  ]);
});

test("what only a raised limit lets through is said", () => {
  expect(verdictMarkdown({ ...nothing, raised: [judgement("ann")] })).toContain(
    "\n- Only a raised limit lets this pass: **access-removed** `ann`: It is gone.",
  );
});

test("names and reasons cannot break out of their line", () => {
  const refused = [judgement("`a`\n# b <img> @all", "x\n\n- @all <b>")];
  const text = verdictMarkdown({ ...nothing, refused });
  expect(text.split("\n").filter((line) => line !== "")).toHaveLength(2);
  expect(text).not.toMatch(/<(b|img)>|(^|[^\u200b;])@all/);
});

test("a verdict of thousands of lines is short, and says how many are left out", () => {
  const many = Array.from({ length: 5000 }, (_, index) => judgement(`person-${index}`, "x".repeat(500)));
  const lists = { refused: many, allowed: many, raised: many, unused: many.map(String) };
  const text = verdictMarkdown({ ...nothing, passes: false, ...lists });
  expect(text.length).toBeLessThan(13_000);
  expect(text).toMatch(/- \d+ more are left out\./);
});
