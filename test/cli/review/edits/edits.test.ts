import { expect, onTestFinished, test } from "vitest";
import { adapters } from "../../../harness/adapter.ts";
import { editsBy } from "./edit.ts";
import { harmful, harmless } from "./edits.ts";
import { openReplay, recorded } from "./replay.ts";

test.each(adapters)(
  "of the edits by the %s adapter, those that do harm are refused or of high risk, no others are, and each for the reason that was found good",
  async (adapter) => {
    const replay = await openReplay(recorded(adapter));
    onTestFinished(() => replay.close());
    const pages: string[] = [];
    for (const [edits, isHarmful] of [[harmful, true] as const, [harmless, false] as const]) {
      for (const edit of editsBy(adapter, edits)) {
        const { isSevere, lines, page } = await replay.judge(edit);
        expect({ edit: edit.what, isSevere, lines }).toMatchObject({ isSevere: isHarmful });
        expect(page).not.toContain("canary");
        pages.push(`## ${edit.what}\n\n${lines.join("\n")}\n`);
      }
    }
    await expect(pages.join("\n")).toMatchFileSnapshot(`./${adapter}.md`);
  },
);

test("the tables have enough edits, and each is told by its name", () => {
  const names = [...harmful, ...harmless].map(({ what }) => what);
  expect(new Set(names).size).toBe(names.length);
  expect(harmful.length).toBeGreaterThanOrEqual(75);
  expect(harmless.length).toBeGreaterThanOrEqual(50);
});
