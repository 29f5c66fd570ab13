import { onTestFinished } from "vitest";
import { startGithub } from "./stub-github.ts";
import { startGitlab } from "./stub-gitlab.ts";

export const openGithub = async () => ofTest(await startGithub());
export const openGitlab = async () => ofTest(await startGitlab());

/** Both systems by name, with the longest comment that each takes. */
export const systems = [
  { system: "GitHub", limit: 65_536, start: openGithub },
  { system: "GitLab", limit: 1_000_000, start: openGitlab },
];

/** The stub ends with the test. */
function ofTest<S extends { readonly board: { close(): void } }>(stub: S): S {
  onTestFinished(() => stub.board.close());
  return stub;
}
