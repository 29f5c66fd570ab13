import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "**/dist/**", "**/fixtures/**", "**/.state/**"];
// These run the real CLI: a process tree a time, on machines that may have two cores.
const realCli = [
  "test/e2e/**/*.test.ts",
  "test/package/**/*.test.ts",
  "test/harness/engine.test.ts",
  "test/faults/short.test.ts",
];
// `npm run coverage:api` names the file that the calls go to.
const setupFiles = process.env.API_CALLS === undefined ? [] : ["test/api-coverage/record.ts"];

export default defineConfig({
  test: {
    maxWorkers: 2,
    // The file is what `.ci/run` counts from.
    reporters: process.env.CI
      ? ["default", ["json", { outputFile: ".state/test-results.json" }]]
      : ["default"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, ...realCli],
          setupFiles,
          testTimeout: 30_000,
        },
      },
      {
        // The laws of the contract once more, by the other adapter.
        test: {
          name: "native",
          include: ["test/contract/**/*.test.ts"],
          exclude,
          setupFiles,
          env: { TEST_ADAPTER: "native" },
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: realCli,
          exclude,
          setupFiles,
          globalSetup: "test/harness/global-setup.ts",
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
