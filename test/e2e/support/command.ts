import path from "node:path";
import type { PulumiProject } from "../../harness/engine.ts";
import { paths } from "../../harness/paths.ts";
import { type ProcessResult, RunningProcess } from "../../harness/process.ts";

export const main = path.join(paths.root, "cli/dist/main.js");

/** What a command runs in: a project, and what its environment has besides. */
export interface Place {
  readonly project: PulumiProject;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs a command of `workspace-gateway` where the program is; nobody is at the terminal. */
export function runCommand(
  { project, env, cwd = project.directory }: Place,
  args: readonly string[],
): Promise<ProcessResult> {
  return new RunningProcess(process.execPath, [main, ...args], { cwd, env: { ...project.env, ...env } }).done;
}
