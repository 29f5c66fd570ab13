import { globSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { registry } from "./registry.ts";

/** The tests that hold what is mutated: those of the two folders, the laws for every kind, and what recover stores. */
const holding = [
  "test/client/**/*.test.ts",
  "test/lifecycle/**/*.test.ts",
  "test/contract/**/*.test.ts",
  "test/plugin/{details,preview,service,switch}.test.ts",
  "test/cli/recover/{find-lost,look-at-objects,tell-apart}.test.ts",
  "test/functions/metrics.test.ts",
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
  for (const file of globSync(testFiles).toSorted()) {
    registry.open(file);
    await import(pathToFileURL(path.resolve(file)).href);
  }
}
