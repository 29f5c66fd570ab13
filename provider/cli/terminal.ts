import { createInterface } from "node:readline/promises";
import { printable } from "../text/printable.js";

/** Where a command is run: its environment, and the person or program that reads it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether there is a person to ask. */
  readonly interactive: boolean;
  /** What the command was run for: standard output, and nothing else goes there. */
  out(line: string): void;
  /** What a person should know besides. */
  note(line: string): void;
  /** How far the work is: one line that is written over. */
  progress(line: string): void;
  confirm(question: string): Promise<boolean>;
}

/** The command line makes no sense: nothing was done, and the reader has to write it differently. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export function systemTerminal({ env, stdin, stdout, stderr }: NodeJS.Process): Terminal {
  return {
    env,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    out: (line) => void stdout.write(`${stdout.isTTY ? harmless(line) : line}\n`),
    note: (line) => void stderr.write(`${harmless(line)}\n`),
    progress: (line) => void (stderr.isTTY && stderr.write(`\r\x1b[K${printable(line)}`)),
    confirm: async (question) => {
      const reader = createInterface({ input: stdin, output: stderr });
      try {
        return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim());
      } finally {
        reader.close();
      }
    },
  };
}

/** Lines without orders to the terminal: some of them are the gateway's words. */
function harmless(lines: string): string {
  return lines.split("\n").map(printable).join("\n");
}
