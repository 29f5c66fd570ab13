/** The tests that hold what is mutated: those of the two folders, and the laws for every kind that are quick. */
export const testFiles = [
  "test/client/**/*.test.ts",
  "test/lifecycle/**/*.test.ts",
  "test/contract/{adopted,config-replacement,creation,delete-scope,follow,guard,minted}.test.ts",
  "test/contract/{removal,settling,siblings,wrong-workspace}.test.ts",
  "test/functions/metrics.test.ts",
];

/** The laws of the contract hold the lifecycle. They also run through the client, which has quicker tests of its own. */
export function holds(test: string, mutated: string): boolean {
  return !test.startsWith("test/contract/") || mutated.includes("/lifecycle/");
}
