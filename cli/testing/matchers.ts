import type { MatcherResult } from "./api.js";

/** What can tell which expectations of a file it does not meet: a deployed stack. */
interface Meeting {
  unmet(file: string | URL): Promise<readonly string[]>;
}

function canTell(value: unknown): value is Meeting {
  return typeof value === "object" && value !== null && "unmet" in value && typeof value.unmet === "function";
}

/** Matchers for `expect.extend` of vitest and jest: `await expect(stack).toMeet("gateway-routes.yaml")`. */
export const matchers: {
  toMeet(received: unknown, file: string | URL): Promise<MatcherResult>;
} = {
  async toMeet(received, file) {
    if (!canTell(received)) {
      throw new TypeError("toMeet is for what `deploy` returns: await it before.");
    }
    const unmet = await received.unmet(file);
    return {
      pass: unmet.length === 0,
      message: () =>
        unmet.length === 0
          ? `the program meets all that ${file} expects, and it should not.`
          : unmet.join("\n"),
    };
  },
};
