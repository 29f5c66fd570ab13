import { createProgram } from "../../../cli/command-line.js";
import { systemTerminal } from "../../../cli/terminal.js";

type Program = ReturnType<typeof createProgram>;

/** Every command that can be run, in its words: `["metrics", "list"]`. */
export function leafCommands(): string[][] {
  return createProgram(systemTerminal(process), []).commands.flatMap((command) => leavesOf(command));
}

function leavesOf(command: Program, before: readonly string[] = []): string[][] {
  const words = [...before, command.name()];
  return command.commands.length === 0 ? [words] : command.commands.flatMap((each) => leavesOf(each, words));
}
