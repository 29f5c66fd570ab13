import { writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../harness/tests/depth.ts";
import { CommandRun } from "../support/command-run.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { pairs } from "./accounts.ts";
import { gatewayNamesOf, plannedOf, previewOf } from "./engine.ts";
import { expectNaive } from "./expect-naive.ts";

test("a review of any two accounts says what a naive reading of both says", {
  timeout: 300_000,
}, async () => {
  const file = path.join(await temporaryFolder(), "preview.json");
  await fc.assert(
    fc.asyncProperty(pairs, async (pair) => {
      await writeFile(file, previewOf(pair));
      const run = new CommandRun(["review", file, "--json", "--guard"]);
      const { code, stdout, output } = await run.done;
      expect([0, 3], output).toContain(code);
      expectNaive(JSON.parse(stdout), plannedOf(pair), gatewayNamesOf(pair.before));
    }),
    { numRuns: runs(4000) },
  );
});
