import { CommanderError } from "commander";
import { createProgram } from "./command-line.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** Runs a command line; the exit code is 0 if all was done, 1 if something failed, 2 if the command makes no sense. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? 0 : 2; // commander has said what is wrong
    }
    terminal.note(`workspace-gateway: ${error instanceof Error ? error.message : String(error)}`);
    return error instanceof UsageError ? 2 : 1;
  }
}
