import { runCommandLine } from "../../../../cli/commands/command-line.js";
import { systemTerminal } from "../../../../cli/commands/terminal.js";
import type { ProcessResult } from "../../../harness/process.ts";

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
    const matched = new Promise<true>((resolve) => {
      const look = () => {
        if (pattern.test(this.output)) resolve(true);
      };
      this.listeners.add(look);
      look();
    });
    const seen = await Promise.race([matched, this.done.then(() => pattern.test(this.output))]);
    if (!seen) throw new Error(`The command ended without printing ${pattern}:\n${this.output}`);
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
