import path from "node:path";
import { expect, test } from "vitest";
import { ok } from "../../e2e/support/outcome.ts";
import { paths } from "../../harness/paths.ts";
import { RunningProcess } from "../../harness/process.ts";

test("the tests of examples/tested pass, all of them", async () => {
  const cwd = path.join(paths.root, "examples/tested");
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const said = await ok(new RunningProcess(process.execPath, ["--test"], { cwd, env }).done);
  expect(said).toMatch(/^ℹ pass 6$/m);
  expect(said).toMatch(/^ℹ fail 0$/m);
});
