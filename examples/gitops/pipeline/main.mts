// What pipeline.sh has to tell GitHub or GitLab. No package is needed for it, so that it also works after a failed install.
import { readFileSync } from "node:fs";
import type { Forge } from "./forge.mts";
import { github } from "./github.mts";
import { gitlab } from "./gitlab.mts";
import { postDrift, postReview } from "./posts.mts";

const noPin = [
  "There is no pin of a review of what this commit holds, so nothing is applied.",
  "Main has moved between the review and the merge, or the guard refused, or the pin is too old.",
  "Start this pipeline by hand on main: it reviews what main holds now, and keeps a pin. Read that review,",
  "then run this job again.",
].join("\n");

async function run([command, ...files]: readonly string[]): Promise<string> {
  const forge = forgeOf(process.env);
  const [first = "", second = ""] = files;
  if (command === "comment") return postReview(forge, text(first));
  if (command === "issue") return postDrift(forge, nightOf(files.map(text)));
  if (command !== "find-pin") throw new Error("Run pipeline.sh instead.");
  if (!(await forge.findPin(first, second))) throw new Error(noPin);
  return "The pin of the review was found.";
}

function forgeOf(env: NodeJS.ProcessEnv): Forge {
  if (env.GITHUB_ACTIONS === "true") return github(env);
  if (env.GITLAB_CI === "true") return gitlab(env);
  throw new Error("This runs neither on GitHub Actions nor on GitLab CI, so there is nobody to tell.");
}

function nightOf([drift = "", driftMarkdown = "", review = "", reviewMarkdown = ""]: readonly string[]) {
  return { drift: JSON.parse(drift), driftMarkdown, review: JSON.parse(review), reviewMarkdown };
}

function text(file: string): string {
  return readFileSync(file, "utf8");
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
