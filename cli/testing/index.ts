import type { DeployedStack, DeployOptions, MatcherResult } from "./api.js";
import { deployProgram } from "./deployed.js";

export {
  DeployError,
  type DeployedStack,
  type DeployOptions,
  type Diagnostic,
  type KindName,
  type MatcherResult,
  type MockedResource,
  type Mocks,
  type ResourceOf,
  type RouteEnd,
  type Secret,
  secret,
} from "./api.js";

/**
 * Deploys a program to an in-process gateway, like the first `pulumi up` of a stack. Each call loads the
 * program in a new process, which can connect only to this machine.
 *
 * @param program - its file or folder, relative to the current folder
 * @throws DeployError if an input is invalid or the program fails
 */
export function deploy(program: string | URL, options: DeployOptions = {}): Promise<DeployedStack> {
  return deployProgram(program, options);
}

/** Matchers for `expect.extend` in Vitest and Jest: `await expect(stack).toMeet("gateway-routes.yaml")`. */
export const matchers: {
  toMeet(received: unknown, file: string | URL): Promise<MatcherResult>;
} = {
  async toMeet(received, file) {
    if (!isDeployed(received)) {
      throw new TypeError("toMeet expects the result of `deploy`. Await it first.");
    }
    const unmet = await received.unmet(file);
    return {
      pass: unmet.length === 0,
      message: () =>
        unmet.join("\n") || `the program meets every expectation in ${file}, but the test expects otherwise.`,
    };
  },
};

function isDeployed(value: unknown): value is Pick<DeployedStack, "unmet"> {
  return typeof value === "object" && value !== null && "unmet" in value && typeof value.unmet === "function";
}
