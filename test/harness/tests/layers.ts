/** These run the real CLI: a process tree a time, on machines that may have two cores. */
export const realEngine = [
  "test/e2e/**/*.test.ts",
  "test/package/**/*.test.ts",
  "test/harness/engine.test.ts",
  "test/faults/short.test.ts",
];

/** Of these, what shows something that nothing else does. `npm test` runs them. */
export const core = [
  "test/harness/engine.test.ts",
  "test/e2e/lifecycle.test.ts",
  "test/e2e/secrets.test.ts",
  "test/e2e/gitops.test.ts",
  "test/e2e/kills.test.ts",
  "test/e2e/examples/quickstart.test.ts",
];

/** Random tests, and long rows of like cases: how much of them is tried is in `depth.ts`. */
export const random = ["test/properties/**/*.test.ts", "test/fuzz/**/*.test.ts"];

/** The projects of vitest that each command runs. What one of the first two runs, the other does not. */
export const layers = {
  quick: ["unit", "native", "engine"],
  rest: ["deep", "e2e"],
  all: ["unit", "native", "engine", "deep", "e2e"],
} as const;

export type Layer = keyof typeof layers;
