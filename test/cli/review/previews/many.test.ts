import { expect, test } from "vitest";
import { documentOf } from "../../../../cli/review/document/document.ts";
import { markdown } from "../../../../cli/review/document/markdown.ts";
import { faultsOf, readMarkdown } from "../markdown/strict-reader.ts";
import { longestComment, recordedText, reviewOfText } from "./recorded.ts";

const teams = 106;

/** A recorded preview of a team's stack, as it would be if the stack had many such teams. */
function many(name: string): string {
  const preview = JSON.parse(recordedText(name));
  const [stack, ...steps]: unknown[] = preview.steps;
  const all = Array.from({ length: teams }, (_, team) => steps.map((step) => ofTeam(step, team))).flat();
  return JSON.stringify({ ...preview, steps: [stack, ...all] });
}

/** The same step in another team: its URNs, its ids and its name on the gateway are others. */
function ofTeam(step: unknown, team: number): unknown {
  const text = JSON.stringify(step)
    .replace(/(urn:pulumi:[^"]*dynamic[^"]*::[^":]*)"/g, `$1-${team}"`)
    .replace(/00000000-0000-4000-8000/g, `00000000-0000-4000-8${String(team).padStart(3, "0")}`)
    .replaceAll('"Support assistant', `"Team ${team}`);
  return JSON.parse(text);
}

const review = reviewOfText(many("updated"));
const comment = markdown(documentOf(review));

test("the comment of 2,000 objects is short enough, and is nothing but our markup", () => {
  expect(review.size.after).toBeGreaterThan(2000);
  expect(comment.length).toBeLessThanOrEqual(longestComment);
  expect(comment.length).toBeGreaterThan(longestComment * 0.6);
  expect(faultsOf(readMarkdown(comment.trimEnd()))).toEqual([]);
});

test("the comment of 2,000 objects counts what it leaves out", () => {
  const shown = comment.match(/\*\*Updated\*\*/g)?.length ?? 0;
  const [, left = ""] = /\*\*Left out here, [^:]*: (\d+) more updates\.\*\*/.exec(comment) ?? [];
  expect(shown + Number(left)).toBe(review.changes.length);
  expect(shown).toBeGreaterThan(100);
});

test("the comment of 2,000 objects begins and ends as it was found good", async () => {
  const lines = comment.split("\n");
  const parts = [...lines.slice(0, 70), "", "[…]", "", ...lines.slice(-30)];
  await expect(parts.join("\n")).toMatchFileSnapshot("./many.md");
});
