import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { reviewOf } from "../../../../cli/review/facts/review-of.ts";
import { readPlan } from "../../../../cli/review/plan/read-plan.ts";
import { kinds } from "../../../../provider/every-kind.ts";
import { scenarios } from "./scenarios.ts";
import { asNative, asRefreshed } from "./variants.ts";

const unread = Object.entries(scenarios).flatMap(([name, { refresh }]) =>
  refresh === true
    ? []
    : [{ name, text: readFileSync(path.join(import.meta.dirname, `${name}.json`), "utf8") }],
);

const reviewed = (text: string) => {
  const { isRefreshed, ...plan } = readPlan(text, kinds);
  return { isRefreshed, review: reviewOf({ ...plan, isRefreshed: false }, kinds) };
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
