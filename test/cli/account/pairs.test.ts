import fc from "fast-check";
import { test } from "vitest";
import { guard } from "../../../cli/guard/guard.js";
import { safeRules } from "../../../cli/guard/rules.js";
import { reviewOf } from "../../../cli/review/facts/review-of.js";
import { readPlan } from "../../../cli/review/plan/read-plan.js";
import { kinds } from "../../../provider/every-kind.js";
import { runs } from "../../harness/tests/depth.ts";
import { pairs } from "./accounts.ts";
import { plannedOf, previewOf } from "./engine.ts";
import { expectNaive } from "./expect-naive.ts";

test("a review of any two accounts says what a naive reading of both says", () => {
  fc.assert(
    fc.property(pairs, (pair) => {
      const review = reviewOf({ plan: readPlan(previewOf(pair), kinds), kinds });
      expectNaive({ ...review, verdict: guard(review, safeRules) }, plannedOf(pair));
    }),
    { numRuns: runs(4000) },
  );
});
