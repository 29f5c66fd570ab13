// What pipeline.sh has to tell GitHub or GitLab. No package is needed for it, so that it also works after a failed install.
import { readFileSync } from "node:fs";
import type { Forge } from "./forge.mts";
import { github } from "./github.mts";
import { gitlab } from "./gitlab.mts";
import { awaitApply, permitsOf } from "./permits.mts";
import { postComment, postDrift } from "./posts.mts";
import { projectName } from "./project.mts";

const noPin = [
  "There is no pin of a review of what this commit holds, so nothing is applied.",
  "The branch was not up to date with main, or the guard refused, or the pin is too old.",
  "Start this pipeline by hand on main: it reviews what main holds now, and keeps a pin. Read that review,",
  "then run this job again.",
].join("\n");

type Command = (...args: readonly string[]) => Promise<string>;

const { env } = process;

const commands: Readonly<Record<string, Command>> = {
  comment: (file = "", stack = "") => postComment(forgeOf(), text(file), { of: "review", stack }),
  report: (file = "", stack = "") => postComment(forgeOf(), text(file), { of: "apply", stack }),
  async issue(...files) {
    const [drift = "", driftMarkdown = "", review = "", reviewMarkdown = ""] = files.map(text);
    return postDrift(forgeOf(), {
      drift: JSON.parse(drift),
      driftMarkdown,
      review: JSON.parse(review),
      reviewMarkdown,
    });
  },
  async "find-pin"(name = "", file = "") {
    if (!(await forgeOf().findPin(name, file))) throw new Error(noPin);
    return "The pin of the review was found.";
  },
  async project() {
    return projectName();
  },
  async permits() {
    const { allow, notes } = await permitsOf(forgeOf());
    for (const note of notes) process.stderr.write(`${note}\n`);
    return allow.join(",");
  },
  async permit(environment = "") {
    if (await github(env).isApproved(environment)) return "A person has approved what the guard refused.";
    throw new Error(
      `Nobody has approved what the guard refused. Give the environment ${environment} required reviewers; then a run waits for one of them.`,
    );
  },
  "await-apply": (commit = "", most = "", pause = "") =>
    awaitApply(github(env), commit, [Number(most), Number(pause)]),
};

function forgeOf(): Forge {
  if (env.GITHUB_ACTIONS === "true") return github(env);
  if (env.GITLAB_CI === "true") return gitlab(env);
  throw new Error("This runs neither on GitHub Actions nor on GitLab CI, so there is nobody to tell.");
}

function text(file: string): string {
  return readFileSync(file, "utf8");
}

try {
  const [name = "", ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new Error("Run pipeline.sh instead.");
  process.stdout.write(`${await command(...args)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
