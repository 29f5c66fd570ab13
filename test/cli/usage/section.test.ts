import { expect, test } from "vitest";
import { guard, judged } from "../../../cli/guard/guard.js";
import { safeRules } from "../../../cli/guard/rules.js";
import { documentOf } from "../../../cli/review/document/document.js";
import { markdown } from "../../../cli/review/document/markdown.js";
import { page } from "../../../cli/review/document/page.js";
import type { UsageInput } from "../../../cli/review/facts/review.js";
import { reviewOf } from "../../../cli/review/facts/review-of.js";
import { kinds } from "../../../provider/every-kind.js";
import { cap, openai, planOf, resource } from "../review/facts/support/preview.ts";
import { usageInput, usageOf } from "./some-usage.ts";

/** Twenty models, all of which get dearer, and as many mappings that move. */
const numbers = Array.from({ length: 20 }, (_, at) => at);
const nameOf = (at: number) => `openai/m${at}`;
const steps = [
  openai.same(),
  cap.updated({ budget: 400 }),
  ...numbers.map((at) =>
    resource("Model", `m${at}`, { name: `m${at}`, outputs: {} }).same({ gatewayName: nameOf(at) }),
  ),
  ...numbers.map((at) =>
    resource("Mapping", `to${at}`, { sourceName: `name${at}`, targetModel: nameOf(at) }).updated({
      targetModel: nameOf((at + 1) % numbers.length),
    }),
  ),
];
const usage = usageOf(
  numbers.map((at) => ({ modelId: `m${at}-id`, tokensInput: 1000 * (at + 1), cost: at })),
);

async function printed(more: Partial<UsageInput> = {}) {
  const asked = usageInput(usage, { spending: new Map([["team-id", 450]]), ...more });
  const review = reviewOf({ plan: planOf(...steps), kinds, usage: asked });
  const document = documentOf(review, judged(guard(review, safeRules)));
  return { json: JSON.stringify(review), comment: markdown(document), page: await page(document) };
}

test("the table of a comment has at most eight lines, and the page has all models", async () => {
  const { comment, page: all } = await printed();
  const [, section = ""] = comment.split("Cost and affected callers");
  const [own = ""] = section.split(/^#+ /m);
  const lines = own.split("\n").filter((line) => line.startsWith("|"));
  expect(lines).toHaveLength(8);
  for (const at of numbers) expect(all).toContain(nameOf(at));
});

test("neither comment nor facts have the id of a key, unless somebody asks for them", async () => {
  const { json, comment, page: all } = await printed();
  expect(json + comment + all).not.toContain("key-canary");
  expect(comment).toMatch(/of \d+ keys?/);
  const shown = await printed({ showsKeys: true });
  expect(shown.json).toContain("key-canary-0");
  expect(shown.comment).toContain("key-canary-0");
});
