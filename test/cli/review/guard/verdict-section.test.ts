import { expect, test } from "vitest";
import { verdictSection } from "../../../../cli/review/guard/verdict-section.js";
import { page } from "../../../../cli/review/html/page.js";
import { someReview } from "../some-review.ts";

test("the page shows what was refused, with the option that lets it through, and no markup of names", () => {
  const refused = [
    {
      rule: "access-removed",
      name: "<b>ann",
      reason: "`<i>` goes.",
      option: "--allow 'access-removed:<b>ann'",
    },
  ] as const;
  const verdict = { passes: false, refused, allowed: [], raised: [], warned: [], unused: ["route-lost"] };
  const shown = page(someReview(), [verdictSection(verdict)]);
  expect(shown).toContain("The guard refuses this");
  expect(shown).toContain(
    "<strong>access-removed</strong> <code>&lt;b&gt;ann</code>: <code>&lt;i&gt;</code> goes.",
  );
  expect(shown).toContain("<code>route-lost</code> is allowed, and nothing needs it");
  expect(shown).not.toMatch(/<b>|<i>/);
});
