import { performance } from "node:perf_hooks";
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from "@stryker-mutator/api/core";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { adapterVariable } from "../harness/adapter.ts";
import { Hang, hang, quiet } from "./hang.ts";
import { loadTypeScript } from "./modules.ts";
import { type Declared, inOrder, registry } from "./registry.ts";
import { holds, loadTests } from "./test-files.ts";

/** What the mutated code looks at: which mutant is on, and which test runs. */
const instrumented: InstrumenterContext = {};
Object.assign(globalThis, { [INSTRUMENTER_CONSTANTS.NAMESPACE]: instrumented });

/** Stryker allows a loop a hundred times as often as in the first run, which takes minutes where tests are many. */
const fewestHits = 1000;
const hitsOf = (limit: number | undefined) => limit && Math.max(fewestHits, Math.ceil(limit / 10));

/**
 * Milliseconds of tests, the most promising first, through which a mutant has to live to count as survived. The others could
 * only kill more, so a score is never too high; without a limit, most of the time goes to what survives in any case.
 */
const enough = Number(process.env.MUTATE_SECONDS ?? 10) * 1000;

/**
 * Runs the tests in this process, whose modules are loaded once: a mutant costs its tests and nothing else. Stryker's own
 * runner for vitest starts a worker for each mutant and loads all again, which takes seconds for each.
 *
 * A mutant may leave something behind that fails the tests of the next. So what failed is tried once more without the
 * mutant: it only counts if that passes, or if no mutant was here before.
 */
class OneProcess implements TestRunner {
  private loaded = false;
  /** Whether a mutant was on in this process. */
  private used = false;
  /** Something goes on that nobody can end, or the tests fail without a mutant. */
  private spent = false;
  /** How long tests took that passed, and how many mutants of which file they killed: see `promise`. */
  private readonly took = new Map<Declared, number>();
  private readonly kills = new Map<Declared, Map<string, number>>();

  /** Where a mutant is on only while tests run, the modules never need to be loaded anew. */
  capabilities() {
    return { reloadEnvironment: process.env.MUTATE_STATIC === undefined };
  }

  async init(): Promise<void> {
    loadTypeScript();
    // A mutant may leave something behind that fails later. It is not held against the next one.
    process.on("unhandledRejection", () => {});
    process.on("uncaughtException", () => {});
    process.on("disconnect", () => process.exit(1)); // nobody is there to end us
  }

