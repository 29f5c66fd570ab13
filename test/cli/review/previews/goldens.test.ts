import { expect, test } from "vitest";
import { faultsOf, readMarkdown } from "../markdown/strict-reader.ts";
import { commentOf, longestComment, recorded } from "./recorded.ts";

const shown = recorded.map(({ name, text }) => ({ name, text, comment: commentOf(text) }));

test.each(shown)("the comment of the recorded preview $name reads as it was found good", async (preview) => {
  await expect(preview.comment).toMatchFileSnapshot(`./${preview.name}.md`);
});

test.each(shown)(
  "the comment of $name shows no secret, is short enough, and is nothing but our markup",
  ({ comment, text }) => {
    expect(`${text}${comment}`).not.toMatch(/canary/);
    expect(comment.length).toBeLessThanOrEqual(longestComment);
    expect(faultsOf(readMarkdown(comment.trimEnd()))).toEqual([]);
  },
);
