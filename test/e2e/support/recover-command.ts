import path from "node:path";
import type { PulumiProject } from "../../harness/engine.ts";
import { paths } from "../../harness/paths.ts";
import { type ProcessResult, RunningProcess } from "../../harness/process.ts";

const main = path.join(paths.root, "cli/dist/main.js");

/** What the command runs in: a project, and what its environment has besides. */
interface Place {
  readonly project: PulumiProject;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `workspace-gateway recover` where the program is; nobody is at the terminal. */
export function runRecover(
  { project, env }: Place,
  args: readonly string[] = ["--yes"],
  stack: readonly string[] = ["--stack", project.stack],
): Promise<ProcessResult> {
  return new RunningProcess(process.execPath, [main, "recover", ...stack, ...args], {
    cwd: project.directory,
    env: { ...project.env, ...env },
  }).done;
}
