import { globSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Adapter, adapterVariable } from "../harness/adapter.ts";
import { ofAdapters } from "../harness/tests/layers.ts";
import { native } from "./modules.ts";
import { registry } from "./registry.ts";

/** The tests that hold the client and the lifecycle, of those that `npm test` runs. */
const holding = [
  "test/{client,lifecycle,contract}/**/*.test.ts",
  "test/plugin/{configure,details,preview,service,switch}.test.ts",
  "test/functions/metrics.test.ts",
  "test/cli/recover/{find-lost,search}.test.ts",
];

/** `MUTATE_TESTS` names others, as globs with commas between them: for a quick look at what some tests hold. */
const named = process.env.MUTATE_TESTS?.split(",");

const testFiles = named ?? holding;

/** All tests run through the client. It is held by its own, which are the quicker ones, so that a run takes no hours. */
export function holds(test: string, mutated: string): boolean {
  return named !== undefined || mutated.includes("/lifecycle/") || /^test\/(client|functions)\//.test(test);
}

/** Fills the registry. Fails if a file uses a part of vitest that `vitest.ts` does not have. */
export async function loadTests(): Promise<void> {
  await import("../harness/tests/seed.ts");
  await load(testFiles, "dynamic", "");
  if (named === undefined) await load([ofAdapters], "native", native);
}

async function load(globs: readonly string[], adapter: Adapter, suffix: string): Promise<void> {
  process.env[adapterVariable] = adapter;
  for (const file of globSync([...globs]).toSorted()) {
    registry.open(file, adapter);
    await import(`${pathToFileURL(path.resolve(file)).href}${suffix}`);
  }
}
