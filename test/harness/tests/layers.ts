/** These run the real CLI: a process tree a time, on machines that may have two cores. */
export const realEngine = [
  "test/e2e/**/*.test.ts",
  "test/package/**/*.test.ts",
  "test/faults/short.test.ts",
  "test/docs/{walks,example-walks}.test.ts",
];

/** Of these, what shows something that nothing else does. `npm test` runs them. */
export const core = [
  "test/e2e/lifecycle.test.ts",
  "test/e2e/secrets.test.ts",
  "test/e2e/gitops.test.ts",
  "test/e2e/interrupted.test.ts",
];

/** Random tests, and long rows of like cases: `depth.ts` says how much of them each layer tries. */
export const random = [
  "test/contract/renames.test.ts",
  "test/fuzz/{addresses,files,settings}.test.ts",
  "test/cli/routing/random.test.ts",
];

/** In process, but slow: they count how work grows, or start browsers and other programs. */
export const slow = [
  "test/fuzz/{growth,patterns}.test.ts",
  "test/client/http/answer-limits.test.ts",
  "test/pipelines/{actionlint,comment,drift,find-pin,permits}.test.ts",
  "test/cli/testing/deploy.test.ts",
  "test/cli/check/program.test.ts",
  "test/docs/{programs,site}.test.ts",
  "test/types/reference.test.ts",
];

/** Laws of the contract that the two adapters answer by code of their own. For all others, they share the handlers. */
export const ofAdapters = "test/contract/{bad-input,removal,known-outputs,issued,requests}.test.ts";

/** What comes of the gateway's answers: the handlers alone read them, whichever adapter has called. */
export const ofHandlers = "test/contract/{look-up,renames,scopes,unsound-answers,wrong-workspace}.test.ts";

const quick = ["unit", "native", "engine"];
const rest = ["slow", "deep", "native-rest", "e2e"];

/** The projects of vitest that each command runs. What one of the first two runs, the other does not. */
export const layers = { quick, rest, all: [...quick, ...rest] };