  async dryRun(): Promise<DryRunResult> {
    await this.load();
    const tests = (await this.run(registry.tests, false)).map(({ result }) => result);
    const { mutantCoverage } = instrumented;
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage && { mutantCoverage }) };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    if (this.spent) {
      throw new AnotherProcess("an earlier mutant goes on");
    }
    if (options.mutantActivation === "static") {
      instrumented.activeMutant = options.activeMutant.id;
    }
    await this.load();
    const ran = await this.runMutant(options);
    const failed = ran.filter(({ result }) => result.status === TestStatus.Failed);
    const endless = determineHitLimitReached(instrumented.hitCount, instrumented.hitLimit);
    const clean = (await quiet()) && (await this.passes(failed));
    if (!clean && this.used && failed.length > 0) {
      throw new AnotherProcess("what failed fails without the mutant, too");
    }
    this.used = true;
    this.spent = !clean;
    return endless ? toMutantRunResult(endless) : verdict(ran);
  }

  private async runMutant(options: MutantRunOptions): Promise<readonly Ran[]> {
    const { activeMutant, testFilter, disableBail, sandboxFileName } = options;
    const wanted = testFilter === undefined ? undefined : new Set(testFilter);
    const hitLimit = hitsOf(options.hitLimit);
    Object.assign(instrumented, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const tests = registry.tests
      .filter(({ id, file }) => holds(file, sandboxFileName) && (wanted?.has(id) ?? true))
      .toSorted((a, b) => this.promise(b, sandboxFileName) - this.promise(a, sandboxFileName));
    const inTurn = oneOfEachLaw(tests);
    try {
      const ran = await this.run(inTurn, !disableBail, enough);
      this.learn(ran, sandboxFileName);
      return ran;
    } finally {
      delete instrumented.activeMutant;
    }
  }

  /** What is left of a mutant's work counts no more: only the code of a mutant that is on counts. */
  private async passes(failed: readonly Ran[]): Promise<boolean> {
    const again = await this.run(
      failed.map(({ test }) => test),
      true,
    );
    return again.every(({ result }) => result.status === TestStatus.Success);
  }

  private async load(): Promise<void> {
    if (this.loaded) {
      return;
    }
    this.loaded = true;
    await loadTests();
  }

  /** A mutant is done with the first test that fails: what kills many mutants of its file in little time goes first. */
  private promise(test: Declared, mutated: string): number {
    return (1 + (this.kills.get(test)?.get(mutated) ?? 0)) / (this.took.get(test) ?? 1);
  }

  private learn(ran: readonly Ran[], mutated: string): void {
    for (const { test } of ran.filter(({ failure }) => failure !== undefined)) {
      const kills = this.kills.get(test) ?? new Map<string, number>();
      this.kills.set(test, kills.set(mutated, 1 + (kills.get(mutated) ?? 0)));
    }
  }

  private async run(tests: readonly Declared[], bail: boolean, limit = Infinity): Promise<readonly Ran[]> {
    const all: Ran[] = [];
    const began = performance.now();
    for (const test of tests) {
      const ran = await runOne(test);
      all.push(ran);
      if (ran.failure === undefined) {
        this.took.set(test, ran.result.timeSpentMs);
      }
      if ((ran.failure !== undefined && bail) || performance.now() - began > limit) {
        break;
      }
    }
    return all;
  }
}

/** A law may have hundreds of rows: the first row of each law, then the second of each. So a short time tries every law. */
function oneOfEachLaw(tests: readonly Declared[]): readonly Declared[] {
  const laws = [...Map.groupBy(tests, ({ law }) => law).values()];
  const most = Math.max(0, ...laws.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => laws.flatMap((rows) => rows[turn] ?? [])).flat();
}

/** Stryker starts one, and tries the mutant in it. */
class AnotherProcess extends Error {}

interface Ran {
  readonly test: Declared;
  readonly result: TestResult;
  readonly failure: Failure | undefined;
}

interface Failure {
  readonly error: unknown;
}

/** A test that hangs asserts nothing. */
function verdict(ran: readonly Ran[]): MutantRunResult {
  const failures = ran.flatMap(({ failure }) => failure ?? []);
  const hung = failures.find(({ error }) => error instanceof Hang);
  return hung === undefined || failures.some(({ error }) => !(error instanceof Hang))
    ? toMutantRunResult({ status: DryRunStatus.Complete, tests: ran.map(({ result }) => result) })
    : { status: MutantRunStatus.Timeout, reason: String(hung.error) };
}

async function runOne(test: Declared): Promise<Ran> {
  const environment = { ...process.env };
  process.env[adapterVariable] = test.adapter;
  const started = performance.now();
  instrumented.currentTestId = test.id;
  registry.running = test.file;
  const failure = await failureOf(test);
  delete instrumented.currentTestId;
  restore(environment);
  const { id, name, file: fileName } = test;
  const told = { id, name, fileName, timeSpentMs: performance.now() - started };
  const result: TestResult =
    failure === undefined
      ? { ...told, status: TestStatus.Success }
      : { ...told, status: TestStatus.Failed, failureMessage: String(failure.error) };
  return { test, result, failure };
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

async function failureOf(test: Declared): Promise<Failure | undefined> {
  const ended = new AbortController();
  const failure = await told(() => Promise.race([test.body(), hang(ended.signal)]));
  ended.abort();
  const after = await told(() => inOrder([...registry.finishing.splice(0).reverse(), ...test.after]));
  return failure ?? after;
}

async function told(work: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return { error };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "one-process", OneProcess)] as const;
