import { expect, test } from "vitest";
import { possibly } from "../../../../cli/review/findings/dangers.js";
import { kinds } from "../../../../provider/every-kind.js";

test("a change that is only possible is announced with `may`", async () => {
  const fields = kinds.flatMap(({ fields, danger }) => [...fields.values(), ...(danger?.rates ?? [])]);
  const said = new Set(fields.flatMap(({ danger = [] }) => danger.map(({ says }) => says)));
  await expect(
    [...said]
      .map((says) => `${possibly(says)}\n`)
      .toSorted()
      .join(""),
  ).toMatchFileSnapshot("dangers.txt");
});
