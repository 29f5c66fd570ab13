import path from "node:path";
import { paths } from "../../harness/paths.ts";
import { type ProcessResult, RunningProcess } from "../../harness/process.ts";
import type { World } from "./world.ts";

const main = path.join(paths.root, "provider/dist/cli/main.js");

/** Runs `workspace-gateway recover` where the program is; nobody is at the terminal. */
function startRecover({ project }: World, args: readonly string[] = ["--yes"]): RunningProcess {
  return new RunningProcess(process.execPath, [main, "recover", "--stack", project.stack, ...args], {
    cwd: project.directory,
    env: project.env,
  });
}

export function runRecover(w: World, args?: readonly string[]): Promise<ProcessResult> {
  return startRecover(w, args).done;
}
