import { expect, test } from "vitest";
import { maskFor } from "../../../../cli/commands/masking.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { guard } from "../../../../cli/review/guard/guard-review.js";
import { safeRules } from "../../../../cli/review/guard/guard-rules.js";
import { kinds } from "../../../../provider/every-kind.js";
import { planOf } from "../facts/support/preview.ts";
import { cap, key, openai, team } from "../facts/support/stack.ts";

test("a secret that is a word of this package changes no verdict", () => {
  const plan = planOf(
    team.same(),
    openai.same(),
    cap.updated({ budget: 700 }),
    key.replaced({ triggers: { release: "2" } }),
  );
  const words = ["key-rotated", "budget-up", "GatewayKey", "findings", "operation", "headline", "workspaces"];
  const mask = maskFor({ secrets: words.map((text) => ({ key: "shop:word", text, isWhole: true })) });
  const rules = { ...safeRules, refuse: ["key-rotated"], maxBudgetUp: { percent: 10 } } as const;
  const [plain, masked] = [reviewOf(plan, kinds), reviewOf(plan, kinds, { mask })].map((review) => {
    const { passes, refused } = guard(review, rules);
    return {
      passes,
      refused: refused.map(({ rule }) => rule),
      risk: review.risk,
      kinds: review.changes.map(({ kind }) => kind),
    };
  });
  expect(plain).toMatchObject({ passes: false, refused: ["budget-up", "key-rotated"] });
  expect(masked).toEqual(plain);
});
