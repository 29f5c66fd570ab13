import path from "node:path";
import { defineConfig } from "vitest/config";
import { core, ofAdapters, ofHandlers, random, realEngine, slow } from "./test/harness/tests/layers.ts";

/** The tools' door to the provider leads to its source in tests, so that both share the modules that they load. */
const resolve = {
  alias: { "pulumi-workspace-gateway/tools": path.join(import.meta.dirname, "provider/tools.ts") },
};

const exclude = ["**/node_modules/**", "**/dist/**", "**/fixtures/**", "**/.state/**"];
const setupFiles = ["./test/harness/tests/seed.ts"];
// `npm run coverage:api` names the file that the calls go to.
if (process.env.API_CALLS !== undefined) setupFiles.push("./test/api-coverage/setup.ts");

const { TEST_RESULTS } = process.env;
const results: [string, Record<string, unknown>][] = TEST_RESULTS
  ? [["json", { outputFile: TEST_RESULTS }]]
  : [];

/** In the test's process. The files of a worker share the modules that they load. */
const inProcess = {
  exclude,
  setupFiles,
  globalSetup: "./test/harness/built.ts",
  isolate: false,
  // Only a test that hangs reaches this limit, also on a busy machine.
  testTimeout: 300_000,
};

const native = { TEST_ADAPTER: "native" };

const withEngine = {
  exclude,
  setupFiles,
  globalSetup: ["./test/harness/built.ts", "./test/harness/global-setup.ts"],
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    // The file is what `.ci/run` counts from; `TEST_RESULTS` names it.
    reporters: ["default", ...results],
    projects: [
      {
        resolve,
        test: {
          ...inProcess,
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, ...realEngine, ...slow],
        },
      },
      // The laws of the contract once more, by the other adapter.
      {
        resolve,
        test: {
          ...inProcess,
          name: "native",
          include: [ofAdapters],
          env: native,
        },
      },
      {
        resolve,
        test: {
          ...inProcess,
          name: "native-rest",
          include: ["test/contract/**/*.test.ts"],
          exclude: [...exclude, ofAdapters, ofHandlers],
          env: native,
        },
      },
      { resolve, test: { ...inProcess, name: "slow", include: slow } },
      { resolve, test: { ...inProcess, name: "deep", include: random, env: { TEST_DEPTH: "deep" } } },
      { resolve, test: { ...withEngine, name: "engine", include: core } },
      { resolve, test: { ...withEngine, name: "e2e", include: realEngine, exclude: [...exclude, ...core] } },
    ],
  },
});
