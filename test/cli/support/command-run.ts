import { runCommandLine } from "../../../cli/command-line.js";
import { systemTerminal } from "../../../cli/terminal.js";
import { type ProcessResult, untilPrinted } from "../../harness/process.ts";

/** The command line as it stands in the sources, run in this process as if it had one of its own, without a terminal. */
export class CommandRun {
  readonly done: Promise<ProcessResult>;
  private readonly printed: { readonly to: "stdout" | "stderr"; readonly text: string }[] = [];
  private readonly listeners = new Set<() => void>();

  constructor(args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}) {
    const stream = (to: "stdout" | "stderr") => ({
      write: (text: string) => {
        this.printed.push({ to, text });
        for (const listener of this.listeners) listener();
      },
    });
    const streams = { stdin: {}, stdout: stream("stdout"), stderr: stream("stderr") };
    const terminal = systemTerminal({ env: stringsOf(env), ...streams } as unknown as NodeJS.Process);
    this.done = runCommandLine(args, terminal).then((code) => ({
      code,
      stdout: this.text("stdout"),
      stderr: this.text("stderr"),
      output: this.output,
    }));
  }

  get output(): string {
    return this.text("stdout", "stderr");
  }

  /** Resolves when the output matches. Throws if the command ends before that. */
  async waitFor(pattern: RegExp): Promise<void> {
    await untilPrinted(pattern, this, this.listeners);
  }

  private text(...streams: readonly ("stdout" | "stderr")[]): string {
    return this.printed
      .filter(({ to }) => streams.includes(to))
      .map(({ text }) => text)
      .join("");
  }
}

/** As a process has them: a variable that is undefined is not there. */
function stringsOf(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
