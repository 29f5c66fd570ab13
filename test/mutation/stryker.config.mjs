/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: ["provider/{client,lifecycle}/**/*.ts", "!**/*.d.ts"],
  plugins: [new URL("runner.ts", import.meta.url).href],
  testRunner: "one-process",
  testRunnerNodeArgs: [
    "--experimental-transform-types",
    "--disable-warning=ExperimentalWarning",
    "--max-old-space-size=2048",
  ],
  maxTestRunnerReuse: 500,
  coverageAnalysis: "perTest",
  // What runs only while a module is loaded needs a process of its own for each mutant: set MUTATE_STATIC.
  ignoreStatic: process.env.MUTATE_STATIC === undefined,
  concurrency: Number(process.env.MUTATE_PROCESSES ?? 2),
  incremental: true,
  incrementalFile: ".state/mutation/incremental.json",
  tempDirName: ".state/mutation/sandboxes",
  ignorePatterns: [".state", "cli/dist", "test/gateway/dist", "docs/images"],
  reporters: ["clear-text", "json", "progress"],
  jsonReporter: { fileName: ".state/mutation/report.json" },
  clearTextReporter: { logTests: false, reportTests: false },
  allowConsoleColors: false,
  // What waits for ever is ended by the runner (hang.ts); this is for what never lets go of the process.
  timeoutMS: 120_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 60,
};
