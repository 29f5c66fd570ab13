import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { reviewOf } from "../../../../cli/review/facts/review-of.ts";
import { markdown } from "../../../../cli/review/markdown/markdown.ts";
import { readPlan } from "../../../../cli/review/plan/read-plan.ts";
import { kinds } from "../../../../provider/every-kind.ts";
import { scenarios } from "./scenarios.ts";
import { asNative } from "./variants.ts";

const comment = (text: string) => markdown(reviewOf(readPlan(text, kinds), kinds));

const recorded = Object.keys(scenarios).map((name) => ({
  name,
  text: readFileSync(path.join(import.meta.dirname, `${name}.json`), "utf8"),
}));

/** Their comments say of secrets that nobody can know whether they stay. */
const doubtful = recorded.filter(({ text }) => comment(text).includes("whether a secret stays"));

test.each(recorded.filter((each) => !doubtful.includes(each)))(
  "the comment of $name is the same with the plugin",
  ({ text }) => {
    expect(comment(asNative(text, true))).toBe(comment(text));
  },
);

test("with the plugin a secret that changes is told for sure, and one that stays is not told", () => {
  expect(doubtful.map(({ name }) => name)).toEqual(["updated", "secrets"]);
  for (const { text } of doubtful) {
    const [changed, kept] = [comment(asNative(text, true)), comment(asNative(text, false))];
    expect(changed).toContain("`apiKey` of `openai` changes. <sub>key-rotated</sub>");
    expect(changed).toContain("`apiKey` changed");
    expect(kept).not.toMatch(/`openai`.*key-rotated|`apiKey` (changed|may)/);
    expect(changed + kept).not.toMatch(/may change|probably|A preview covers secrets/);
  }
});
