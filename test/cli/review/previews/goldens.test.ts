import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { reviewOf } from "../../../../cli/review/facts/review-of.ts";
import { markdown } from "../../../../cli/review/markdown/markdown.ts";
import { readPlan } from "../../../../cli/review/plan/read-plan.ts";
import { kinds } from "../../../../provider/every-kind.ts";
import { faultsOf, readMarkdown } from "../markdown/strict-reader.ts";
import { scenarios } from "./scenarios.ts";

const longestComment = 65_536;

const recorded = Object.keys(scenarios).map((name) => {
  const text = readFileSync(path.join(import.meta.dirname, `${name}.json`), "utf8");
  return { name, text, comment: markdown(reviewOf(readPlan(text, kinds), kinds)) };
});

test.each(recorded)(
  "the comment of the recorded preview $name reads as it was found good",
  async (preview) => {
    await expect(preview.comment).toMatchFileSnapshot(`./${preview.name}.md`);
  },
);

test.each(recorded)(
  "the comment of $name shows no secret, is short enough, and is nothing but our markup",
  ({ comment, text }) => {
    expect(`${text}${comment}`).not.toMatch(/canary/);
    expect(comment.length).toBeLessThanOrEqual(longestComment);
    expect(faultsOf(readMarkdown(comment.trimEnd()))).toEqual([]);
  },
);
