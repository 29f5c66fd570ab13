import type { CompletedCommand, CompletedOption } from "./completed-command.js";

/** A text as one word of bash or zsh, whatever is in it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The words of every command: a shell that has read them is at that command. */
export function steps(commands: readonly CompletedCommand[]): string[] {
  return commands.filter(({ path }) => path !== "").map(({ path }) => path);
}

/** The options of all commands that take a value, each with its command. */
export function optionsWithValue(
  commands: readonly CompletedCommand[],
): { readonly path: string; readonly option: Required<CompletedOption> }[] {
  return commands.flatMap(({ path, options }) =>
    options.filter(({ value }) => value !== undefined).map((option) => ({ path, option })),
  );
}
