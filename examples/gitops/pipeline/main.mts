// Connects pipeline.sh to GitHub or GitLab. Uses no packages, so that it works even after a failed install.
import { readFileSync } from "node:fs";
import type { Forge } from "./forge.mts";
import { github } from "./github.mts";
import { gitlab } from "./gitlab.mts";
import { awaitApply, permitsOf } from "./permits.mts";
import { postComment, postDrift } from "./posts.mts";
import { projectName } from "./project.mts";

const noPin = [
  "The content of this commit has no pin from a review, so nothing is applied.",
  "The branch was not up to date with main, the guard refused the change, or the pin has expired.",
  "Start this pipeline manually on main. It reviews the current content of main, and stores a pin.",
  "Read that review, then run this job again.",
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
    if (await github(env).isApproved(environment)) return "A person approved the refused changes.";
    throw new Error(
      `Nobody has approved the refused changes. Add required reviewers to the environment ${environment}.`,
    );
  },
  "await-apply": (commit = "", most = "", pause = "") =>
    awaitApply(github(env), commit, [Number(most), Number(pause)]),
};

function forgeOf(): Forge {
  if (env.GITHUB_ACTIONS === "true") return github(env);
  if (env.GITLAB_CI === "true") return gitlab(env);
  throw new Error("This command runs only on GitHub Actions or GitLab CI.");
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
