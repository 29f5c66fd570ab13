import { expect, test } from "vitest";
import { Results, type Row } from "../results.ts";
import { withNativeFigures } from "./native.ts";

const row: Row = {
  profile: "normal",
  mix: "a",
  size: 550,
  run: 0,
  phase: "create",
  contestant: "native",
  seconds: 20,
  requests: { all: 551, refused: 0, repeated: 0 },
  stateBytes: 550_000,
  usage: { provider: { cpuSeconds: 2, peakBytes: 90e6 } },
};
const page = `# Page\n\n<!-- figures: npm run bench -- --page -->\n\nold\n\n<!-- end of figures -->\n\nMore.\n`;

test("the figures of both ways stand beside each other, in the place of the former ones", () => {
  const written = withNativeFigures(page, new Results([row, { ...row, contestant: "ours", seconds: 21 }]));
  expect(written).toContain(
    "| 550 | create | 551 / 551 | 21.0 / 20.0 | 2.00 / 2.00 | 90 / 90 | 1,000 / 1,000 |",
  );
  expect(written).not.toContain("old");
  expect(withNativeFigures(written, new Results([row]))).toContain("| 550 | create | – / 551 |");
});
