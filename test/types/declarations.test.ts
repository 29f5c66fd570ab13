import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../harness/paths.ts";

const published = await readFile(path.join(paths.root, "provider/dist/index.d.ts"), "utf8");

test("what is written on a field is told where programs set it and where they read it", () => {
  expect(published).toContain(
    "  /** Size of the context window in tokens. */\n  contextWindow: pulumi.Input<number>;",
  );
  expect(published).toContain(
    "  /** Size of the context window in tokens. */\n  readonly contextWindow: pulumi.Output<number>;",
  );
});

test("a class is told with its example", () => {
  expect(published).toMatch(/@example\n \* ```ts\n(?: \*.*\n)+ \*\/\nexport declare class Model extends /);
});
