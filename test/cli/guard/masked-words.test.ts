import { expect, test } from "vitest";
import { guard } from "../../../cli/guard/guard.js";
import { safeRules } from "../../../cli/guard/rules.js";
import { maskFor } from "../../../cli/masking.js";
import { reviewOf } from "../../../cli/review/facts/review-of.js";
import { kinds } from "../../../provider/every-kind.js";
import { planOf, urn } from "../review/facts/support/preview.ts";
import { cap, key, openai, team } from "../review/facts/support/stack.ts";

test("secrets that are words of this package or names change no verdict", () => {
  const plan = planOf(
    team.same(),
    openai.same(),
    cap.updated({ budget: 700 }),
    key.replaced({ triggers: { release: "2" } }),
  );
  const words = [
    ...["key-rotated", "budget-up", "GatewayKey", "findings", "operation", "headline", "workspaces"],
    ...["Model", "GatewayKey"].map((kind) => urn(kind, "ci")),
    "ci",
  ];
  const mask = maskFor({ secrets: words.map((text) => ({ key: "shop:word", text, isWhole: true })) });
  const rules = {
    ...safeRules,
    refuse: ["key-rotated"],
    maxBudgetUp: { percent: 10 },
    allow: [{ rule: "key-rotated", name: "ci" }],
  } as const;
  const [plain, masked] = [reviewOf({ plan, kinds }), reviewOf({ plan, kinds, mask })].map((review) => ({
    ...guard(review, rules),
    risk: review.risk,
    changes: review.changes.map(({ kind, name, urn, workspace, weight }) => ({
      kind,
      name,
      urn,
      workspace,
      weight,
    })),
  }));
  expect(plain).toMatchObject({ passes: false, refused: [{ rule: "budget-up" }], allowed: [{ name: "ci" }] });
  expect(masked).toEqual(plain);
});
