import { globSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from "@stryker-mutator/api/core";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { hang, quiet } from "./hang.ts";
import { loadTypeScript } from "./modules.ts";
import { type Declared, inOrder, registry } from "./registry.ts";
import { holds, testFiles } from "./test-files.ts";

/** What the mutated code looks at: which mutant is on, and which test runs. */
const instrumented: InstrumenterContext = {};
Object.assign(globalThis, { [INSTRUMENTER_CONSTANTS.NAMESPACE]: instrumented });

/**
 * Runs the tests in this process, whose modules are loaded once: a mutant costs its tests and nothing else. Stryker's own
 * runner for vitest starts a worker for each mutant and loads all again, which takes seconds for each.
 */
class OneProcess implements TestRunner {
  private loaded = false;
  /** Something goes on that nobody can end. */
  private spent = false;

  /** Where a mutant is on only while tests run, the modules never need to be loaded anew. */
  capabilities() {
    return { reloadEnvironment: process.env.MUTATE_STATIC === undefined };
  }

  async init(): Promise<void> {
    loadTypeScript();
    // A mutant may leave something behind that fails later. It is not held against the next one.
    process.on("unhandledRejection", () => {});
    process.on("uncaughtException", () => {});
  }

  async dryRun(): Promise<DryRunResult> {
    await this.load();
    const tests = await this.run(registry.tests, false);
    const { mutantCoverage } = instrumented;
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage && { mutantCoverage }) };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    if (this.spent) {
      process.exit(1); // Stryker tries this mutant in another process
    }
    const { activeMutant, mutantActivation, testFilter, disableBail, sandboxFileName } = options;
    // Stryker allows a loop a hundred times as often as in the first run, which takes minutes where tests are many.
    const hitLimit = options.hitLimit && Math.ceil(options.hitLimit / 10);
    if (mutantActivation === "static") {
      instrumented.activeMutant = activeMutant.id;
    }
    await this.load();
    const wanted = testFilter === undefined ? undefined : new Set(testFilter);
    Object.assign(instrumented, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const tests = await this.run(
      registry.tests.filter(({ id, file }) => holds(file, sandboxFileName) && (wanted?.has(id) ?? true)),
      !disableBail,
    );
    const endless = determineHitLimitReached(instrumented.hitCount, hitLimit);
    delete instrumented.activeMutant;
    this.spent = !(await quiet()); // a loop that the mutant kept going usually ends with it
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests });
  }

  private async load(): Promise<void> {
    if (this.loaded) {
      return;
    }
    this.loaded = true;
    for (const file of globSync(testFiles).toSorted()) {
      registry.open(file);
      await import(pathToFileURL(path.resolve(file)).href);
    }
  }

  private async run(tests: readonly Declared[], bail: boolean): Promise<TestResult[]> {
    const results: TestResult[] = [];
    for (const test of tests) {
      const result = await this.runOne(test);
      results.push(result);
      if (bail && result.status === TestStatus.Failed) {
        break;
      }
    }
    return results;
  }

  private async runOne(test: Declared): Promise<TestResult> {
    const environment = { ...process.env };
    const started = performance.now();
    instrumented.currentTestId = test.id;
    const failure = await failureOf(test);
    delete instrumented.currentTestId;
    restore(environment);
    const told = {
      id: test.id,
      name: test.name,
      fileName: test.file,
      timeSpentMs: performance.now() - started,
    };
    return failure === undefined
      ? { ...told, status: TestStatus.Success }
      : { ...told, status: TestStatus.Failed, failureMessage: failure };
  }
}

/** In the same object: modules may hold it. */
function restore(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) {
      delete process.env[name];
    }
  }
  Object.assign(process.env, environment);
}

async function failureOf(test: Declared): Promise<string | undefined> {
  const ended = new AbortController();
  const failure = await told(() => Promise.race([test.body(), hang(ended.signal)]));
  ended.abort();
  const after = await told(() => inOrder([...registry.finishing.splice(0).reverse(), ...test.after]));
  return failure ?? after;
}

async function told(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "one-process", OneProcess)];
