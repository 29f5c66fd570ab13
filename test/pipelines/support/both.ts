import { onTestFinished } from "vitest";
import { type Stub, startGithub } from "./stub-github.ts";
import { startGitlab } from "./stub-gitlab.ts";

/** Both systems by name, with the longest comment that each takes. Each is started for the length of one test. */
export const systems = [
  { system: "GitHub", limit: 65_536, start: () => open(startGithub()) },
  { system: "GitLab", limit: 1_000_000, start: () => open(startGitlab()) },
];

/** A stub that ends with the test. */
export async function open<S extends Stub>(starting: Promise<S>): Promise<S> {
  const stub = await starting;
  onTestFinished(() => stub.board.close());
  return stub;
}
