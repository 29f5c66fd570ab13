import { describe, expect, test } from "vitest";
import { reviewOf } from "../../../../cli/review/facts/review-of.ts";
import { readPlan } from "../../../../cli/review/plan/read-plan.ts";
import { kinds } from "../../../../provider/every-kind.ts";
import { commentOf, recorded } from "./recorded.ts";
import { asNative, asRefreshed } from "./variants.ts";

/** Their comments say of secrets that nobody can know whether they stay. */
const doubtful = recorded.filter(({ text }) => commentOf(text).includes("whether a secret stays"));

test.each(recorded.filter((each) => !doubtful.includes(each)))(
  "the comment of $name is the same with the plugin",
  ({ text }) => {
    expect(commentOf(asNative(text, true))).toBe(commentOf(text));
  },
);

test("with the plugin a secret that changes is told for sure, and one that stays is not told", () => {
  expect(doubtful.map(({ name }) => name)).toEqual(["updated", "secrets"]);
  for (const { text } of doubtful) {
    const [changed, kept] = [commentOf(asNative(text, true)), commentOf(asNative(text, false))];
    expect(changed).toContain("`openai` gets another key, or none: `apiKey`. <sub>key-rotated</sub>");
    expect(changed).toContain("`apiKey` changed");
    expect(kept).not.toMatch(/`openai`.*key-rotated|`apiKey` (changed|may)/);
    expect(changed + kept).not.toMatch(/may change|probably|A preview covers secrets/);
  }
});

const unread = recorded.filter(({ refresh }) => !refresh);

const reviewed = (text: string) => {
  const { isRefreshed, ...plan } = readPlan(text, kinds);
  return { isRefreshed, review: reviewOf({ plan: { ...plan, isRefreshed: false }, kinds }) };
};

describe.each([
  ["the dynamic provider", (text: string) => text],
  ["the plugin", (text: string) => asNative(text, true)],
])("by %s", (_adapter, asMade) => {
  test.each(unread)("the review of $name is the same whether or not the gateway was read", ({ text }) => {
    const made = asMade(text);
    const hadObjects = readPlan(made, kinds).steps.some(({ before }) => before !== undefined);
    for (const urnInState of [(urn: string) => urn, (urn: string) => `${urn}-before`]) {
      const refreshed = reviewed(asRefreshed(made, urnInState));
      expect(refreshed.isRefreshed).toBe(hadObjects);
      expect(refreshed.review).toEqual(reviewed(made).review);
    }
  });
});
