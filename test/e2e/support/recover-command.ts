import type { ProcessResult } from "../../harness/process.ts";
import { type Place, runCommand } from "./command.ts";

/** Runs `workspace-gateway recover` where the program is. */
export function runRecover(
  place: Place,
  args: readonly string[] = ["--yes"],
  stack: readonly string[] = ["--stack", place.project.stack],
): Promise<ProcessResult> {
  return runCommand(place, ["recover", ...stack, ...args]);
}
