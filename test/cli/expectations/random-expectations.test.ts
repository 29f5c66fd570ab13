import fc from "fast-check";
import { expect, test } from "vitest";
import { checkExpectations, writtenExpectations } from "../../../cli/expectations/check.js";
import { readExpectations } from "../../../cli/expectations/format.js";
import { resourcesOf } from "../../../cli/review/facts/resources.js";
import { readPlan } from "../../../cli/review/plan/read-plan.js";
import { kinds } from "../../../provider/every-kind.js";
import { runs } from "../../harness/tests/depth.ts";
import { pairs } from "../account/accounts.ts";
import { previewOf } from "../account/engine.ts";

test("the expectations that are written for any account are held by it", () => {
  let lines = 0;
  fc.assert(
    fc.property(pairs, ({ after }) => {
      const objects = resourcesOf(readPlan(previewOf({ before: after, after }), kinds), kinds).after;
      const { text } = writtenExpectations({ objects }) ?? {};
      const results = text === undefined ? [] : checkExpectations(readExpectations(text), { objects });
      expect(results.filter(({ status }) => status !== "held")).toEqual([]);
      lines += results.length;
    }),
    { numRuns: runs(500) },
  );
  expect(lines).toBeGreaterThan(500);
});
